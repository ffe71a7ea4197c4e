public import BoundedWork

/// Where an effect works: it reads its target and nothing else, and paints the parts of it.
public struct PaintArea: Sendable, Hashable {
    /// What the effect covers as one piece: a blur extends its edges, pixelation counts its cells from its corner.
    public let target: PixelRect

    /// Where the effect may write: rectangles within ``target`` that do not overlap, never none.
    public let parts: [PixelRect]

    /// Whether something was left out of what the effect covers.
    public let isCut: Bool

    /// All of `target` but what is in one of `kept`. Nil if nothing of it is left.
    public init?(_ target: PixelRect, excluding kept: [PixelRect] = []) {
        var budget = WorkBudget(limit: .max)
        guard let area = try? PaintArea(PixelShape(target), excluding: kept, budget: &budget) else { return nil }
        self = area
    }

    /// All of `shape` but what is in one of `kept` or of `keptShapes`. Nil if nothing of it is left.
    ///
    /// - Parameters:
    ///   - shape: The pixels to cover.
    ///   - kept: The rectangles that are left out.
    ///   - keptShapes: The shapes that are left out, for those that are no rectangles.
    ///   - budget: Pays for each of `kept`, and for each part that one of them may cut: the parts may be many more than
    ///     what is kept before they are few again.
    /// - Throws: `BudgetFailure`.
    public init?(
        _ shape: PixelShape,
        excluding kept: [PixelRect],
        _ keptShapes: [PixelShape] = [],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        guard let target = shape.bounds else { return nil }
        try budget.spend(kept.count + keptShapes.count)
        var rest = shape
        for hole in keptShapes where hole.bounds?.intersection(target) != nil {
            try budget.spend(rest.rectCount + hole.rectCount)
            rest = rest.subtracting(hole)
        }
        var parts = rest.rects
        var isCut = rest != shape
        for hole in kept where hole.intersection(target) != nil {
            try budget.spend(parts.count)
            var cut: [PixelRect] = []
            for part in parts {
                if part.intersection(hole) == nil {
                    cut.append(part)
                } else {
                    cut += part.subtracting(hole)
                    isCut = true
                }
            }
            parts = cut
        }
        guard !parts.isEmpty else { return nil }
        self.target = target
        self.parts = parts
        self.isCut = isCut
    }
}
