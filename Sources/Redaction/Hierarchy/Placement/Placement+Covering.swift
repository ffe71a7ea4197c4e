public import BoundedWork
public import ImageCore

extension Placement {
    /// The rectangles that cover an element.
    public struct Cover: Sendable, Equatable {
        /// The rectangle of the element, and one for each element that it holds and that sticks out of it. None if
        /// nothing of it is seen.
        public internal(set) var rects: [PixelRect] = []
        /// Whether something of the element can be seen, and nothing says where it is.
        public internal(set) var isIncomplete = false
    }

    /// The pixels that cover the element at `index` and all that it holds, as far as they are seen.
    ///
    /// An element without a frame is where the elements are that it holds. The cover is incomplete if it holds none, or
    /// if it says something itself.
    ///
    /// - Parameters:
    ///   - index: Of an element of `hierarchy`.
    ///   - hierarchy: The one that this placement was made for.
    ///   - believesInvisible: Whether to leave out what the source calls invisible. Drivers say so of what is shown, too.
    ///   - padding: Pixels to cover beyond each rectangle, on each side.
    ///   - budget: Pays for elements and rectangles that are looked at, as elements may hold each other.
    /// - Throws: ``BudgetFailure``.
    public func cover(
        of index: Int,
        of hierarchy: Hierarchy,
        believesInvisible: Bool = true,
        padding: Double = 0,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Cover {
        var cover = Cover()
        guard isPictured(index) else { return cover }
        /// The rectangles round the element at hand, the innermost last, and where what they hold ends.
        var enclosing: [(rect: PixelRect, end: Int)] = []
        for held in hierarchy.subtree(of: index) {
            try budget.spend()
            let element = hierarchy.elements[held]
            // Of what is called invisible and has no place, there is nothing to cover.
            guard element.isVisible || !believesInvisible && element.frame != nil else { continue }
            while let last = enclosing.last, last.end <= held { enclosing.removeLast() }
            if let frame = element.frame {
                guard let rect = rect(of: frame, padding: padding + blending) else { continue }
                try budget.spend(enclosing.count)
                if enclosing.contains(where: { $0.rect.contains(rect) }) { continue }
                cover.rects.append(rect)
                enclosing.append((rect, element.end))
            } else if enclosing.isEmpty, element.end == held + 1 || hierarchy.says(held) {
                cover.isIncomplete = true
            }
        }
        return cover
    }
}
