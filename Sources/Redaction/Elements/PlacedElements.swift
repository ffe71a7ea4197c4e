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
    ///   - unit: What the lengths of the policy are measured in; points tell the scale of the display.
    ///   - size: That of the snapshot, in pixels.
    init(_ matched: MatchedElements, unit: LengthUnit, on size: PixelSize) throws(PolicyError) {
        let scale: Double? = if case .points(let scale) = unit { scale } else { nil }
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

    /// The pixels that are kept if the element at `index` is.
    func keptRect(of index: Int) -> PixelRect? {
        let element = hierarchy.elements[index]
        return element.isVisible ? element.frame.flatMap(placement.innerRect) : nil
    }

    /// The outermost elements that `rects` cover together.
    func elements(in rects: [PixelRect], cancellation: Cancellation) throws(BudgetFailure) -> [Int] {
        var covered = CoveredPixels(
            rects,
            budget: WorkBudget(limit: CoveredPixels.workLimit, cancellation: cancellation)
        )
        var found: [Int] = []
        var index = 0
        while index < hierarchy.elements.count {
            let element = hierarchy.elements[index]
            if let rect = element.frame.flatMap({ placement.rect(of: $0) }), try covered.hold(rect) {
                found.append(index)
                index = element.end
            } else {
                index += 1
            }
        }
        return found
    }
}
