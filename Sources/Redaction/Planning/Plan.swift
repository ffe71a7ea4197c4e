import BoundedWork
import ImageCore

/// A policy resolved against one snapshot: what is painted where, in pixels and in order.
struct Plan {
    /// One rule, resolved.
    struct Step {
        /// Index of the rule in its policy.
        let rule: Int
        /// The word for the rule's target.
        let target: String
        /// Index of the element that is covered, if the target names elements.
        let element: Int?
        /// Whether it is a part of the screen that the hierarchy is not about.
        let isOutside: Bool
        /// The name of the outline of what is painted; nil where that is ``rects``.
        let outline: String?
        /// The word for the rule's style.
        let style: String
        /// What paints the rule's style.
        let brush: any Brush
        /// Where it is painted.
        let area: PaintArea
        /// The rectangles that a receipt tells: what is painted, or the one round the outline of that.
        let rects: [PixelRect]
        /// What the style promises.
        let assurance: Assurance
        /// What is known to get past the style, if anything is.
        let warning: String?
    }

    /// How many elements a rule found.
    struct Matches {
        /// Index of the rule in its policy.
        let rule: Int
        /// Elements that are covered, by themselves or with one that holds them.
        let count: Int
    }

    /// The rules in the order of painting.
    let steps: [Step]

    /// What the rules found that name elements.
    let matches: [Matches]

    /// What is to be known by anyone who relies on the picture, beyond what single steps say: sentences.
    let warnings: [String]

    /// Whether a rule that only obscures could read what another one erases.
    var readsWhatItErases: Bool {
        steps.contains { $0.assurance == .erased } && steps.contains { $0.assurance == .obscured }
    }

    /// All that is to be covered, which a style that looks beyond its own target may not look at.
    var targets: [PixelRect] { steps.flatMap { $0.isOutside ? $0.area.parts : [$0.area.target] } }

    /// The pixels of ``targets`` in a snapshot of `size`. Nil if no style looks round its own target.
    func hiddenPixels(in size: PixelSize, _ cancellation: Cancellation) throws(RedactionError) -> PixelSet? {
        guard steps.contains(where: \.brush.readsSurroundings) else { return nil }
        return try Self.pixels(of: targets, in: size, cancellation)
    }

    /// The pixels that are painted on a snapshot of `size`: the targets without what is kept.
    func paintedPixels(in size: PixelSize, _ cancellation: Cancellation) throws(RedactionError) -> PixelSet {
        try Self.pixels(of: steps.flatMap(\.area.parts), in: size, cancellation)
    }

    private static func pixels(
        of rects: [PixelRect],
        in size: PixelSize,
        _ cancellation: Cancellation
    ) throws(RedactionError) -> PixelSet {
        try mapError(PixelSet(rects, in: size, cancellation: cancellation), \WorkFailure.redactionError)
    }

    /// Resolves `policy` for a snapshot of `size` pixels and `scale` pixels a point, if that is known, whose pixels show in their neighbours within `grid`.
    ///
    /// What is covered grows to the grid, and what is kept shrinks to it, so that nothing that is covered shows beside it.
    /// Colours become those of `colorSpace`, the snapshot's. In a phase in which the policy does not apply, nothing is painted.
    ///
    /// - Throws: ``PolicyError`` or `BudgetFailure`.
    init(
        _ policy: Policy,
        phase: Phase? = nil,
        elements: MatchedElements? = nil,
        scale: Double? = nil,
        size: PixelSize,
        grid: BlockGrid,
        colorSpace: ColorSpace = .sRGB,
        cancellation: Cancellation = Cancellation()
    ) throws {
        guard policy.applies(in: phase) else {
            steps = []
            matches = []
            warnings = []
            return
        }
        var planner = try Planner(
            policy,
            elements: elements,
            displayScale: scale ?? policy.unit.scale,
            size: size,
            grid: grid,
            colorSpace: colorSpace,
            budget: WorkBudget(limit: Planner.workLimit, cancellation: cancellation)
        )
        for (index, rule) in policy.rules.enumerated() { try planner.add(rule, at: index) }
        steps = planner.steps
        matches = planner.matches
        warnings = planner.warnings
        // Where nothing is demanded, nothing is measured.
        guard policy.minimumCoverage > 0 else { return }
        let coverage = coverage(of: size)
        guard coverage >= policy.minimumCoverage else {
            throw PolicyError.coverageTooSmall(found: coverage, demanded: policy.minimumCoverage)
        }
    }

    /// The share of the pixels of a snapshot of `size` that is painted over, 0 to 1.
    private func coverage(of size: PixelSize) -> Double {
        Double(steps.flatMap(\.area.parts).unionArea) / Double(size.area)
    }
}
