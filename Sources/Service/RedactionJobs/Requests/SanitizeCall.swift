import Artefacts
import BoundedWork
package import Containment
import Detection
package import HTTPTypes
import ImageCore
import PolicyLibrary
package import Redaction
import Sealing
package import SecureMemory

/// A call of `/v1/sanitize` or `/v1/check`: the demands of its head.
///
/// The front judges a head before it takes the body, and the worker once more, so that what it does rests on nothing but its own
/// policies and the bytes that were sent.
package struct SanitizeCall: Sendable {
    /// The parts of the head that the worker judges again.
    package let order: SanitizeOrder
    /// The policies of the server when the head was judged.
    package let policies: ServerPolicies
    private let uploadForm: Upload.Form
    /// Whether the reply is a report of findings.
    package let isCheck: Bool
    private let policy: PolicyReference?
    private let regions: RequestedRegions?
    private let unit: LengthUnit?
    private let minimumAssurance: MinimumAssurance
    private let phase: Phase?
    /// The options of the query.
    let options: SanitizeOptions
    /// The form of the reply with a redacted snapshot, and its formats; or why there can be none.
    private let snapshotReply: Result<(form: ReplyForm, formats: [OutputFormat.Kind]), Problem>
    /// The forms of a reply with a redacted artefact, where there can be one.
    let artefactReplies: [ArtefactRedactor.Form: ReplyForm]
    /// Whether the policy has to look at the picture; nil if the body may say so.
    package let looks: Bool?
    /// Seals the covered pixels; nil where the request does not ask for it, or the operator forbids it.
    let sealer: Sealer?

    /// Reads the query, `Content-Type`, `Content-Encoding` and `Accept`.
    package init(_ head: HTTPRequest, policies: ServerPolicies) throws(Problem) {
        try self.init(SanitizeOrder(head), policies: policies)
    }

    init(_ order: SanitizeOrder, policies: ServerPolicies) throws(Problem) {
        self.order = order
        isCheck = order.isCheck
        options = try SanitizeOptions(QueryParameters(target: order.target), isCheck: isCheck)
        guard options.phase == nil || policies.demands.takesPhases else { throw .phaseNotTaken() }
        self.policies = policies
        sealer = try options.seal.flatMap { (name) throws(Problem) in try policies.sealer(forGroup: name) }
        policy = options.policy
        regions = options.regions
        unit = options.unit
        minimumAssurance = options.minimumAssurance
        phase = options.phase
        uploadForm = try Upload.Form(contentType: order.contentType, contentEncoding: order.contentEncoding)
        // A body that is the snapshot brings no policy. A check has one of its own.
        if policy != nil || (uploadForm.isRaw && !isCheck) {
            looks = try policies.policy(policy, regions: regions, demanding: minimumAssurance).pointerToSight != nil
        } else {
            looks = nil
        }
        let accept = AcceptField(order.accept)
        guard !isCheck, !options.isPreview else {
            snapshotReply = .success(try ReplyForm.negotiateDocument(isCheck ? "report" : "preview", accept))
            artefactReplies = [:]
            return
        }
        let hasSealed = options.seal != nil
        let forms = ArtefactRedactor.Form.allCases.map {
            ($0, ReplyForm.negotiate(accept, for: $0, hasSealed: hasSealed))
        }
        artefactReplies = Dictionary(uniqueKeysWithValues: forms).compactMapValues(\.self)
        snapshotReply = Result { [options] () throws(Problem) in
            try ReplyForm.negotiate(accept, format: options.format, hasSealed: hasSealed)
        }
        if artefactReplies.isEmpty { _ = try snapshotReply.get() }
    }

    /// The form that a reply is likely to have before the body is known; nil for a check, whose reply is a report.
    package var form: ReplyForm? {
        isCheck ? nil : (try? snapshotReply.get().form) ?? artefactReplies[.archive] ?? artefactReplies[.text]
    }

    /// The form of a reply with these parts; nil for a check, and where there can be no such reply.
    package func form(of parts: RedactedParts) -> ReplyForm? {
        guard !isCheck else { return nil }
        guard let artefact = parts.artefact else { return try? snapshotReply.get().form }
        return artefact.form.flatMap { artefactReplies[$0] }
    }

    /// Whether the reply has a picture, if all goes well.
    package var sendsPicture: Bool { form.map { $0 != .preview } ?? false }

    /// Does the work. Takes long: not for a task that serves connections.
    ///
    /// - Parameters:
    ///   - mayLook: Whether it may look at the picture, or work on an artefact; it is handed back if it has to and may not.
    ///   - meter: Notes the stages of the work and their times.
    package func perform(
        _ body: SecureBytes,
        in workshop: Workshop,
        mayLook: Bool = true,
        terms: JobTerms,
        meter: WorkMeter = WorkMeter()
    ) throws(Problem) -> WorkResult.Outcome {
        let work = terms.work
        let upload = try Upload(body, form: uploadForm, cancellation: work.cancellation)
        let policy = try policy(of: upload, hasHierarchy: upload.hierarchy != nil)
        try policies.check(sent: Set(upload.assets.keys))
        let artefact = upload.artefact
        if let artefact { try check(artefact, upload) }
        guard mayLook || (policy.pointerToSight == nil && artefact == nil) else { return .handedBack }
        guard artefact == nil else {
            guard isCheck else { return .done(try redactArtefact(upload, policy, in: workshop, terms, meter)) }
            let withSource = try self.policy(of: upload, hasHierarchy: true)
            return .done(try checkArtefact(upload, policy, withSource, in: workshop, terms, meter))
        }
        let reply = try snapshotReply.get()
        let request = request(upload, policy, formats: reply.formats)
        let bytesOfPixel = isCheck ? request.checkBytesOfPixel : request.workBytesOfPixel
        try workshop.takeMemory(for: upload, ofPixel: bytesOfPixel, policy, terms)
        let redactor = workshop.redactor
        var parts = RedactedParts()
        guard !isCheck else {
            let checked = try mapError(redactor.check(request, work: work, meter: meter)) {
                Problem($0 as RedactionError)
            }
            parts.report = try Self.json(checked.report)
            return .done(parts)
        }
        let result = try mapError(redactor.redact(request, work: work, meter: meter)) { Problem($0 as RedactionError) }
        parts.format = result.format
        parts.summary = ReceiptSummary(result.receipt)
        if reply.form != .preview { parts.picture = result.image }
        if reply.form == .preview { parts.plan = try Self.json(result.plan) }
        if reply.form != .image {
            parts.receipt = try Self.json(result.receipt)
            parts.hierarchy = result.hierarchy
        }
        if let sealer, let receipt = parts.receipt {
            parts.sealed = try mapError(sealer.sealed(result, receipt, work)) { (_: OutOfMemory) in
                Problem.overloaded()
            }
        }
        return .done(parts)
    }

    static func json(_ value: some Encodable) throws(Problem) -> SecureBytes {
        try mapError(JSONText.encode(value)) { (_: OutOfMemory) in Problem.overloaded() }
    }

    /// The request for a picture whose result may be in `formats`.
    func request(_ upload: Upload, _ policy: Policy, formats: [OutputFormat.Kind]) -> RedactionRequest {
        var request = RedactionRequest(
            upload.snapshot,
            policy: policy,
            assets: upload.assets,
            store: policies.catalogue.assets,
            hierarchy: upload.hierarchy,
            unit: unit ?? upload.unit,
            phase: phase,
            requiresCover: policies.demands.requiresCover,
            output: OutputOptions(formats: formats, quality: options.quality, compression: options.compression),
            wantsPicture: sendsPicture
        )
        request.sealing = policies.demands.forbidsSealing ? .forbidden : sealer?.wish ?? .notWanted
        return request
    }

    private func policy(of upload: Upload, hasHierarchy: Bool) throws(Problem) -> Policy {
        guard policy == nil || upload.policy == nil else {
            throw .parameter("policy", "is given twice: in the query and in the body; leave one out")
        }
        guard unit == nil || upload.unit == nil else {
            throw .parameter("scale", "is given twice: in the query and in the body; leave one out")
        }
        let regions = regions.map { RequestedRegions($0.regions, unit: unit ?? upload.unit) }
        let reference = policy ?? upload.policy
        guard reference != nil || !isCheck else {
            return try policies.everythingSensitive(hasHierarchy: hasHierarchy)
        }
        return try policies.policy(reference, regions: regions, demanding: minimumAssurance)
    }
}

