import Artefacts
import BoundedWork
import Detection
import Redaction
import SecureMemory

/// The pictures of an artefact, looked at by a policy. They stay as they are.
struct CheckedPictures: PictureRedactor {
    /// Asks for a look at a picture, with its page source if it has one.
    typealias Asking =
        @Sendable (_ picture: SecureBytes, _ source: SecureBytes?) throws(RedactionError) -> RedactionRequest

    let takesSources: Bool
    let request: Asking
    let redactor: Redactor
    let work: WorkContext
    let meter: WorkMeter

    func redact(
        _ picture: SecureBytes,
        source: SecureBytes?,
        secrets: KnownTextSearch?
    ) throws(ContentFailure) -> RedactedPicture {
        do throws(RedactionError) {
            var request = try request(picture, source)
            if let secrets {
                request.policy = try mapError(request.policy.covering(texts: secrets), RedactionError.policy)
            }
            let checked = try redactor.check(request, work: work, meter: meter)
            return RedactedPicture(picture, source: source, report: checked.report)
        } catch {
            throw ContentFailure(picture: error)
        }
    }

    func cover(_ places: [Places.Place], of picture: SecureBytes) -> SecureBytes { picture }
}

extension CheckedPictures {
    /// The redactor of artefacts, whose pictures these are.
    ///
    /// - Parameters:
    ///   - policy: The policy for texts.
    ///   - secrets: Values that have to be nowhere in an artefact.
    ///   - foreign: What becomes of contents that are not redacted.
    ///   - limits: Bounds on archives and texts.
    func artefacts(
        by policy: Policy,
        secrets: [KnownSecret] = [],
        foreign: ArtefactRedactor.Foreign,
        limits: ArtefactLimits = ArtefactLimits()
    ) -> ArtefactRedactor {
        ArtefactRedactor(
            policy,
            self,
            names: redactor.detector?.names,
            secrets: secrets,
            foreign: foreign,
            limits: limits
        )
    }

    /// The report on an artefact, a file that `ArtefactRedactor` knows the form of. The others are those of
    /// ``artefacts(by:secrets:foreign:limits:)``.
    func check(
        artefact: SecureBytes,
        by policy: Policy,
        secrets: [KnownSecret] = [],
        foreign: ArtefactRedactor.Foreign,
        limits: ArtefactLimits = ArtefactLimits()
    ) throws(ContentFailure) -> ArtefactReport {
        try artefacts(by: policy, secrets: secrets, foreign: foreign, limits: limits)
            .check(artefact, cancellation: work.cancellation)
    }
}
