public import BoundedWork

/// Area of an effect: it reads its target and nothing else, and paints the parts of it.
public struct PaintArea: Sendable, Hashable {
    /// The rectangle that the effect covers as one piece: a blur extends its edges, pixelation counts its cells from its corner.
    public let target: PixelRect

    /// The rectangles that the effect may write, within ``target``, without overlap, never none.
    public let parts: [PixelRect]

    /// Whether something was left out of the target.
    public let isCut: Bool

    /// Some parts, never none, of a target that lie within it without overlap.
    init(_ target: PixelRect, parts: [PixelRect]) {
        self.target = target
        self.parts = parts
        isCut = parts != [target]
    }

    /// All of `target` without the pixels in `kept`. Nil if nothing of it is left.
    public init?(_ target: PixelRect, excluding kept: [PixelRect] = []) {
        var budget = WorkBudget(limit: .max)
        guard let area = try? PaintArea(PixelShape(target), excluding: kept, budget: &budget) else { return nil }
        self = area
    }

    /// All of `shape` without the pixels in `kept` and `keptShapes`, which are no rectangles; nil if nothing is left. The budget
    /// pays for each of `kept`, and each part that one may cut: there may be many more parts meanwhile.
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

/// The parts of an area in some rows, asked for from top to bottom: a part is looked at near its own rows alone.
struct PartSweep {
    private var waiting: ArraySlice<PixelRect>
    private var active: [PixelRect] = []

    init(_ parts: [PixelRect]) {
        waiting = parts.sorted { $0.y < $1.y }[...]
    }

    /// The parts that have one of `rows`, not empty and not above rows asked for before.
    mutating func parts(in rows: Range<Int>) -> [PixelRect] {
        active.removeAll { $0.maxY <= rows.lowerBound }
        while let part = waiting.first, part.y < rows.upperBound {
            waiting.removeFirst()
            if part.maxY > rows.lowerBound { active.append(part) }
        }
        return active
    }
}
