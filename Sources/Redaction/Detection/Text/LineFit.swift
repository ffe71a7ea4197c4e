import ImageCore

/// Fit of the rectangle of a line to its characters: the network sees too few pixels to find their ends.
///
/// From the marks of the network, rows and columns are followed outwards as long as there are characters. The height is that of a
/// line in the font, with room for ascenders and descenders whether there are any or not. Before an uneven background, the ends
/// are unknown, and the line stays as large as it may be.
struct LineFit {
    /// Distance of the ends of characters beyond the marks of the network, in heights of these.
    private static let reach = 0.55
    /// The largest gap within a character, for example between a letter and its dot, in heights of the marks.
    private static let gapAcross = 0.3
    /// The largest gap between characters that is followed along the line.
    private static let gapAlong = 0.55
    private static let margin = 1.0

    private let core: Quadrilateral
    /// The farthest reach of the characters.
    private let outer: Quadrilateral

    /// - Parameters:
    ///   - core: The marks of the network, upright.
    ///   - line: The same, grown as the network was trained to mark it.
    init(core: Quadrilateral, line: Quadrilateral) {
        self.core = core
        let reach = core.height * Self.reach + 2
        outer = line.grown(alongLine: reach / 2, acrossLine: reach / 2)
    }

    struct Fitted {
        let quadrilateral: Quadrilateral
        /// The ends of its characters, where known.
        let gaps: CharacterGaps?
    }

    /// The line, as far as it lies within an area.
    func fitted(in pixels: borrowing PixelBuffer, _ area: PixelRect) -> Fitted {
        guard let outerRect = outer.boundingRect(in: pixels.size)?.intersection(area),
            let coreRect = core.boundingRect(in: pixels.size)?.intersection(outerRect)
        else { return Fitted(quadrilateral: outer, gaps: nil) }
        let edges = LineEdges(pixels, outerRect, core: coreRect.rows)
        let unit = min(core.height, core.width)
        let rows = Self.followed(
            edges.ofRows,
            from: coreRect.y - outerRect.y..<coreRect.maxY - outerRect.y,
            gap: Int(unit * Self.gapAcross) + 1
        )
        let columns = Self.followed(
            edges.ofColumns,
            from: coreRect.x - outerRect.x..<coreRect.maxX - outerRect.x,
            gap: Int(unit * Self.gapAlong) + 1
        )
        let height = LineHeight(edges.ofRows, rows: rows)
        let (top, bottom) = (height.rows.lowerBound, height.rows.upperBound)
        let quadrilateral = Quadrilateral(
            x: clamped(columns, to: edges.ofColumns.count, from: outerRect.x),
            y: max(
                Double(outerRect.y),
                Double(outerRect.y) + top - Self.margin
            )...min(
                Double(outerRect.maxY),
                Double(outerRect.y) + bottom + Self.margin
            )
        )
        return Fitted(
            quadrilateral: quadrilateral,
            gaps: CharacterGaps(edges: edges.ofColumns, firstColumn: outerRect.x)
        )
    }

    private func clamped(_ range: Range<Int>, to count: Int, from origin: Int) -> ClosedRange<Double> {
        let lower = max(Double(range.lowerBound) - Self.margin, 0)
        let upper = min(Double(range.upperBound) + Self.margin, Double(count))
        return Double(origin) + lower...Double(origin) + max(lower, upper)
    }

    /// The connected extent of a range, without gaps larger than `gap`; within the range, from the first edge to the last.
    private static func followed(_ edges: [Int], from range: Range<Int>, gap: Int) -> Range<Int> {
        guard let first = range.first(where: { edges[$0] > 0 }), let last = range.last(where: { edges[$0] > 0 }) else {
            return 0..<edges.count
        }
        var (lower, upper) = (first, last)
        var index = first - 1
        while index >= 0, lower - index <= gap + 1 {
            if edges[index] > 0 { lower = index }
            index -= 1
        }
        index = last + 1
        while index < edges.count, index - upper <= gap + 1 {
            if edges[index] > 0 { upper = index }
            index += 1
        }
        return lower..<upper + 1
    }
}
