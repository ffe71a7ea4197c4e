import BoundedWork
import Hierarchy
import ImageCore
import StrictJSON

/// Resolves the rules of a policy, one after the other.
struct Planner {
    private(set) var steps: [Plan.Step] = []
    private(set) var matches: [Plan.Matches] = []
    /// Sentences, each once.
    private(set) var warnings: [String] = []

    private let colorSpace: ColorSpace
    private let displayScale: Double?
    private let evidence: Evidence
    /// Kept rectangles, apart from kept shapes of other outlines.
    private let kept: [PixelRect]
    private let keptShapes: [PixelShape]
    private let recoverability: Recoverability
    var elements: PlacedElements? { evidence.elements }
    private var size: PixelSize { evidence.scale.snapshot }
    private var grid: BlockGrid { evidence.grid }
    private var labels = PlannedLabels()
    private var rectangles = 0
    private var parts = 0
    /// Pixels of all targets so far; overlaps count for each target.
    private var targetPixels = 0
    /// Pays for each visit of an element or an edge, and each comparison of rectangles.
    private var budget: WorkBudget

    /// Bound on the receipt: rectangles that all rules together are cut into.
    private static let maximumRectangles = 16_384

    /// Bound on the rectangles that all rules together paint, and on the kept ones: a shape is one in the receipt, and up to some a
    /// row here.
    private static let maximumParts = 262_144

    private static let tooManyParts =
        "the shapes are cut into more than \(maximumParts) rows; name fewer or simpler shapes"

    /// Number of times that all rules together may cover a whole snapshot: once for each rule.
    private static let maximumLayers = Policy.maximumRules

    /// Bound on visits for all rules together, less than a second. A screen takes some thousand for each rule.
    static let workLimit = 20_000_000

    /// Finds the kept areas, and plans nothing yet; `displayScale` is nil if not known.
    init(
        _ policy: Policy,
        elements: MatchedElements?,
        seen: SeenFindings? = nil,
        shown: Range<Double>? = nil,
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
        evidence = Evidence(scale: scale, grid: grid, elements: placed, seen: seen, shown: shown)
        recoverability = Recoverability(scale: displayScale, snapshot: size)
        warnings += [placed?.warning].compactMap(\.self)
        let all = try Self.kept(policy, evidence, budget: &self.budget)
        kept = all.compactMap(\.rect)
        keptShapes = all.filter { $0.rect == nil }
    }

    /// The kept areas, without the pixels in which covered ones could show.
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
    mutating func add(_ rule: Policy.Rule, at index: Int) throws {
        let target = rule.target.definition
        // Anything but an element is there once.
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
            // Elements inside a painted one are painted with it, once.
            if let element = candidate.element, element < end { continue }
            end = candidate.end
            try append(areas, rule, at: index, of: candidate, outline: cover.outline)
        }
        // A thing that is looked for may be absent, and so may its rest after kept areas.
        guard found > 0 || !isKept || (target.countsMatches && rule.atLeast == 0) else {
            throw PolicyError.ruleKept(rule: index)
        }
        guard found >= rule.atLeast else {
            throw PolicyError.tooFewMatches(rule: index, found: found, demanded: rule.atLeast)
        }
        if target.countsMatches { matches.append(Plan.Matches(rule: index, count: found)) }
        if target.mayLieOutside, rule.outside == .cover { try addOutside(rule, at: index) }
    }

    /// Covers the parts of the screen that the page source does not describe: they may show the target.
    private mutating func addOutside(_ rule: Policy.Rule, at index: Int) throws {
        guard let elements = evidence.elements else { return }
        for window in elements.closed {
            guard let area = try area(PixelShape(window), at: index) else { continue }
            try append([area], rule, at: index, isOutside: true)
        }
        guard let described = elements.described else { return }
        let sheltered = described.compactMap { grid.sheltered(in: $0, of: size) }
        let screen = PixelShape(PixelRect(size))
        guard let area = try area(painting: screen, excluding: sheltered + kept, at: index) else { return }
        try append([area], rule, at: index, isOutside: true)
    }

    private mutating func warn(_ sentence: String) {
        if !warnings.contains(sentence) { warnings.append(sentence) }
    }

    /// The painted area for `shape`; nil if all of it is kept.
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
            let sentence = "cutting the kept places out of it takes too much work; keep fewer elements and regions"
            throw PolicyError.elementsUndecided(.rule(index, "target"), sentence)
        }
    }

    /// Adds a step for each of `areas`, which cover one thing.
    private mutating func append(
        _ areas: [PaintArea],
        _ rule: Policy.Rule,
        at index: Int,
        of candidate: TargetCandidate = TargetCandidate(),
        outline: String? = nil,
        isOutside: Bool = false
    ) throws {
        let style = rule.style.definition
        let brush = try style.brush(
            for: StyleContext(
                rule: index,
                scale: evidence.scale,
                displayScale: displayScale,
                colorSpace: colorSpace,
                label: try labels.text(for: candidate, of: rule.target, rule.style, elements, budget: &budget)
            )
        )
        for area in areas {
            let step = Plan.Step(
                rule: index,
                target: rule.target.kind,
                element: candidate.element,
                finding: candidate.finding,
                cause: candidate.cause,
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
    }

    private mutating func count(_ step: Plan.Step) throws(PolicyError) {
        rectangles += step.rects.count
        parts += step.area.parts.count
        guard rectangles <= Self.maximumRectangles else {
            let limit = Self.maximumRectangles
            throw kept.isEmpty && keptShapes.isEmpty
                ? .invalid(at: "rules", "the rules cover more than \(limit) rectangles")
                : .invalid(at: "keep", "the kept places cut the rules into more than \(limit) rectangles")
        }
        targetPixels += step.area.target.size.area
        guard targetPixels <= Self.maximumLayers * size.area else {
            throw .invalid(at: "rules", "the rules cover the whole snapshot more than \(Self.maximumLayers) times")
        }
    }
}
