import BoundedWork
import Detection
import ImageCore

/// A policy resolved against one snapshot: what is painted where, in pixels and in order.
struct Plan {
    /// One thing that a rule covers, such as a region or an element, in pixels.
    struct Step {
        /// Index of the rule in the policy, from 0.
        let rule: Int
        /// The word for the rule's target in receipts.
        let target: String
        /// Index of the element that is covered, if the target names elements.
        let element: Int?
        /// What was seen, if the target is found by looking.
        let finding: Finding?
        /// Whether the step covers a part of the screen that the hierarchy is not about.
        let isOutside: Bool
        /// The name of the outline of what is covered; nil for a rectangle.
        let outline: String?
        /// The word for the rule's style in receipts.
        let style: String
        /// Paints the rule's style.
        let brush: any Brush
        /// The pixels that are painted.
        let area: PaintArea
        /// What the style promises of the pixels that it covers.
        let assurance: Assurance
        /// What is known to get past the style, as a sentence; nil if nothing is.
        let warning: String?

        /// Whether a receipt tells no more than the outline of what is painted, and the rectangle round it: nothing is cut
        /// out of it.
        var isWholeOutline: Bool { outline != nil && !area.isCut }
        /// The rectangles that a receipt tells.
        var rects: [PixelRect] { isWholeOutline ? [area.target] : area.parts }
    }

    /// How many elements the target of one rule found.
    struct Matches {
        /// Index of the rule in the policy, from 0.
        let rule: Int
        /// How many elements are covered, by themselves or with one that holds them.
        let count: Int
    }

    /// What is painted, in the order of painting.
    let steps: [Step]

    /// How many elements each rule found whose target names elements, and things each whose target is found by looking, in the
    /// order of the rules.
    let matches: [Matches]

    /// What was looked for in the pixels of the snapshot, in the words of targets; empty if nothing was.
    let lookedFor: [String]

    /// The size of the snapshot, in pixels.
    let size: PixelSize

    /// The elements that the policy names, placed on the snapshot; nil if no hierarchy was sent, or the policy does not apply.
    let elements: PlacedElements?

    /// What has to be known before the picture is relied on, besides what single steps say: sentences.
    private(set) var warnings: [String]

    private static let spreadWarning =
        "The encoder of the file that was sent saw what is covered, and may have changed pixels elsewhere a little by it. "
        + "Where that matters, take screenshots without loss, as PNG."

    /// Whether a rule that only obscures could read what another one erases.
    var readsWhatItErases: Bool {
        steps.contains { $0.assurance == .erased } && steps.contains { $0.assurance == .obscured }
    }

    /// All that is to be covered, which a style that looks beyond its own target may not look at.
    var targets: [PixelRect] { steps.flatMap { $0.isOutside ? $0.area.parts : [$0.area.target] } }

    /// Whether painting refuses nothing and leaves nothing out, so that the plan says all that there is to know.
    var isForeseeable: Bool { steps.allSatisfy(\.brush.isForeseeable) }

    /// The pixels of ``targets``. Nil if no style looks round its own target.
    func hiddenPixels(_ cancellation: Cancellation) throws(RedactionError) -> PixelSet? {
        guard steps.contains(where: \.brush.readsSurroundings) else { return nil }
        return try pixels(of: targets, cancellation)
    }

    /// The pixels that are painted: the targets without what is kept.
    func paintedPixels(_ cancellation: Cancellation) throws(RedactionError) -> PixelSet {
        try pixels(of: steps.flatMap(\.area.parts), cancellation)
    }

    /// Whether all of the snapshot is erased, or all obscured and nothing erased: so nothing lies beside what is covered.
    var leavesNothingBeside: Bool { erasesAll || erasedParts.isEmpty && coverage >= 1 }

    /// Whether all of the snapshot is erased.
    var erasesAll: Bool { erasedParts.unionArea == size.area }

    /// The pixels that have no say in how the snapshot is read: those that are painted, or those that are erased where all are painted.
    var undecisivePixels: [PixelRect] { coverage >= 1 ? erasedParts : steps.flatMap(\.area.parts) }

