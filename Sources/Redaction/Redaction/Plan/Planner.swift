import BoundedWork
import Hierarchy
import ImageCore
import StrictJSON

/// Resolves the rules of a policy, one after the other.
struct Planner {
    /// The steps of the rules that were resolved so far.
    private(set) var steps: [Plan.Step] = []
    /// How many elements each rule found so far whose target names elements.
    private(set) var matches: [Plan.Matches] = []
    /// What has to be known of the plan besides its steps: sentences, each once.
    private(set) var warnings: [String] = []

    private let colorSpace: ColorSpace
    /// Pixels for each point of the display; nil if nothing tells.
    private let displayScale: Double?
    private let evidence: Evidence
    /// What is never covered: rectangles, and shapes that are none.
    private let kept: [PixelRect]
    private let keptShapes: [PixelShape]
    private let recoverability: Recoverability
    /// The elements of the policy, placed on the snapshot; nil if no hierarchy was sent.
    var elements: PlacedElements? { evidence.elements }
    private var size: PixelSize { evidence.scale.snapshot }
    private var grid: BlockGrid { evidence.grid }
    /// Rectangles that the receipt holds so far.
    private var rectangles = 0
    /// Rectangles that are painted so far.
    private var parts = 0
    /// Pixels of all targets so far. Those that several targets have in common count for each.
    private var targetPixels = 0
    /// Pays for looking at elements and shapes: for a visit of an element or an edge, or of a rectangle to compare
    /// with.
    private var budget: WorkBudget

    /// Most rectangles that all rules together may be cut into: a bound on the receipt.
    private static let maximumRectangles = 16_384

    /// Most rectangles that all rules together may paint, and that may be kept: a shape is one in the receipt, and up to some a
    /// row here.
    private static let maximumParts = 262_144

    private static let tooManyParts =
        "the shapes are cut into more than \(maximumParts) rows; name fewer, or simpler ones"

    /// How often all rules together may cover a whole snapshot: as often as there may be rules that do so.
    private static let maximumLayers = Policy.maximumRules

    /// Most visits for all rules together. A screen takes some thousand for each rule; so many take less than a second.
    static let workLimit = 20_000_000

    /// Finds what is kept, and plans nothing yet.
    ///
    /// - Parameters:
    ///   - policy: The policy whose rules will be added.
    ///   - elements: The elements that the policy names; nil if no hierarchy was sent.
    ///   - seen: What was seen in the pixels of the snapshot; nil where no target is found by looking.
    ///   - displayScale: Pixels for each point of the display; nil if nothing tells.
    ///   - size: The size of the snapshot, in pixels.
    ///   - grid: The blocks within which a pixel of the snapshot shows in its neighbours.
    ///   - colorSpace: The colour space of the snapshot, to which colours are converted.
    ///   - budget: Visits for all rules together.
    /// - Throws: ``PolicyError`` or `BudgetFailure`.
    init(
        _ policy: Policy,
        elements: MatchedElements?,
        seen: SeenFindings? = nil,
        displayScale: Double?,
        size: PixelSize,
        grid: BlockGrid,
        colorSpace: ColorSpace,
        budget: WorkBudget
    ) throws {
        self.colorSpace = colorSpace
        self.budget = budget
        self.displayScale = displayScale
        let scale = try PixelScale(policy.unit, snapshot: size)
        let placed = try elements.map { try PlacedElements($0, scale: displayScale, on: size) }
        evidence = Evidence(scale: scale, grid: grid, elements: placed, seen: seen)
        recoverability = Recoverability(scale: displayScale, snapshot: size)
        warnings += [placed?.warning].compactMap(\.self)
        let all = try Self.kept(policy, evidence, budget: &self.budget)
        kept = all.compactMap(\.rect)
        keptShapes = all.filter { $0.rect == nil }
    }

    /// What is never covered, without the pixels in which covered ones could show.
    private static func kept(_ policy: Policy, _ evidence: Evidence, budget: inout WorkBudget) throws -> [PixelShape] {
        var kept: [PixelShape] = []
        var count = 0
        for (index, target) in policy.keep.enumerated() {
            let pointer = JSONPointer([.name("keep"), .index(index)])
            let shapes = try target.definition.kept(given: evidence, at: pointer, budget: &budget)
            count += shapes.reduce(0) { $0 + $1.rectCount }
            guard count <= maximumParts else { throw PolicyError.tooMuchWork(pointer, tooManyParts) }
            kept += shapes
            guard kept.count <= Policy.maximumRules else {
                throw PolicyError.invalid(at: "keep", "more than \(Policy.maximumRules) elements and regions are kept")
            }
        }
        return kept
    }

