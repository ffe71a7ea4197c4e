import BoundedWork
import Hierarchy
import ImageCore

/// The elements that a policy names, and where they are on one snapshot.
struct PlacedElements {
    /// The hierarchy that holds them.
    let hierarchy: Hierarchy
    private let matched: MatchedElements
    private let placement: Placement

    /// - Parameters:
    ///   - matched: Those of the policy.
    ///   - scale: Pixels for each point or CSS pixel, where that is known.
    ///   - size: That of the snapshot, in pixels.
    init(_ matched: MatchedElements, scale: Double?, on size: PixelSize) throws(PolicyError) {
        do {
            placement = try Placement(of: matched.hierarchy, on: size, scale: scale)
        } catch {
            throw .hierarchyMisplaced(error)
        }
        self.matched = matched
        self.hierarchy = matched.hierarchy
    }

    /// The elements that `selector` names, in document order.
    func callAsFunction(_ selector: ElementSelector) -> [Int] {
        matched(selector)
    }

    /// What covers the element at `index`, and `padding` pixels more.
    func cover(of index: Int, padding: Double, budget: inout WorkBudget) throws(BudgetFailure) -> Placement.Cover {
        try placement.cover(of: index, of: hierarchy, padding: padding, budget: &budget)
    }

    /// The pixels that the hierarchy is about; nil for all.
    var described: [PixelRect]? { placement.described }

    /// What speaks against where the elements are placed, as a sentence.
    var warning: String? { placement.warning?.description }

    /// The pixels that are kept if the element at `index` is.
    func keptRect(of index: Int) -> PixelRect? {
        let element = hierarchy.elements[index]
        return element.isVisible ? element.frame.flatMap(placement.innerRect) : nil
    }

    /// Units that looking for what is covered may take: for each element, and for each row that an element has on the snapshot
    /// and every 64 pixels of it. A screen takes some hundred thousand.
    static let coverWorkLimit = 50_000_000

    /// The outermost elements whose pixels are all in `covered`.
    func elements(in covered: PixelSet, budget: inout WorkBudget) throws(BudgetFailure) -> [Int] {
        var found: [Int] = []
        var index = 0
        while index < hierarchy.elements.count {
            try budget.spend()
            let element = hierarchy.elements[index]
            if let rect = element.frame.flatMap({ placement.rect(of: $0) }), try covered.contains(rect, budget: &budget)
            {
                found.append(index)
                index = element.end
            } else {
                index += 1
            }
        }
        return found
    }
}
