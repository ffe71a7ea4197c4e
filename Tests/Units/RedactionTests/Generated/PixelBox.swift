/// A rectangle of pixels that may be empty, and may lie beyond the picture: a place on a generated screen.
struct PixelBox: Hashable, CustomStringConvertible {
    var left: Int
    var top: Int
    /// The column after the last one.
    var right: Int
    /// The row after the last one.
    var bottom: Int

    init(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    var width: Int { right - left }
    var height: Int { bottom - top }
    var isEmpty: Bool { left >= right || top >= bottom }

    /// As UiAutomator writes it: `[left,top][right,bottom]`.
    var description: String { "[\(left),\(top)][\(right),\(bottom)]" }

    /// What both have in common. Where that is nothing, an edge lies beyond the opposite one.
    func clipped(to other: PixelBox) -> PixelBox {
        PixelBox(max(left, other.left), max(top, other.top), min(right, other.right), min(bottom, other.bottom))
    }

    func contains(_ other: PixelBox) -> Bool {
        left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
    }

    func moved(x: Int = 0, y: Int = 0) -> PixelBox {
        PixelBox(left + x, top + y, right + x, bottom + y)
    }

    func inset(x: Int, y: Int) -> PixelBox {
        PixelBox(left + x, top + y, right - x, bottom - y)
    }

    /// Where it is on a screen that is laid out from right to left between the edges of `screen`.
    func mirrored(in screen: PixelBox) -> PixelBox {
        PixelBox(screen.left + screen.right - right, top, screen.left + screen.right - left, bottom)
    }

    /// The pixels that it touches in a picture of other lengths.
    func stretched(x: Double, y: Double) -> PixelBox {
        func first(_ edge: Int, _ factor: Double) -> Int { Int((Double(edge) * factor + 1e-6).rounded(.down)) }
        func end(_ edge: Int, _ factor: Double) -> Int { Int((Double(edge) * factor - 1e-6).rounded(.up)) }
        return PixelBox(first(left, x), first(top, y), end(right, x), end(bottom, y))
    }

    /// What is left of it where `other` is taken away.
    func subtracting(_ other: PixelBox) -> [PixelBox] {
        let common = clipped(to: other)
        guard !common.isEmpty else { return isEmpty ? [] : [self] }
        return [
            PixelBox(left, top, right, common.top), PixelBox(left, common.bottom, right, bottom),
            PixelBox(left, common.top, common.left, common.bottom),
            PixelBox(common.right, common.top, right, common.bottom),
        ].filter { !$0.isEmpty }
    }
}

extension [PixelBox] {
    /// What is left of these where all `others` are taken away.
    func subtracting(_ others: some Sequence<PixelBox>) -> [PixelBox] {
        var rest = self
        for other in others where !rest.isEmpty { rest = rest.flatMap { $0.subtracting(other) } }
        return rest
    }
}