/// Redacts snapshots, within the memory that the pictures of all requests may take.
package struct Workshop: Sendable {
    let redactor: Redactor
    /// Bytes that the pictures of all jobs may take together; nil for no bound.
    let workBytes: Int?

    package init(redactor: Redactor, workBytes: Int?) {
        self.redactor = redactor
        self.workBytes = workBytes
    }

    /// Bytes that detection may take besides the picture.
    package static let byteCountOfLooking = Detector.memoryLimit
    /// Bytes that models take in each process that looks at pictures.
    package static let byteCountOfModels = 64 << 20

    /// Waits for the memory that `policy` needs for the pictures of `upload`, which the job then has to its end. A job asks
    /// once, before it takes any of it. A 413 if there will never be so much, a 503 if nobody waits for the job any more.
    ///
    /// - Parameter bytesOfPixel: Bytes for each pixel of the snapshot.
    func takeMemory(
        for upload: Upload,
        ofPixel bytesOfPixel: Int,
        _ policy: Policy,
        _ terms: JobTerms
    ) throws(Problem) {
        guard let workBytes else { return }
        let bytes = byteCount(for: upload, ofPixel: bytesOfPixel) + Self.byteCountOfLooking(for: policy)
        try takeMemory(bytes, of: workBytes, terms)
    }

    /// Waits for the memory for an artefact, which is three quarters of all, so that snapshots go on beside it; the limits by
    /// which it is enough.
    ///
    /// - Parameter others: Bytes of it that other things take.
    func takeMemory(
        forArtefactOf upload: Upload,
        _ policy: Policy,
        besides others: Int = 0,
        _ terms: JobTerms
    ) throws(Problem) -> ArtefactLimits {
        guard let workBytes else { return ArtefactLimits() }
        let bytes = workBytes / 4 * 3
        let rest = bytes - Self.byteCountOfLooking(for: policy) - byteCount(forAssetsOf: upload) - others
        guard rest > 0 else { throw .tooLargeForMemory(bytes - rest, capacity: bytes) }
        try takeMemory(bytes, of: workBytes, terms)
        return ArtefactLimits(fitting: rest)
    }

    /// The redactor of pictures that take no more memory than those of an artefact may.
    func redactor(within limits: ArtefactLimits) -> Redactor {
        limits.pictureBytes.map { redactor.restricted(toPictureBytes: $0) } ?? redactor
    }

    private func takeMemory(_ bytes: Int, of workBytes: Int, _ terms: JobTerms) throws(Problem) {
        guard bytes <= workBytes else { throw .tooLargeForMemory(bytes, capacity: workBytes) }
        guard terms.takeMemory(bytes) else { throw .overloaded() }
    }

    private static func byteCountOfLooking(for policy: Policy) -> Int {
        policy.pointerToSight == nil ? 0 : byteCountOfLooking
    }

    /// Bytes that `upload` takes, by the sizes that its pictures declare: the snapshot with a copy for an effect or an
    /// encoder, the largest of the assets, which are decoded one at a time, and the page source once it is read.
    private func byteCount(for upload: Upload, ofPixel bytesOfPixel: Int) -> Int {
        (declaration(of: upload.snapshot)?.size.area ?? 0) * bytesOfPixel + byteCount(forAssetsOf: upload)
            + (upload.hierarchy?.count ?? 0) * Self.growthOfHierarchy
    }

    private func byteCount(forAssetsOf upload: Upload) -> Int {
        upload.assets.values.compactMap(declaration).map { $0.size.area * $0.decodingBytesOfPixel }.max() ?? 0
    }

    /// Growth of a page source once it is read: the shortest possible boxes were seen to take 7 times their JSON.
    private static let growthOfHierarchy = 8

    /// What a picture declares; nil if its header is refused.
    private func declaration(of file: SecureBytes) -> PictureDeclaration? {
        PictureDeclaration(of: file).flatMap { $0.size.area <= redactor.limits.maximumPixels ? $0 : nil }
    }
}