    private var erasedParts: [PixelRect] { steps.filter { $0.assurance == .erased }.flatMap(\.area.parts) }

    private func pixels(of rects: [PixelRect], _ cancellation: Cancellation) throws(RedactionError) -> PixelSet {
        try mapError(PixelSet(rects, in: size, cancellation: cancellation), \WorkFailure.redactionError)
    }

    /// Resolves `policy` for one snapshot.
    ///
    /// What is covered grows to the grid, and what is kept shrinks to it, so that nothing that is covered shows beside
    /// it. In a phase in which the policy does not apply, nothing is painted.
    ///
    /// - Parameters:
    ///   - policy: What to cover, and how.
    ///   - phase: What the app was doing; nil if nothing tells, in which case the policy applies.
    ///   - elements: The elements that the policy names; nil if no hierarchy was sent.
    ///   - seen: What was seen in the pixels of the snapshot; nil where no target is found by looking.
    ///   - scale: Pixels for each point of the display; nil for what the policy says.
    ///   - size: The size of the snapshot, in pixels.
    ///   - grid: The blocks within which a pixel of the snapshot shows in its neighbours.
    ///   - colorSpace: The colour space of the snapshot, to which colours are converted.
    ///   - cancellation: Whether the plan is still wanted.
    /// - Throws: ``PolicyError`` for a policy that does not fit the snapshot, `BudgetFailure` where planning takes too
    ///   much work or is not wanted any more.
    init(
        _ policy: Policy,
        phase: Phase? = nil,
        elements: MatchedElements? = nil,
        seen: SeenFindings? = nil,
        scale: Double? = nil,
        size: PixelSize,
        grid: BlockGrid,
        colorSpace: ColorSpace = .sRGB,
        cancellation: Cancellation = Cancellation()
    ) throws {
        self.size = size
        guard policy.applies(in: phase) else {
            self.elements = nil
            steps = []
            matches = []
            lookedFor = []
            warnings = []
            return
        }
        var planner = try Planner(
            policy,
            elements: elements,
            seen: seen,
            displayScale: scale ?? policy.unit.scale,
            size: size,
            grid: grid,
            colorSpace: colorSpace,
            budget: WorkBudget(limit: Planner.workLimit, cancellation: cancellation)
        )
        for (index, rule) in policy.rules.enumerated() { try planner.add(rule, at: index) }
        steps = planner.steps
        matches = planner.matches
        self.elements = planner.elements
        lookedFor = seen?.kinds ?? []
        warnings = planner.warnings
        if grid.isPredicted, steps.contains(where: { $0.assurance == .erased }), coverage < 1 {
            warnings.append(Self.spreadWarning)
        }
        if let seen { try warn(ofUnread: seen.unread, cancellation) }
        // Where nothing is demanded, nothing is measured.
        guard policy.minimumCoverage > 0 else { return }
        let coverage = coverage
        guard coverage >= policy.minimumCoverage else {
            throw PolicyError.coverageTooSmall(found: coverage, demanded: policy.minimumCoverage)
        }
    }

    /// The share of the pixels of the snapshot that is painted over, 0 to 1.
    private var coverage: Double { Double(steps.flatMap(\.area.parts).unionArea) / Double(size.area) }

    /// Adds a warning for unreadable lines that are not covered. An inclined line counts as covered if its middle is.
    private mutating func warn(ofUnread lines: [Quadrilateral], _ cancellation: Cancellation) throws {
        guard !lines.isEmpty else { return }
        let painted = try paintedPixels(cancellation)
        var budget = WorkBudget(limit: Planner.workLimit, cancellation: cancellation)
        var count = 0
        for line in lines {
            let part = line.isUpright ? line : line.part(0.5...0.5)
            guard let rect = part.boundingRect(in: size) else { continue }
            if try !painted.contains(rect, budget: &budget) { count += 1 }
        }
        guard count > 0 else { return }
        let words = count == 1 ? "1 line of text" : "\(count) lines of text"
        warnings.append(
            "\(words) could not be read: what they say is not known. The target { \"text\": \"unread\" } finds them."
        )
    }
}
