import Artefacts
import BoundedWork
import Containment
import ImageCore
import Redaction
import Sealing
import SecureMemory

/// Redaction and checks of an artefact in place of a snapshot.
extension SanitizeCall {
    /// Refuses what is of one snapshot alone beside an artefact. A 406 for a form of reply that an artefact cannot have.
    func check(_ artefact: ArtefactRedactor.Form, _ upload: Upload) throws(Problem) {
        let misplaced: [(name: String, isThere: Bool, meaning: String)] = [
            ("preview", options.isPreview, "shows the plan of one snapshot"),
            ("format", options.format != nil, "is the format of one snapshot"),
            ("hierarchy", upload.hierarchy != nil, "is the page source of one snapshot"),
        ]
        if let (name, _, meaning) = misplaced.first(where: \.isThere) {
            throw .parameter(name, "\(meaning), and the request brings an artefact: leave it out")
        }
        guard isCheck || artefactReplies[artefact] != nil else { throw .notAcceptable(artefact) }
    }

    /// The parts of the reply to an artefact that ``check(_:_:)`` has let pass.
    func redactArtefact(
        _ upload: Upload,
        _ policy: Policy,
        in workshop: Workshop,
        _ terms: JobTerms,
        _ meter: WorkMeter
    ) throws(Problem) -> RedactedParts {
        let limits = try workshop.takeMemory(forArtefactOf: upload, policy, besides: sealedByteCount(of: upload), terms)
        let request = request(upload, policy, formats: OutputFormat.Kind.allCases)
        let pictures = PolicyPictures(
            request: request,
            redactor: workshop.redactor(within: limits),
            work: terms.work,
            meter: meter
        )
        var parts = try mapError(
            pictures.redact(artefact: upload.snapshot, foreign: options.foreign, limits: limits)
        ) { Problem($0 as ContentFailure) }
        if let sealer, SealingFate(request.sealing, rule: policy.sealing)?.isSealed == true {
            parts.sealed = try mapError(sealer.sealed(upload.snapshot, as: parts, terms.work)) { (_: OutOfMemory) in
                Problem.overloaded()
            }
        }
        return parts
    }

    /// Upper bound on the bytes of an artefact once it is sealed, by itself and among the parts of the result; 0 where it is not to be.
    private func sealedByteCount(of upload: Upload) -> Int {
        sealer == nil ? 0 : 2 * (upload.snapshot.count / 8 * 9 + (1 << 20))
    }

    /// The report on an artefact. A picture is looked at by `policyWithSource` where its page source lies beside it.
    func checkArtefact(
        _ upload: Upload,
        _ policy: Policy,
        _ policyWithSource: Policy,
        in workshop: Workshop,
        _ terms: JobTerms,
        _ meter: WorkMeter
    ) throws(Problem) -> RedactedParts {
        let limits = try workshop.takeMemory(forArtefactOf: upload, policy, terms)
        let request = request(upload, policy, formats: OutputFormat.Kind.allCases)
        let pictures = CheckedPictures(
            takesSources: policyWithSource.takesSources,
            request: { (picture, source) in
                var request = request
                (request.snapshot, request.hierarchy) = (picture, source)
                if source != nil { request.policy = policyWithSource }
                return request
            },
            redactor: workshop.redactor(within: limits),
            work: terms.work,
            meter: meter
        )
        let report = try mapError(
            pictures.check(artefact: upload.snapshot, by: policy, foreign: options.foreign, limits: limits)
        ) { Problem($0 as ContentFailure) }
        var parts = RedactedParts()
        parts.report = try Self.json(report)
        return parts
    }
}
