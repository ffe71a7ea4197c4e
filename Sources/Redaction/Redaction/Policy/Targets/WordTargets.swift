import BoundedWork
import ImageCore
import StrictJSON

/// The whole snapshot is a target.
struct ScreenTarget: TargetDefinition {
    let kind = "screen"

    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) -> TargetCover {
        TargetCover(shapes: [PixelShape(PixelRect(evidence.scale.snapshot))])
    }

    func kept(given evidence: Evidence, at pointer: JSONPointer, budget: inout WorkBudget) -> [PixelShape] {
        [PixelShape(PixelRect(evidence.scale.snapshot))]
    }

    func write(to encoder: any Encoder) throws {
        try kind.encode(to: encoder)
    }
}

/// The rectangles that a request brings are a target. Until it does, there is nothing to cover.
struct RequestedRegionsTarget: TargetDefinition {
    let kind = "regions"

    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) throws -> TargetCover {
        throw PolicyError.regionsMissing(rule: demand.rule)
    }

    func kept(given evidence: Evidence, at pointer: JSONPointer, budget: inout WorkBudget) throws -> [PixelShape] {
        throw PolicyError.regionsNotTaken
    }

    func write(to encoder: any Encoder) throws {
        try kind.encode(to: encoder)
    }
}
