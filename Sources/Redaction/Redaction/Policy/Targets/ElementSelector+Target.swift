import BoundedWork
import Hierarchy
import ImageCore
import StrictJSON

extension ElementSelector: TargetDefinition {
    var evidence: Set<Evidence.Kind> { [.size, .hierarchy] }
    /// 1 for a single element, since its absence means a mistaken name or another page source; 0 for a level.
    var leastMatches: Int { isLevel ? 0 : 1 }
    var countsMatches: Bool { true }
    var mayLieOutside: Bool { isLevel }

    func candidates(given evidence: Evidence, at pointer: JSONPointer) throws -> [TargetCandidate] {
        let elements = try elements(evidence, at: pointer)
        return elements(self).map { index in
            TargetCandidate(
                element: index,
                end: elements.hierarchy.elements[index].end,
                cause: elements.cause(of: index, for: self)
            )
        }
    }

    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) throws -> TargetCover {
        let elements = try elements(evidence, at: demand.pointer)
        guard let element = candidate.element else { return TargetCover() }
        let padding = evidence.scale.pixels(demand.padding)
        let cover: Placement.Cover
        do {
            cover = try elements.cover(of: element, isOfLevel: isLevel, padding: padding, budget: &budget)
        } catch BudgetFailure.spent {
            let sentence = "covering elements with so many descendants takes too much work; name fewer elements"
            throw PolicyError.elementsUndecided(demand.pointer, sentence)
        }
        var result = TargetCover(shapes: cover.rects.map(PixelShape.init))
        if cover.isIncomplete, !demand.skipsUnplaceable {
            guard isLevel, elements.hierarchy.isToast(element) else {
                throw PolicyError.elementUnplaceable(rule: demand.rule)
            }
            result.warning = "A toast of the page source has no bounds, and is not covered."
        }
        return result
    }

    func kept(given evidence: Evidence, at pointer: JSONPointer, budget: inout WorkBudget) throws -> [PixelShape] {
        let elements = try elements(evidence, at: pointer)
        let indices = elements(self)
        try budget.spend(indices.count)
        // An element too small to be shown by itself is covered, the safe way to go wrong.
        return indices.compactMap(elements.keptRect).compactMap { rect in
            evidence.grid.sheltered(in: rect, of: evidence.scale.snapshot).map(PixelShape.init)
        }
    }

    private func elements(_ evidence: Evidence, at pointer: JSONPointer) throws(PolicyError) -> PlacedElements {
        guard let elements = evidence.elements else { throw .hierarchyMissing(pointer) }
        return elements
    }

    func write(to encoder: any Encoder) throws {
        try encoder.encode(self, as: kind)
    }
}
