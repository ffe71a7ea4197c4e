import AgeEncryption
import Artefacts
import BoundedWork
import Detection
import Exposure
import ImageCore
import PolicyLibrary
import Redaction
import Sealing
import SecureMemory
import Synchronization

/// The order of a command, ready to be carried out on file after file: its pictures are decoded.
struct FileTask: Sendable {
    let order: RedactionOrder
    private let store: AssetStore
    let redactor: Redactor
    let secrets: [KnownSecret]
    /// The search for ``secrets`` in what is read in pictures; nil for none.
    private let secretsInPictures: KnownTextSearch?
    /// The searches for ``secrets`` and those that an artefact tells, once they are needed.
    private let searches = SearchesOnDemand()
    /// The splash that snapshots are held against; nil for none.
    private let splash: Splash?
    /// Seals the covered pixels of snapshots; nil to seal nothing.
    private let sealer: Sealer?

    /// Gets ready to follow `order`; throws for a picture that cannot be used.
    init(_ order: RedactionOrder, _ redactor: Redactor) throws(InvalidFile) {
        self.order = order
        self.redactor = redactor
        store = try AssetStore(order.pictures)
        secrets =
            try order.secrets.map { (file) throws(InvalidFile) in
                try mapError(SecretFile.secrets(in: file)) { (error: SecretFile.Fault) in
                    InvalidFile("--secrets", error.description)
                }
            } ?? []
        do {
            var budget = WorkBudget(limit: .max)
            secretsInPictures = try KnownTextSearch(for: secrets, budget: &budget)
        } catch {
            throw InvalidFile("--secrets", error.description)
        }
        do {
            let recipients = try order.recipients.map { (text) throws(AgeKeyError) in try AgeRecipient(text) }
            sealer = recipients.isEmpty || order.forbidsSealing ? nil : Sealer(recipients)
        } catch {
            throw InvalidFile("--recipient", error.sentence)
        }
        splash = try order.splash.map { (file) throws(InvalidFile) in try Splash(inFile: file) }
    }

    /// Whether the policy has to look at pictures.
    var looks: Bool { order.policy.pointerToSight != nil }

