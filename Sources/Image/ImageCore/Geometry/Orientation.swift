/// Relation of the stored rows and columns of a picture to a viewer's: the values of the EXIF tag 0x0112.
public enum Orientation: UInt16, Sendable, CaseIterable {
    /// The picture is stored as it is seen.
    case up = 1
    /// The first stored column is the right column.
    case upMirrored = 2
    /// The picture is stored turned by 180 degrees.
    case down = 3
    /// The first stored row is the bottom row.
    case downMirrored = 4
    /// Transposed: the first stored row is the left column, the first stored column the top row.
    case leftMirrored = 5
    /// The first stored row is the right column: to be turned by 90 degrees clockwise.
    case right = 6
    /// The first stored row is the right column, the first stored column the bottom row.
    case rightMirrored = 7
    /// The first stored row is the left column: to be turned by 90 degrees counterclockwise.
    case left = 8

    /// Whether rows become columns.
    public var isTransposed: Bool { rawValue >= 5 }

    var mirrorsColumns: Bool {
        switch self {
        case .upMirrored, .down, .right, .rightMirrored: true
        case .up, .downMirrored, .leftMirrored, .left: false
        }
    }

    var mirrorsRows: Bool {
        switch self {
        case .down, .downMirrored, .rightMirrored, .left: true
        case .up, .upMirrored, .leftMirrored, .right: false
        }
    }

    /// The size that a viewer sees of a picture stored with `size`.
    public func applied(to size: PixelSize) -> PixelSize {
        isTransposed ? size.transposed : size
    }

    func applied(to grid: BlockGrid, storedSize size: PixelSize) -> BlockGrid {
        let seen = applied(to: size)
        let width = isTransposed ? grid.height : grid.width
        let height = isTransposed ? grid.width : grid.height
        let (x, y) = isTransposed ? (grid.offsetY, grid.offsetX) : (grid.offsetX, grid.offsetY)
        // A grid line stays between the same pixels; the first of a mirrored picture was the last.
        return BlockGrid(
            width: width,
            height: height,
            offsetX: mirrorsColumns ? (seen.width + width - x) % width : x,
            offsetY: mirrorsRows ? (seen.height + height - y) % height : y,
            margin: grid.margin,
            isPredicted: grid.isPredicted
        )
    }
}

extension Orientation {
    /// The orientation in a TIFF block, from PNG's eXIf chunk or JPEG's APP1 marker (EXIF 2.32, section 4.6.4). Metadata is a hint:
    /// without any that makes sense, the picture counts as stored.
    init(exif bytes: UnsafeBufferPointer<UInt8>) {
        self = TIFFBlock(bytes).flatMap { $0.shortValue(ofTag: 0x0112) }.flatMap(Orientation.init) ?? .up
    }
}

/// The first directory of a TIFF block, read with every offset checked.
private struct TIFFBlock {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isBigEndian: Bool

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (UInt8(ascii: "I"), UInt8(ascii: "I")): isBigEndian = false
        case (UInt8(ascii: "M"), UInt8(ascii: "M")): isBigEndian = true
        default: return nil
        }
        self.bytes = bytes
        guard short(at: 2) == 42 else { return nil }
    }

    func shortValue(ofTag tag: UInt16) -> UInt16? {
        guard let directory = long(at: 4), let entries = short(at: directory) else { return nil }
        for entry in 0..<Int(entries) {
            let offset = directory + 2 + entry * 12
            guard let found = short(at: offset), let type = short(at: offset + 2) else { return nil }
            if found == tag { return type == 3 && long(at: offset + 4) == 1 ? short(at: offset + 8) : nil }
        }
        return nil
    }

    private func long(at offset: Int) -> Int? {
        guard let first = short(at: offset), let second = short(at: offset + 2) else { return nil }
        return isBigEndian ? Int(first) << 16 | Int(second) : Int(second) << 16 | Int(first)
    }

    private func short(at offset: Int) -> UInt16? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}
