import BoundedWork
import ImageCore
import StrictJSON

extension Sight: TargetDefinition {
    var evidence: Set<Evidence.Kind> { [.size, .pixels] }
    var countsMatches: Bool { true }

    func candidates(given evidence: Evidence, at pointer: JSONPointer) throws -> [TargetCandidate] {
        try findings(evidence, at: pointer).map { TargetCandidate(finding: $0, cause: $0.cause) }
    }

    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) throws -> TargetCover {
        guard let finding = candidate.finding,
            finding.height >= evidence.scale.pixels(demand.minimumHeight) - PixelScale.tolerance
        else { return TargetCover() }
        let shape = try finding.outline.pixelsTouched(
            in: evidence.scale.snapshot,
            padding: evidence.scale.pixels(demand.padding),
            budget: &budget
        )
        return TargetCover(shapes: [shape], outline: finding.outlineName)
    }

    func kept(given evidence: Evidence, at pointer: JSONPointer, budget: inout WorkBudget) throws -> [PixelShape] {
        let size = evidence.scale.snapshot
        return try findings(evidence, at: pointer).map { finding in
            // Keeps the pixels that a cover would take, so that no frame is left: findings end roughly anyway.
            let touched = try finding.outline.pixelsTouched(in: size, padding: 0, budget: &budget)
            return evidence.grid.sheltered(in: touched, of: size)
        }
        .filter { !$0.isEmpty }
    }

    private func findings(_ evidence: Evidence, at pointer: JSONPointer) throws(PolicyError) -> [Finding] {
        guard let seen = evidence.seen else { throw .detectorMissing(pointer) }
        return seen(self)
    }

    func write(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try encoder.encode(text, as: kind)
        case .faces(let faces): try encoder.encode(faces, as: kind)
        case .codes: try encoder.encode("all", as: kind)
        }
    }
}
