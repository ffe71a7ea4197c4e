/// Pixels of a picture, row by row: the area of a shape that is no rectangle.
public struct PixelShape: Sendable, Hashable {
    struct Band: Sendable, Hashable {
        var rows: Range<Int>
        /// The columns: at least one span, from left to right, with a gap between each two.
        let spans: [Range<Int>]
    }

    private(set) var bands: [Band] = []

    /// Makes a shape without any pixels.
    public init() {}

    /// The pixels of a rectangle.
    public init(_ rect: PixelRect) {
        bands = [Band(rows: rect.rows, spans: [rect.columns])]
    }

    /// Whether there are no pixels.
    public var isEmpty: Bool { bands.isEmpty }

    /// The rectangle that the pixels fill; nil if they fill none.
    public var rect: PixelRect? {
        guard bands.count == 1, bands[0].spans.count == 1 else { return nil }
        return PixelRect(columns: bands[0].spans[0], rows: bands[0].rows)
    }

    /// The number of rectangles.
    public var rectCount: Int { bands.reduce(0) { $0 + $1.spans.count } }

    /// The pixels as rectangles that do not overlap.
    public var rects: [PixelRect] {
        bands.flatMap { band in band.spans.compactMap { PixelRect(columns: $0, rows: band.rows) } }
    }

    /// The smallest rectangle that holds all of the pixels; nil if there are none.
    public var bounds: PixelRect? {
        guard let first = bands.first, let last = bands.last,
            let left = bands.compactMap(\.spans.first?.lowerBound).min(),
            let right = bands.compactMap(\.spans.last?.upperBound).max()
        else { return nil }
        return PixelRect(columns: left..<right, rows: first.rows.lowerBound..<last.rows.upperBound)
    }

    /// Adds rows, at or below the end of the last ones, with spans of columns in any order. Empty ones add nothing.
    public mutating func append(rows: Range<Int>, spans: [Range<Int>]) {
        let spans = spans.merged
        guard !rows.isEmpty, !spans.isEmpty else { return }
        if let last = bands.last, last.rows.upperBound == rows.lowerBound, last.spans == spans {
            bands[bands.count - 1].rows = last.rows.lowerBound..<rows.upperBound
        } else {
            bands.append(Band(rows: rows, spans: spans))
        }
    }

    /// The pixels that are not in `other`, in time linear in the rectangles of both.
    public func subtracting(_ other: PixelShape) -> PixelShape {
        var rest = PixelShape()
        var holes = other.bands[...]
        for band in bands {
            while let hole = holes.first, hole.rows.upperBound <= band.rows.lowerBound { holes.removeFirst() }
            var row = band.rows.lowerBound
            for hole in holes {
                guard hole.rows.lowerBound < band.rows.upperBound else { break }
                let rows = hole.rows.clamped(to: band.rows)
                rest.append(rows: row..<rows.lowerBound, spans: band.spans)
                rest.append(rows: rows, spans: band.spans.subtracting(hole.spans))
                row = rows.upperBound
            }
            rest.append(rows: row..<band.rows.upperBound, spans: band.spans)
        }
        return rest
    }
}

extension [Range<Int>] {
    /// The union of the ranges, from left to right, with a gap between each two.
    var merged: [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// The difference of the ranges and `others`; both are ``merged``.
    fileprivate func subtracting(_ others: [Range<Int>]) -> [Range<Int>] {
        flatMap { range in
            var start = range.lowerBound
            var rest: [Range<Int>] = []
            for hole in others where hole.overlaps(range) {
                if start < hole.lowerBound { rest.append(start..<hole.lowerBound) }
                start = hole.upperBound
            }
            if start < range.upperBound { rest.append(start..<range.upperBound) }
            return rest
        }
    }

    func intersection(_ others: [Range<Int>]) -> [Range<Int>] {
        var common: [Range<Int>] = []
        var (left, right) = (self[...], others[...])
        while let first = left.first, let second = right.first {
            let both = first.clamped(to: second)
            if !both.isEmpty { common.append(both) }
            if first.upperBound < second.upperBound { left.removeFirst() } else { right.removeFirst() }
        }
        return common
    }
}
