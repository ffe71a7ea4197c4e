import BoundedWork
import Detection
import ImageCore

/// A policy resolved against one snapshot: areas in pixels with their styles, in the order of painting.
struct Plan {
    /// One thing that a rule covers, such as a region or an element.
    struct Step {
        let rule: Int
        let target: String
        let element: Int?
        let finding: Finding?
        /// Nil where the policy states the place.
        let cause: FindingCause?
        /// Whether the step covers a part of the screen that the page source does not describe.
        let isOutside: Bool
        /// Nil for a rectangle.
        let outline: String?
        let style: String
        let brush: any Brush
        let area: PaintArea
        let assurance: Assurance
        /// A sentence on known ways past the style; nil if there is none.
        let warning: String?

        /// Whether a receipt states only the outline and the rectangle round it, since nothing is cut out.
        var isWholeOutline: Bool { outline != nil && !area.isCut }
        var rects: [PixelRect] { isWholeOutline ? [area.target] : area.parts }
        /// Rectangles that hold all that is painted.
        var targets: [PixelRect] { isOutside ? area.parts : [area.target] }
    }

    struct Matches {
        let rule: Int
        /// Elements inside a covered one count as well.
        let count: Int
    }

    let steps: [Step]

    /// Matches of each rule that names elements or is found by looking, in the order of the rules.
    let matches: [Matches]

    /// The words of targets; empty if nothing was looked for in the pixels.
    let lookedFor: [String]

    /// Places of the lines of text that were seen, covered or not.
    let lines: [Quadrilateral]

    let size: PixelSize

    /// Nil if no page source was sent, or the policy does not apply.
    let elements: PlacedElements?

    /// Sentences on the plan as a whole, but for ``unreadCount``.
    private(set) var ownWarnings: [String]

    /// Lines of text that could not be read and are not covered.
    private(set) var unreadCount = 0

    /// Sentences on the plan as a whole.
    var warnings: [String] { ownWarnings + [Self.warning(ofUnread: unreadCount)].compactMap(\.self) }

    private static let spreadWarning =
        "The encoder of the snapshot saw the covered pixels, and may have changed pixels nearby a little. "
        + "If that matters, take lossless screenshots, as PNG."
    private static let spreadWarningOfRecording =
        "The encoder of the recording saw the covered pixels, and may have changed pixels nearby, or in later frames, a little."

    /// Whether a rule that only obscures could read what another one erases.
    var readsWhatItErases: Bool {
        steps.contains { $0.assurance == .erased } && steps.contains { $0.assurance == .obscured }
    }

    /// Pixels that a style which looks beyond its own target may not read.
    var targets: [PixelRect] { steps.flatMap(\.targets) }

    /// Whether painting refuses nothing and leaves nothing out, so that the plan suffices for the receipt.
    var isForeseeable: Bool { steps.allSatisfy(\.brush.isForeseeable) }

    /// The pixels of ``targets``; nil if no style looks round its own target.
    func hiddenPixels(_ cancellation: Cancellation) throws(RedactionError) -> PixelSet? {
        guard steps.contains(where: \.brush.readsSurroundings) else { return nil }
        return try pixels(of: targets, cancellation)
    }

    func paintedPixels(_ cancellation: Cancellation) throws(RedactionError) -> PixelSet {
        try pixels(of: steps.flatMap(\.area.parts), cancellation)
    }

    /// Whether the snapshot is all erased, or all obscured and nothing erased: nothing lies beside the cover.
    var leavesNothingBeside: Bool { erasesAll || erasedParts.isEmpty && coverage >= 1 }

    var erasesAll: Bool { erasedParts.unionArea == size.area }

    /// Pixels without a say in how the snapshot is read: all painted ones, or the erased ones where all are painted.
    var undecisivePixels: [PixelRect] { coverage >= 1 ? erasedParts : steps.flatMap(\.area.parts) }

    private var erasedParts: [PixelRect] { steps.filter { $0.assurance == .erased }.flatMap(\.area.parts) }

    private func pixels(of rects: [PixelRect], _ cancellation: Cancellation) throws(RedactionError) -> PixelSet {
        try mapError(PixelSet(rects, in: size, cancellation: cancellation), \WorkFailure.redactionError)
    }

    /// Resolves `policy` for one snapshot. Covered areas grow to the grid and kept ones shrink to it, so that no covered pixel
    /// shows beside its cover. In a phase in which the policy does not apply, nothing is painted.
    ///
    /// - Parameters:
    ///   - phase: Nil if not known: the policy applies.
    ///   - elements: Nil if no page source was sent.
    ///   - seen: Nil where no target is found by looking.
    ///   - shown: The seconds from the first frame of a recording for which the frame is shown; nil for a snapshot.
    ///   - scale: Pixels for each point; nil for the policy's own.
    ///   - grid: The blocks within which a pixel shows in its neighbours.
    /// - Throws: ``PolicyError`` or `BudgetFailure`.
    init(
        _ policy: Policy,
        phase: Phase? = nil,
        elements: MatchedElements? = nil,
        seen: SeenFindings? = nil,
        shown: Range<Double>? = nil,
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
            lines = []
            ownWarnings = []
            return
        }
        var planner = try Planner(
            policy,
            elements: elements,
            seen: seen,
            shown: shown,
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
        lines = seen?.lines ?? []
        ownWarnings = planner.warnings
        if grid.isPredicted, steps.contains(where: { $0.assurance == .erased }), coverage < 1 {
            ownWarnings.append(shown == nil ? Self.spreadWarning : Self.spreadWarningOfRecording)
        }
        if let seen { try count(unread: seen.unread, cancellation) }
        guard policy.minimumCoverage > 0 else { return }
        let coverage = coverage
        guard coverage >= policy.minimumCoverage else {
            throw PolicyError.coverageTooSmall(found: coverage, demanded: policy.minimumCoverage)
        }
    }

    /// The painted share of the pixels, 0 to 1.
    private var coverage: Double { Double(steps.flatMap(\.area.parts).unionArea) / Double(size.area) }

    /// Counts unreadable lines that are not covered. An inclined line counts as covered if its middle is.
    private mutating func count(unread lines: [Quadrilateral], _ cancellation: Cancellation) throws {
        guard !lines.isEmpty else { return }
        let painted = try paintedPixels(cancellation)
        var budget = WorkBudget(limit: Planner.workLimit, cancellation: cancellation)
        var count = 0
        for line in lines {
            let part = line.isUpright ? line : line.part(0.5...0.5)
            guard let rect = part.boundingRect(in: size) else { continue }
            if try !painted.contains(rect, budget: &budget) { count += 1 }
        }
        unreadCount = count
    }

    /// A sentence on unreadable lines; nil for none.
    static func warning(ofUnread count: Int) -> String? {
        guard count > 0 else { return nil }
        let words = count == 1 ? "1 line of text" : "\(count) lines of text"
        return
            "\(words) could not be read, and may be sensitive. The target { \"text\": \"unread\" } covers such lines."
    }
}
