public import ImageCore

extension Placement {
    /// An element that can be seen, and of which nothing says where.
    public struct UnplaceableElement: Error, Equatable {
        /// Its index.
        public let index: Int
    }

    /// The pixels that cover the element at `index` and all that it holds, as far as they are seen: the rectangle of
    /// the element, and one for whatever sticks out of it. None if nothing of it is seen.
    ///
    /// - Parameters:
    ///   - index: Of an element of `hierarchy`.
    ///   - hierarchy: The one that this placement was made for.
    ///   - padding: Pixels to cover beyond each rectangle, on each side.
    /// - Throws: ``UnplaceableElement`` for one that lies in no rectangle, holds nothing and has no frame.
    public func rects(
        covering index: Int,
        of hierarchy: Hierarchy,
        padding: Double = 0
    ) throws(UnplaceableElement) -> [PixelRect] {
        var rects: [PixelRect] = []
        /// The rectangles round the element at hand, the innermost last, and where what they hold ends.
        var enclosing: [(rect: PixelRect, end: Int)] = []
        for held in hierarchy.subtree(of: index) where hierarchy.elements[held].isVisible {
            let element = hierarchy.elements[held]
            while let last = enclosing.last, last.end <= held { enclosing.removeLast() }
            if let frame = element.frame {
                guard let rect = rect(of: frame, padding: padding) else { continue }
                if enclosing.contains(where: { $0.rect.contains(rect) }) { continue }
                rects.append(rect)
                enclosing.append((rect, element.end))
            } else if enclosing.isEmpty, element.end == held + 1 {
                throw UnplaceableElement(index: held)
            }
        }
        return rects
    }
}