    func perform(
        _ input: RedactionInput,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(FileRefusal) -> RedactedParts {
        if order.takesArtefacts && ArtefactRedactor.form(of: input.snapshot) != nil {
            return try artefact(input.snapshot, work, meter)
        }
        return try mapError(snapshot(input, work, meter)) { (error: RedactionError) in FileRefusal(error.sentence) }
    }

    /// Takes a step on an artefact; the answer is in place of a picture.
    func take(
        _ step: ArtefactStep,
        _ question: SecureBytes,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(FileRefusal) -> RedactedParts {
        var parts = RedactedParts()
        do throws(ContentFailure) {
            let redactor =
                order.product.isReport
                ? try checkedPictures(work, meter).artefacts(by: policy(), secrets: secrets, foreign: order.foreign)
                : try pictures(work, meter).artefacts(secrets: secrets, foreign: order.foreign)
            parts.picture = try redactor.answer(
                step,
                question,
                isCheck: order.product.isReport,
                cancellation: work.cancellation
            ) { (budget) throws(BudgetFailure) in
                try searches.known(secrets, order.told, budget: &budget)
            }
        } catch {
            throw FileRefusal(error.description)
        }
        return parts
    }

    /// Seals an artefact that was redacted; see ``SealingStreams``.
    func seal(
        _ receipt: SecureBytes,
        of redacted: FileDigest,
        byteCount: Int,
        _ streams: SealingStreams,
        _ work: WorkContext
    ) throws(FileRefusal) -> RedactedParts {
        guard let sealer, order.seals else { throw FileRefusal("it is not to be sealed") }
        try streams.seal(receipt, of: redacted, byteCount: byteCount, by: sealer, work)
        return RedactedParts()
    }

    private func artefact(
        _ artefact: SecureBytes,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(FileRefusal) -> RedactedParts {
        do throws(ContentFailure) {
            guard order.product.isReport else {
                return try pictures(work, meter).redact(artefact: artefact, secrets: secrets, foreign: order.foreign)
            }
            let report = try checkedPictures(work, meter).check(
                artefact: artefact,
                by: policy(),
                secrets: secrets,
                foreign: order.foreign
            )
            var parts = RedactedParts()
            parts.entries = try mapError(JSONText.encode(report), ContentFailure.outOfMemory)
            return parts
        } catch {
            throw FileRefusal(error.description)
        }
    }

    /// The policy for texts.
    private func policy() throws(ContentFailure) -> Policy {
        try mapError(policy(hasHierarchy: false), ContentFailure.init(picture:))
    }

    /// - Parameter hasSource: Whether the pictures come with the page sources of their screens.
    func pictures(
        _ work: WorkContext,
        _ meter: WorkMeter,
        _ look: ReplyLook? = nil,
        hasSource: Bool = false
    ) throws(ContentFailure) -> PolicyPictures {
        var request = try mapError(request(for: SecureBytes()), ContentFailure.init(picture:))
        if hasSource {
            request.policy = try mapError(request.policy.coveringClosedFrames()) { (error: PolicyError) in
                ContentFailure(picture: .policy(error))
            }
        }
        return PolicyPictures(request: request, redactor: redactor, work: work, meter: meter, look: look)
    }

    private func checkedPictures(_ work: WorkContext, _ meter: WorkMeter) throws(ContentFailure) -> CheckedPictures {
        CheckedPictures(
            takesSources: order.product == .fullReport ? true : try policy().takesSources,
            request: { (picture, source) throws(RedactionError) in try request(for: picture, hierarchy: source) },
            redactor: redactor,
            work: work,
            meter: meter
        )
    }

    /// The request for a picture, with its page source if it has one.
    private func request(for picture: SecureBytes, hierarchy: SecureBytes? = nil) throws(RedactionError)
        -> RedactionRequest
    {
        var request = RedactionRequest(
            picture,
            policy: try policy(hasHierarchy: hierarchy != nil),
            assets: order.assets,
            store: store,
            hierarchy: hierarchy,
            unit: order.unit,
            phase: order.phase,
            requiresCover: order.requiresCover,
            output: order.output
        )
        request.sealing = order.sealing
        return request
    }

    private func snapshot(
        _ input: RedactionInput,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(RedactionError) -> RedactedParts {
        var parts = RedactedParts()
        guard order.product != .exposure else {
            let (exposure, thumbnail) = try exposure(of: input, work)
            parts.picture = thumbnail ?? parts.picture
            parts.report = try JSONText.encoded(ExposureReport(exposure))
            return parts
        }
        let hierarchy = input.hierarchy ?? order.hierarchy
        let request = try request(for: input.snapshot, hierarchy: hierarchy)
        guard !order.product.isReport else {
            let checked = try redactor.check(request, thumbnailEdge: order.thumbnailEdge, work: work, meter: meter)
            parts.picture = checked.thumbnail ?? parts.picture
            parts.report = try JSONText.encoded(checked.report)
            return parts
        }
        let result = try redactor.redact(try covering(secretsInPictures, request), work: work, meter: meter)
        let isPreview = order.product == .preview
        parts.picture = isPreview ? try result.receipt.picture(order.output, work: work) : result.image
        parts.hierarchy = order.returnsHierarchy ? result.hierarchy : nil
        guard order.returnsReceipt || order.seals else { return parts }
        let receipt = try JSONText.encoded(result.receipt)
        if order.returnsReceipt { parts.receipt = receipt }
        parts.sealed = try mapError(sealer?.sealed(result, receipt, work), RedactionError.outOfMemory)
        return parts
    }

    /// The request for a recording, without a snapshot; of a run, it covers the secrets that the run tells of itself, too.
    func recordingRequest(_ work: WorkContext) throws(RedactionError) -> RedactionRequest {
        var budget = WorkBudget(limit: .max, cancellation: work.cancellation)
        let known: SecretSearches
        do throws(BudgetFailure) {
            known = try searches.known(secrets, order.told, budget: &budget)
        } catch {
            throw RedactionError(looking: error)
        }
        return try covering(known.pictures, request(for: SecureBytes()))
    }

    private func covering(
        _ secrets: KnownTextSearch?,
        _ request: RedactionRequest
    ) throws(RedactionError) -> RedactionRequest {
        guard let secrets else { return request }
        var request = request
        request.policy = try mapError(request.policy.covering(texts: secrets), RedactionError.policy)
        return request
    }

    private func exposure(
        of input: RedactionInput,
        _ work: WorkContext
    ) throws(RedactionError) -> (Exposure, thumbnail: SecureBytes?) {
        do {
            let pixels = try DecodedImage(decoding: input.snapshot, work: work).takePixels(
                in: .sRGB
            )
            let exposure = try Exposure(
                of: pixels,
                splash: splash,
                scale: order.unit?.scale ?? input.scale,
                redactor.detector,
                work.cancellation
            )
            guard let edge = order.thumbnailEdge else { return (exposure, nil) }
            return (exposure, try pixels.reduced(to: edge, work).encoded(.jpeg(quality: 80), work: work))
        } catch {
            throw RedactionError(looking: error)
        }
    }

    private func policy(hasHierarchy: Bool) throws(RedactionError) -> Policy {
        guard order.product == .fullReport else { return order.policy }
        return try mapError(.everythingSensitive(hasHierarchy: hasHierarchy), RedactionError.policy)
    }
}

/// The searches for secrets, which are made when they are first needed.
private final class SearchesOnDemand: Sendable {
    private let made = Mutex<SecretSearches?>(nil)

    func known(
        _ secrets: [KnownSecret],
        _ told: ToldSecrets,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> SecretSearches {
        if let known = made.withLock(\.self) { return known }
        let searches = try SecretSearches(for: secrets, told, budget: &budget)
        made.withLock { $0 = searches }
        return searches
    }
}

/// The reason why a file was refused, as a sentence without a full stop.
struct FileRefusal: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

extension JSONText {
    fileprivate static func encoded(_ value: some Encodable) throws(RedactionError) -> SecureBytes {
        try mapError(encode(value), RedactionError.outOfMemory)
    }
}
