extension PaintArea {
    /// The painted pixels along the edges of the target, as wide as a line can be that hardly shows on a picture of `size`; none
    /// where the target is not much larger.
    func hairline(on size: PixelSize) -> [PixelRect] {
        let width = max(min(size.width, size.height) / 600, 1)
        guard min(target.width, target.height) > 8 * width,
            let inside = PixelRect(
                columns: target.x + width..<target.maxX - width,
                rows: target.y + width..<target.maxY - width
            )
        else { return [] }
        return target.subtracting(inside).flatMap { strip in parts.compactMap { $0.intersection(strip) } }
    }
}
