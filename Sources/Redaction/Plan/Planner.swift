import BoundedWork
import Hierarchy
import ImageCore
import StrictJSON

/// Resolves the rules of a policy, one after the other.
struct Planner {
    /// What was resolved so far.
    private(set) var steps: [Plan.Step] = []
    /// How many elements each rule found that names some.
    private(set) var matches: [Plan.Matches] = []
    /// What is to be known beyond the steps: sentences, each once.
    private(set) var warnings: [String] = []

    private let size: PixelSize
    private let grid: BlockGrid
    private let colorSpace: ColorSpace
    private let scale: PixelScale
    /// Pixels for each point, if that is known.
    private let displayScale: Double?
    private let elements: PlacedElements?
    private let kept: [PixelRect]
    private let recoverability: Recoverability
    private var rectangles = 0
    /// Pixels of all targets so far, those that several have in common as often.
    private var targetPixels = 0
    /// Pays for looking at elements: for a visit of one, or of a rectangle to compare with.
    private var budget: WorkBudget

    /// Most rectangles that all rules together may be cut into, a bound on the receipt.
    private static let maximumRectangles = 16_384

    /// How often all rules together may cover a whole snapshot: as often as there may be rules that do so.
    private static let maximumLayers = Policy.maximumRules

    /// Visits for all rules together. A screen takes some thousand for each rule; these take less than a second.
    static let workLimit = 20_000_000

    /// For the other parameters see ``Plan``.
    ///
    /// - Parameter budget: Visits for all rules together.
    init(
        _ policy: Policy,
        elements: MatchedElements?,
        displayScale: Double?,
        size: PixelSize,
        grid: BlockGrid,
        colorSpace: ColorSpace,
        budget: WorkBudget
    ) throws {
        self.size = size
        self.grid = grid
        self.colorSpace = colorSpace
        self.budget = budget
        self.displayScale = displayScale
        scale = try PixelScale(policy.unit, snapshot: size)
        recoverability = Recoverability(scale: displayScale, snapshot: size)
        self.elements = try elements.map { try PlacedElements($0, scale: displayScale, on: size) }
        warnings += [self.elements?.warning].compactMap(\.self)
        kept = try Self.kept(policy, scale: scale, elements: self.elements, grid: grid, budget: &self.budget)
    }

    /// Resolves `rule`, the one at `index`.
    mutating func add(_ rule: Policy.Rule, at index: Int) throws {
        switch rule.target {
        case .regions: throw PolicyError.regionsMissing(rule: index)
        case .elements(let selector): try add(rule, at: index, elements: selector)
        case .screen, .region:
            guard rule.atLeast <= 1 else {
                throw PolicyError.tooFewMatches(rule: index, found: 1, demanded: rule.atLeast)
            }
            let pointer = JSONPointer.rule(index, "target")
            let rect = try scale.rect(of: rule.target, padding: rule.padding, rounding: .outward, at: pointer)
            guard let area = try area(rect, at: index) else { throw PolicyError.ruleKept(rule: index) }
            try append(area, rule, at: index)
        }
    }

    private mutating func add(
        _ rule: Policy.Rule,
        at index: Int,
        elements selector: ElementSelector
    ) throws {
        guard let elements else { throw PolicyError.hierarchyMissing(.rule(index, "target")) }
        let padding = scale.pixels(rule.padding)
        var found = 0
        var isKept = false
        var end = 0
        for element in elements(selector) {
            let cover = try cover(
                of: element,
                among: elements,
                isOfLevel: selector.isLevel,
                padding: padding,
                rule: index
            )
            if cover.isIncomplete, rule.unplaceable == .refuse {
                guard selector.isLevel, elements.hierarchy.isToast(element) else {
                    throw PolicyError.elementUnplaceable(rule: index)
                }
                warn(Self.toastWarning)
            }
            let areas = try cover.rects.compactMap { try area($0, at: index) }
            guard !areas.isEmpty else {
                isKept = isKept || !cover.rects.isEmpty
                continue
            }
            found += 1
            // What an element holds is painted with it, and once.
            guard element >= end else { continue }
            end = elements.hierarchy.elements[element].end
            for area in areas { try append(area, rule, at: index, element: element) }
        }
        guard found > 0 || !isKept else { throw PolicyError.ruleKept(rule: index) }
        guard found >= rule.atLeast else {
            throw PolicyError.tooFewMatches(rule: index, found: found, demanded: rule.atLeast)
        }
        matches.append(Plan.Matches(rule: index, count: found))
        if selector.isLevel, rule.outside == .cover { try addOutside(of: elements, rule, at: index) }
    }

