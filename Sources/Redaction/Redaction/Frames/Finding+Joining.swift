import Detection
import ImageCore

extension SeenFindings {
    /// Adds a finding; rectangles of a kind that touch become the one that holds them.
    mutating func join(_ finding: Finding, of sight: Sight) {
        var all = findings[sight] ?? []
        var joined = finding
        // What it touches may touch others once they are joined.
        while let index = all.firstIndex(where: { $0.touches(joined) }) {
            joined = joined.joined(with: all.remove(at: index))
        }
        all.append(joined)
        findings[sight] = all
    }
}

extension Finding {
    var isRectangle: Bool { outline.isRectangle }

    /// The pixels round it; nil if none lie in a picture of this size.
    func pixels(in size: PixelSize) -> PixelRect? {
        let bounds = outline.bounds
        return Quadrilateral(x: bounds.left...bounds.right, y: bounds.top...bounds.bottom).boundingRect(in: size)
    }

    /// Whether it covers all of another one of its kind.
    func holds(_ other: Finding) -> Bool {
        let (one, two) = (outline.bounds, other.outline.bounds)
        guard isRectangle, other.isRectangle else { return one == two && outlineName == other.outlineName }
        // What was moved has been rounded.
        let close = 0.01
        return isOfKind(other) && one.left <= two.left + close && one.right >= two.right - close
            && one.top <= two.top + close && one.bottom >= two.bottom - close
    }

    private func isOfKind(_ other: Finding) -> Bool { source == other.source && cause.kind == other.cause.kind }

    fileprivate func touches(_ other: Finding) -> Bool {
        let (one, two) = (outline.bounds, other.outline.bounds)
        guard isRectangle, other.isRectangle else { return one == two && outlineName == other.outlineName }
        return isOfKind(other) && one.left <= two.right && two.left <= one.right && one.top < two.bottom
            && two.top < one.bottom
    }

    fileprivate func joined(with other: Finding) -> Finding {
        guard isRectangle else { return self }
        let (one, two) = (outline.bounds, other.outline.bounds)
        let surer = (cause.score ?? 0) >= (other.cause.score ?? 0) ? self : other
        return surer.replacing(
            OutlineBounds(
                left: min(one.left, two.left),
                top: min(one.top, two.top),
                right: max(one.right, two.right),
                bottom: max(one.bottom, two.bottom)
            ),
            height: max(height, other.height)
        )
    }

    /// The part of a rectangle in some columns.
    func part(_ columns: Range<Int>) -> Finding {
        let bounds = outline.bounds
        return replacing(
            OutlineBounds(
                left: max(bounds.left, Double(columns.lowerBound)),
                top: bounds.top,
                right: min(bounds.right, Double(columns.upperBound)),
                bottom: bounds.bottom
            ),
            height: height
        )
    }

    /// The same part of a line at the place that the line has at another time; nil where it does not reach so far.
    func moved(from line: Quadrilateral, to other: Quadrilateral) -> Finding? {
        let left = other.columns.lowerBound + outline.bounds.left - line.columns.lowerBound
        let right = min(left + outline.bounds.width, other.columns.upperBound)
        guard left < right else { return nil }
        let bounds = OutlineBounds(left: left, top: other.rows.lowerBound, right: right, bottom: other.rows.upperBound)
        return replacing(bounds, height: height)
    }

    /// The rectangle after a motion, as far as it is within an area; nil if none of it is.
    func moved(by vector: MotionVector, within area: PixelRect) -> Finding? {
        let bounds = outline.bounds
        let moved = OutlineBounds(
            left: max(bounds.left + Double(vector.x), Double(area.x)),
            top: max(bounds.top + Double(vector.y), Double(area.y)),
            right: min(bounds.right + Double(vector.x), Double(area.maxX)),
            bottom: min(bounds.bottom + Double(vector.y), Double(area.maxY))
        )
        return moved.left < moved.right && moved.top < moved.bottom ? replacing(moved, height: height) : nil
    }

    private func replacing(_ bounds: OutlineBounds, height: Double) -> Finding {
        Finding(
            source: source,
            cause: cause,
            height: height,
            outline: RoundedOutline(bounds: bounds, radius: 0),
            outlineName: nil,
            value: value
        )
    }
}
