import Artefacts
import BoundedWork
import Detection
import ImageCore
import Redaction
import SecureMemory
import SensitiveText

/// The pictures of an artefact, redacted by one policy.
struct PolicyPictures: PictureRedactor {
    /// What is asked for, but for the snapshot.
    let request: RedactionRequest
    let redactor: Redactor
    let work: WorkContext
    let meter: WorkMeter
    /// Whether they may be looked at, of a reply in which nobody knew beforehand whether there are any; nil where that is known.
    var look: ReplyLook?

    var takesSources: Bool { request.policy.takesSources }

    func redact(
        _ picture: SecureBytes,
        source: SecureBytes?,
        secrets: KnownTextSearch?
    ) throws(ContentFailure) -> RedactedPicture {
        try look?.begin()
        let result = try redact { (request) throws(PolicyError) in
            (request.snapshot, request.hierarchy) = (picture, source)
            if let secrets { request.policy = try request.policy.covering(texts: secrets) }
        }
        return RedactedPicture(result.image, source: result.hierarchy?.bytes, text: result.seenText)
    }

    func cover(_ places: [Places.Place], of picture: SecureBytes) throws(ContentFailure) -> SecureBytes {
        try redact { (request) throws(PolicyError) in
            request.snapshot = picture
            request.policy = try request.policy.covering(places: places)
            (request.assets, request.phase) = (
                request.assets.filter { request.policy.assetNames.contains($0.key) }, nil
            )
        }
        .image
    }

    private func redact(
        asking change: (inout RedactionRequest) throws(PolicyError) -> Void
    ) throws(ContentFailure) -> Redactor.Result {
        var request = request
        // An artefact is sealed whole.
        request.sealing = .notWanted
        do {
            try change(&request)
        } catch {
            throw .refused(RedactionError.policy(error).sentence)
        }
        return try mapError(redactor.redact(request, work: work, meter: meter), ContentFailure.init(picture:))
    }
}

extension PolicyPictures {
    /// The redactor of artefacts, whose pictures these are.
    ///
    /// - Parameters:
    ///   - secrets: Values that have to be nowhere in the result.
    ///   - foreign: What becomes of contents that are not redacted.
    ///   - limits: Bounds on archives and texts.
    func artefacts(
        secrets: [KnownSecret] = [],
        foreign: ArtefactRedactor.Foreign,
        limits: ArtefactLimits = ArtefactLimits()
    ) -> ArtefactRedactor {
        ArtefactRedactor(
            request.policy,
            self,
            names: redactor.detector?.names,
            secrets: secrets,
            foreign: foreign,
            limits: limits
        )
    }

    /// Redacts an artefact, a file that `ArtefactRedactor` knows the form of. The others are those of
    /// ``artefacts(secrets:foreign:limits:)``.
    func redact(
        artefact: SecureBytes,
        secrets: [KnownSecret] = [],
        foreign: ArtefactRedactor.Foreign,
        limits: ArtefactLimits = ArtefactLimits()
    ) throws(ContentFailure) -> RedactedParts {
        let (redacted, outcome) = try artefacts(secrets: secrets, foreign: foreign, limits: limits)
            .redact(artefact, cancellation: work.cancellation)
        let sealed = SealingFate(request.sealing, rule: request.policy.sealing)
        let receipt = ArtefactReceipt(entries: outcome.entries, sealed: sealed)
        var parts = RedactedParts()
        parts.picture = redacted
        parts.entries = try mapError(JSONText.encode(receipt), ContentFailure.outOfMemory)
        parts.artefact = ArtefactSummary(policy: request.policy.name, receipt, ArtefactRedactor.form(of: artefact))
        return parts
    }
}

extension ArtefactRedactor {
    /// Redaction by `policy`, which looks for names by `names` if it looks at pictures: their lexicon comes with the models.
    init(
        _ policy: Policy,
        _ pictures: some PictureRedactor,
        names: NameLexicon?,
        secrets: [KnownSecret],
        foreign: Foreign,
        limits: ArtefactLimits = ArtefactLimits()
    ) {
        self.init(
            policy.texts,
            pictures,
            names: policy.pointerToSight.flatMap { _ in names },
            secrets: secrets,
            foreign: foreign,
            limits: limits
        )
    }
}

extension ContentFailure {
    /// The reason why a picture in an artefact was not redacted, or not looked at.
    init(picture error: RedactionError) {
        switch error {
        case .cancelled: self = .unfinished(.cancelled)
        case .outOfMemory(let error): self = .outOfMemory(error)
        default: self = .refused(error.sentence)
        }
    }
}