    /// Covers what the hierarchy is not about: it may show what the level is for.
    private mutating func addOutside(of elements: PlacedElements, _ rule: Policy.Rule, at index: Int) throws {
        for window in elements.closed {
            guard let area = try area(window, at: index) else { continue }
            try append(area, rule, at: index, isOutside: true)
        }
        guard let described = elements.described else { return }
        let sheltered = described.compactMap { grid.sheltered(in: $0, of: size) }
        guard let area = try area(PixelRect(size), excluding: sheltered + kept, at: index) else { return }
        try append(area, rule, at: index, isOutside: true)
    }

    private mutating func warn(_ sentence: String) {
        if !warnings.contains(sentence) { warnings.append(sentence) }
    }

    private static let toastWarning = "A toast of the hierarchy has no bounds, and is not covered."

    private mutating func cover(
        of element: Int,
        among elements: PlacedElements,
        isOfLevel: Bool,
        padding: Double,
        rule: Int
    ) throws -> Placement.Cover {
        do {
            return try elements.cover(of: element, isOfLevel: isOfLevel, padding: padding, budget: &budget)
        } catch BudgetFailure.spent {
            let sentence = "covering elements that hold so many others takes too much work; name fewer of them"
            throw PolicyError.elementsUndecided(.rule(rule, "target"), sentence)
        }
    }

    /// What is painted to cover `rect` for the rule at `index`. Nil if all of it is kept.
    private mutating func area(_ rect: PixelRect, at index: Int) throws -> PaintArea? {
        try area(grid.influence(of: rect, in: size), excluding: kept, at: index)
    }

    private mutating func area(_ rect: PixelRect, excluding kept: [PixelRect], at index: Int) throws -> PaintArea? {
        do {
            return try PaintArea(rect, excluding: kept, budget: &budget)
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
        isOutside: Bool = false
    ) throws(PolicyError) {
        rectangles += area.parts.count
        guard rectangles <= Self.maximumRectangles else {
            let limit = Self.maximumRectangles
            throw kept.isEmpty
                ? .invalid(at: "rules", "the rules cover more than \(limit) rectangles")
                : .invalid(at: "keep", "what is kept cuts the rules into more than \(limit) rectangles")
        }
        targetPixels += area.target.size.area
        guard targetPixels <= Self.maximumLayers * size.area else {
            throw .invalid(at: "rules", "the rules cover the whole snapshot more than \(Self.maximumLayers) times")
        }
        let style = try PixelStyle(
            rule.style,
            scale: scale,
            displayScale: displayScale,
            colorSpace: colorSpace,
            rule: index
        )
        steps.append(
            Plan.Step(
                rule: index,
                target: rule.target.kind,
                element: element,
                isOutside: isOutside,
                style: style,
                area: area,
                assurance: rule.style.assurance,
                warning: recoverability.warning(for: style)
            )
        )
    }

    /// What is never covered, without what covered pixels could show in.
    private static func kept(
        _ policy: Policy,
        scale: PixelScale,
        elements: PlacedElements?,
        grid: BlockGrid,
        budget: inout WorkBudget
    ) throws -> [PixelRect] {
        var kept: [PixelRect] = []
        for (index, target) in policy.keep.enumerated() {
            let pointer = JSONPointer([.name("keep"), .index(index)])
            if case .elements(let selector) = target {
                guard let elements else { throw PolicyError.hierarchyMissing(pointer) }
                try budget.spend(elements(selector).count)
                // One that is too small to be shown by itself is covered, which is the safe way to go wrong.
                kept += elements(selector).compactMap(elements.keptRect).compactMap {
                    grid.sheltered(in: $0, of: scale.snapshot)
                }
            } else {
                let rect = try scale.rect(of: target, rounding: .inward, at: pointer)
                guard let sheltered = grid.sheltered(in: rect, of: scale.snapshot) else {
                    throw PolicyError.keepTooSmall(pointer)
                }
                kept.append(sheltered)
            }
            guard kept.count <= Policy.maximumRules else {
                throw PolicyError.invalid(at: "keep", "more than \(Policy.maximumRules) elements and regions are kept")
            }
        }
        return kept
    }
}