    /// Resolves `rule`, which is at `index` in the policy, and adds its steps.
    ///
    /// - Throws: ``PolicyError`` for a rule that does not fit the snapshot, `BudgetFailure` if that takes too much work
    ///   or is not wanted any more.
    mutating func add(_ rule: Policy.Rule, at index: Int) throws {
        let target = rule.target.definition
        // What is no element is there once.
        guard target.countsMatches || rule.atLeast <= 1 else {
            throw PolicyError.tooFewMatches(rule: index, found: 1, demanded: rule.atLeast)
        }
        let demand = TargetDemand(
            rule: index,
            padding: rule.padding,
            minimumHeight: rule.minimumHeight,
            skipsUnplaceable: rule.unplaceable == .skip
        )
        var found = 0
        var isKept = false
        var end = 0
        for candidate in try target.candidates(given: evidence, at: demand.pointer) {
            let cover = try target.cover(candidate, for: demand, given: evidence, budget: &budget)
            if let warning = cover.warning { warn(warning) }
            let areas = try cover.shapes.compactMap { try area($0, at: index) }
            guard !areas.isEmpty else {
                isKept = isKept || !cover.shapes.isEmpty
                continue
            }
            found += 1
            // What an element holds is painted with it, and once.
            if let element = candidate.element, element < end { continue }
            end = candidate.end
            for area in areas {
                try append(
                    area,
                    rule,
                    at: index,
                    element: candidate.element,
                    finding: candidate.finding,
                    outline: cover.outline
                )
            }
        }
        // What is looked for may be there or not, and so may what is left of it.
        guard found > 0 || !isKept || (target.countsMatches && rule.atLeast == 0) else {
            throw PolicyError.ruleKept(rule: index)
        }
        guard found >= rule.atLeast else {
            throw PolicyError.tooFewMatches(rule: index, found: found, demanded: rule.atLeast)
        }
        if target.countsMatches { matches.append(Plan.Matches(rule: index, count: found)) }
        if target.mayLieOutside, rule.outside == .cover { try addOutside(rule, at: index) }
    }

    /// Covers what the hierarchy is not about: it may show what the target is for.
    private mutating func addOutside(_ rule: Policy.Rule, at index: Int) throws {
        guard let elements = evidence.elements else { return }
        for window in elements.closed {
            guard let area = try area(PixelShape(window), at: index) else { continue }
            try append(area, rule, at: index, isOutside: true)
        }
        guard let described = elements.described else { return }
        let sheltered = described.compactMap { grid.sheltered(in: $0, of: size) }
        let screen = PixelShape(PixelRect(size))
        guard let area = try area(painting: screen, excluding: sheltered + kept, at: index) else { return }
        try append(area, rule, at: index, isOutside: true)
    }

    private mutating func warn(_ sentence: String) {
        if !warnings.contains(sentence) { warnings.append(sentence) }
    }

    /// What is painted to cover `shape` for the rule at `index`. Nil if all of it is kept.
    private mutating func area(_ shape: PixelShape, at index: Int) throws -> PaintArea? {
        try area(painting: grid.influence(of: shape, in: size), excluding: kept, at: index)
    }

    private mutating func area(
        painting shape: PixelShape,
        excluding kept: [PixelRect],
        at index: Int
    ) throws -> PaintArea? {
        guard shape.rectCount <= Self.maximumParts - parts else {
            throw PolicyError.tooMuchWork(.rule(index, "target"), Self.tooManyParts)
        }
        do {
            return try PaintArea(shape, excluding: kept, keptShapes, budget: &budget)
        } catch BudgetFailure.spent {
            let sentence = "cutting what is kept out of it takes too much work; keep fewer elements and regions"
            throw PolicyError.elementsUndecided(.rule(index, "target"), sentence)
        }
    }

    private mutating func append(
        _ area: PaintArea,
        _ rule: Policy.Rule,
        at index: Int,
        element: Int? = nil,
        finding: Finding? = nil,
        outline: String? = nil,
        isOutside: Bool = false
    ) throws {
        let style = rule.style.definition
        let brush = try style.brush(
            for: StyleContext(
                rule: index,
                scale: evidence.scale,
                displayScale: displayScale,
                colorSpace: colorSpace
            )
        )
        let step = Plan.Step(
            rule: index,
            target: rule.target.kind,
            element: element,
            finding: finding,
            isOutside: isOutside,
            outline: outline,
            style: style.kind,
            brush: brush,
            area: area,
            assurance: style.assurance,
            warning: brush.warning(recoverability)
        )
        try count(step)
        steps.append(step)
    }

    private mutating func count(_ step: Plan.Step) throws(PolicyError) {
        rectangles += step.rects.count
        parts += step.area.parts.count
        guard rectangles <= Self.maximumRectangles else {
            let limit = Self.maximumRectangles
            throw kept.isEmpty && keptShapes.isEmpty
                ? .invalid(at: "rules", "the rules cover more than \(limit) rectangles")
                : .invalid(at: "keep", "what is kept cuts the rules into more than \(limit) rectangles")
        }
        targetPixels += step.area.target.size.area
        guard targetPixels <= Self.maximumLayers * size.area else {
            throw .invalid(at: "rules", "the rules cover the whole snapshot more than \(Self.maximumLayers) times")
        }
    }
}
