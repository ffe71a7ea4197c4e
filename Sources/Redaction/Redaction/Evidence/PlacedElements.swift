import BoundedWork
import Hierarchy
import ImageCore
import SecureMemory

/// The elements that a policy names, with their places on one snapshot.
struct PlacedElements {
    let hierarchy: Hierarchy
    private let matched: MatchedElements
    private let placement: Placement

    /// Places elements with `scale` pixels for each point or CSS pixel, nil if not known; throws
    /// ``PolicyError/hierarchyMisplaced(_:)`` if they do not lie on the snapshot.
    init(_ matched: MatchedElements, scale: Double?, on size: PixelSize) throws(PolicyError) {
        placement = try mapError(
            Placement(of: matched.hierarchy, on: size, scale: scale),
            PolicyError.hierarchyMisplaced
        )
        self.matched = matched
        self.hierarchy = matched.hierarchy
    }

    /// Indices in document order.
    func callAsFunction(_ selector: ElementSelector) -> [Int] {
        matched(selector)
    }

    /// The cause for which `selector` names the element at `index`.
    func cause(of index: Int, for selector: ElementSelector) -> FindingCause { matched.cause(of: index, for: selector) }

    /// The value of the element at `index` that `selector` names: what makes it a finding, else its text. Nil if it has none, or hides
    /// it: as many dots do not stand for the same password.
    func value(of index: Int, for selector: ElementSelector) -> SecureBytes? {
        if let value = matched.value(of: index, for: selector) { return value }
        guard !hierarchy.elements[index].isSecure else { return nil }
        return hierarchy.text(.value, of: index) ?? hierarchy.text(.label, of: index)
    }

    /// The cover of the element at `index` with `padding` pixels round it. An invisible element counts as not seen, unless a level
    /// names it: no rule for a level may miss it.
    func cover(
        of index: Int,
        isOfLevel: Bool = false,
        padding: Double,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Placement.Cover {
        try placement.cover(
            of: index,
            of: hierarchy,
            believesInvisible: !isOfLevel,
            padding: padding,
            budget: &budget
        )
    }

    /// The rectangles that the page source describes; nil for the whole snapshot.
    var described: [PixelRect]? { placement.described }

    /// Windows of known place and unknown content, which may hide described elements.
    var closed: [PixelRect] { placement.closed }

    /// A sentence on why the elements may lie elsewhere; nil if nothing says so.
    var warning: String? { placement.warning?.description }

    /// Nil if the element cannot be seen, or is somewhere within its frame.
    func keptRect(of index: Int) -> PixelRect? {
        let element = hierarchy.elements[index]
        guard element.isVisible, element.fillsFrame, placement.isPictured(index) else { return nil }
        return element.frame.flatMap(placement.innerRect)
    }

    /// Bound on the work of finding covered elements: one unit for each element, each row of it and every 64 pixels. A screen takes
    /// some hundred thousand.
    static let coverWorkLimit = 50_000_000

    /// The outermost elements whose pixels are all in `covered`, in document order; `budget` pays for each element and each row of
    /// it.
    func elements(in covered: PixelSet, budget: inout WorkBudget) throws(BudgetFailure) -> [Int] {
        var found: [Int] = []
        var index = 0
        while index < hierarchy.elements.count {
            try budget.spend()
            let element = hierarchy.elements[index]
            if let rect = rect(of: index), try covered.contains(rect, budget: &budget) {
                found.append(index)
                index = element.end
            } else {
                index += 1
            }
        }
        return found
    }

    /// The elements that show text of their own, take input or hold nothing; children say the text of the others.
    func showingElements(budget: inout WorkBudget) throws(BudgetFailure) -> [Int] {
        var isShowing = hierarchy.elements.indices.map { hierarchy.elements[$0].end == $0 + 1 }
        for level in [ElementLevel.allText, .userInput] {
            for index in try hierarchy.elements(at: level, budget: &budget) { isShowing[index] = true }
        }
        return isShowing.indices.filter { isShowing[$0] }
    }

    /// The `candidates` with a part in `covered`, before any growth, and a part in `painted`, after kept areas; `budget` pays for
    /// each element, and each row of it that is in neither.
    func elements(
        among candidates: [Int],
        partlyIn covered: PixelSet,
        _ painted: PixelSet,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Int] {
        var found: [Int] = []
        for index in candidates {
            try budget.spend()
            guard let rect = rect(of: index)?.withoutEdge else { continue }
            if try covered.intersects(rect, budget: &budget), try painted.intersects(rect, budget: &budget) {
                found.append(index)
            }
        }
        return found
    }

    /// Whether the element at `index` encloses every one of `rects` that overlaps it: a list of boxes has no other sign of nesting.
    func encloses(_ rects: [PixelRect], _ index: Int, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        try budget.spend(rects.count)
        guard let rect = rect(of: index) else { return false }
        return rects.allSatisfy { $0.intersection(rect.withoutEdge) == nil || rect.contains($0) && rect != $0 }
    }

    private func rect(of index: Int) -> PixelRect? {
        guard placement.isPictured(index) else { return nil }
        return hierarchy.elements[index].frame.flatMap { placement.rect(of: $0) }
    }
}

extension PixelRect {
    /// The rectangle without its outermost pixels, which neighbours may share; all of it where nothing else is left.
    fileprivate var withoutEdge: PixelRect {
        PixelRect(x: x + 1, y: y + 1, width: width - 2, height: height - 2) ?? self
    }
}
