import BoundedWork
import Hierarchy
import ImageCore

/// The elements that a policy names, and where they are on one snapshot.
struct PlacedElements {
    /// The hierarchy that holds them.
    let hierarchy: Hierarchy
    private let matched: MatchedElements
    private let placement: Placement

    /// Places the elements of a hierarchy on a snapshot.
    ///
    /// - Parameters:
    ///   - matched: The hierarchy, and the elements that the policy names.
    ///   - scale: Pixels for each point or CSS pixel, where that is known.
    ///   - size: The size of the snapshot, in pixels.
    /// - Throws: ``PolicyError/hierarchyMisplaced(_:)`` if the hierarchy does not lie on the snapshot.
    init(_ matched: MatchedElements, scale: Double?, on size: PixelSize) throws(PolicyError) {
        placement = try mapError(
            Placement(of: matched.hierarchy, on: size, scale: scale),
            PolicyError.hierarchyMisplaced
        )
        self.matched = matched
        self.hierarchy = matched.hierarchy
    }

    /// The elements that `selector` names, as indices in document order.
    func callAsFunction(_ selector: ElementSelector) -> [Int] {
        matched(selector)
    }

    /// What covers the element at `index`, and `padding` pixels round it. An element that the hierarchy calls invisible
    /// is taken for one that is not seen, unless it is named by a level: no rule for a level may miss it.
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

    /// The rectangles that the hierarchy is about, in pixels of the snapshot; nil if it is about all of it.
    var described: [PixelRect]? { placement.described }

    /// Windows of which nothing but the place is known, and which may hide what the hierarchy is about.
    var closed: [PixelRect] { placement.closed }

    /// Why the elements may lie elsewhere than they were placed, as a sentence; nil if nothing says so.
    var warning: String? { placement.warning?.description }

    /// The pixels that are kept if the element at `index` is; nil if it cannot be seen.
    func keptRect(of index: Int) -> PixelRect? {
        let element = hierarchy.elements[index]
        return element.isVisible && placement.isPictured(index) ? element.frame.flatMap(placement.innerRect) : nil
    }

    /// Most units of work that looking for what is covered may take: one for each element, for each row that an element
    /// has on the snapshot and for every 64 pixels of it. A screen takes some hundred thousand.
    static let coverWorkLimit = 50_000_000

    /// The outermost elements whose pixels are all in `covered`, as indices in document order.
    ///
    /// - Parameters:
    ///   - covered: The pixels that are covered.
    ///   - budget: Pays for each element, and for each row of it.
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

    /// The elements that show text of their own, take input or hold nothing: what others say is said by what they hold.
    ///
    /// - Parameter budget: Pays for each element.
    func showingElements(budget: inout WorkBudget) throws(BudgetFailure) -> [Int] {
        var isShowing = hierarchy.elements.indices.map { hierarchy.elements[$0].end == $0 + 1 }
        for level in [ElementLevel.allText, .userInput] {
            for index in try hierarchy.elements(at: level, budget: &budget) { isShowing[index] = true }
        }
        return isShowing.indices.filter { isShowing[$0] }
    }

    /// Those of `candidates` of which a part is in `covered`, and a part is in `painted`.
    ///
    /// - Parameters:
    ///   - candidates: Indices of elements.
    ///   - covered: Pixels that are to be covered, without what is painted round them.
    ///   - painted: Pixels that are painted, without what is kept.
    ///   - budget: Pays for each element, and for each row of it that is in neither.
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

    /// Whether the element at `index` encloses every one of `rects` that overlaps it. A list of boxes tells in no other
    /// way what holds what.
    ///
    /// - Parameters:
    ///   - rects: Rectangles in pixels of the snapshot.
    ///   - index: Index of the element.
    ///   - budget: Pays for each rectangle.
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
    /// The rectangle without its outermost pixels, which its neighbours may share: all of it where nothing else is
    /// left.
    fileprivate var withoutEdge: PixelRect {
        PixelRect(x: x + 1, y: y + 1, width: width - 2, height: height - 2) ?? self
    }
}
