/// Steps between a decoded picture and its view, each applied to the result of the one before: cropped, then turned and mirrored
/// (ISO/IEC 23008-12, sections 6.5.9, 6.5.10 and 6.5.12).
struct HEICGeometry: Equatable {
    /// The visible part in stored coordinates; nil for all of it.
    private(set) var crop: PixelRect?
    private(set) var orientation = Orientation.up

    /// Turns by `quarters` of a full turn, anticlockwise.
    mutating func turn(quarters: Int) {
        let steps: [Orientation] = [.up, .left, .down, .right]
        orientation = orientation.followed(by: steps[quarters & 3])
    }

    mutating func mirror(swapsColumns: Bool) {
        orientation = orientation.followed(by: swapsColumns ? .upMirrored : .downMirrored)
    }

    /// Keeps the part in `aperture`; an error where the picture was turned or cropped before, which no writer does.
    mutating func crop(_ aperture: HEICAperture, of size: (width: Int, height: Int)?) throws(DecodingError) {
        guard orientation == .up, crop == nil else { throw .unsupported("a HEIC that is turned before it is cropped") }
        guard let size else { throw .corrupt("it is cropped before it has a size") }
        crop = try aperture.rect(in: size)
    }
}

/// The box `clap`: a size, and the distance of its middle from that of the picture, in fractions (ISO/IEC 14496-12, section
/// 12.1.4).
struct HEICAperture {
    private let width: (Int, Int)
    private let height: (Int, Int)
    private let horizontal: (Int, Int)
    private let vertical: (Int, Int)

    init(_ reader: inout BigEndianReader) throws(DecodingError) {
        width = (try reader.signedInteger(), try reader.signedInteger())
        height = (try reader.signedInteger(), try reader.signedInteger())
        horizontal = (try reader.signedInteger(), try reader.signedInteger())
        vertical = (try reader.signedInteger(), try reader.signedInteger())
    }

    /// The part of a picture of `size`; an error if it does not begin and end with whole pixels.
    func rect(in size: (width: Int, height: Int)) throws(DecodingError) -> PixelRect {
        let columns = try Self.span(width, offset: horizontal, of: size.width)
        let rows = try Self.span(height, offset: vertical, of: size.height)
        guard let rect = PixelRect(columns: columns, rows: rows) else { throw .corrupt("its crop leaves no pixels") }
        return rect
    }

    private static func span(
        _ length: (Int, Int),
        offset: (Int, Int),
        of edge: Int
    ) throws(DecodingError) -> Range<Int> {
        guard length.1 > 0, offset.1 > 0, length.0 > 0 else { throw .corrupt("it is cropped to nothing") }
        // The middles are at half the length and half the edge; 32 bits, twice, and an edge fit.
        let count = length.0 / length.1
        let twiceStart = 2 * offset.0 / offset.1 + edge - count
        guard length.0 % length.1 == 0, 2 * offset.0 % offset.1 == 0, twiceStart % 2 == 0 else {
            throw .unsupported("a HEIC that is cropped within pixels")
        }
        let start = twiceStart / 2
        guard start >= 0, count <= edge, start <= edge - count else {
            throw .corrupt("its crop is larger than the picture")
        }
        return start..<start + count
    }
}

extension Orientation {
    /// The orientation of a picture that is turned so and then by `next`.
    func followed(by next: Orientation) -> Orientation {
        // The views of the top left and its right neighbour distinguish all orientations.
        Orientation.allCases.first { candidate in
            [SIMD2(0, 0), SIMD2(1, 0), SIMD2(0, 1)].allSatisfy { point in
                candidate.seen(point) == next.seen(seen(point))
            }
        } ?? self
    }

    /// The view of a corner of a square of 2 x 2.
    private func seen(_ point: SIMD2<Int>) -> SIMD2<Int> {
        var seen = isTransposed ? SIMD2(point.y, point.x) : point
        if mirrorsColumns { seen.x = 1 - seen.x }
        if mirrorsRows { seen.y = 1 - seen.y }
        return seen
    }
}
