import BoundedWork
import ImageCore
import StrictJSON

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

/// Has nothing to cover until a request brings its regions.
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
