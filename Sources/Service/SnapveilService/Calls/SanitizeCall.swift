import BoundedWork
import Containment
import HTTPServer
import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory

/// A call of `POST /v1/sanitize` or `/v1/check`, or `PUT`: what its head asks for, checked before its body is read.
struct SanitizeCall {
    /// What the head says that matters, as another process reads it again.
    let order: SanitizeOrder
    /// What the server had by name when the head was judged.
    let policies: ServerPolicies
    private let form: Upload.Form
    private let policy: PolicyReference?
    private let regions: RequestedRegions?
    private let unit: LengthUnit?
    private let minimumAssurance: MinimumAssurance
    private let phase: Phase?
    private let output: OutputOptions
    /// How the redacted snapshot is written; nil for a check, which tells what the snapshot shows.
    private let reply: SanitizeReply?

    /// Reads what a head asks for.
    ///
    /// - Parameters:
    ///   - head: The head of the request.
    ///   - policies: What the server has by name, and what it lets a request bring.
    /// - Throws: A problem with the query, `Content-Type`, `Content-Encoding` or `Accept`.
    init(_ head: HTTPRequest, policies: ServerPolicies) throws(Problem) {
        try self.init(SanitizeOrder(head), policies: policies)
    }

    /// Reads what an order asks for, as it was read of the head.
    init(_ order: SanitizeOrder, policies: ServerPolicies) throws(Problem) {
        self.order = order
        let isCheck = order.isCheck
        let options = try SanitizeOptions(QueryParameters(target: order.target), isCheck: isCheck)
        guard options.phase == nil || policies.demands.takesPhases else { throw .phaseNotTaken() }
        self.policies = policies
        policy = options.policy
        regions = options.regions
        unit = options.unit
        minimumAssurance = options.minimumAssurance
        phase = options.phase
        form = try Upload.Form(contentType: order.contentType, contentEncoding: order.contentEncoding)
        // A body that is the snapshot brings no policy. A check has one of its own.
        if policy != nil || (form == .raw && !isCheck) {
            _ = try policies.policy(policy, regions: regions, demanding: minimumAssurance)
        }
        let accept = AcceptField(order.accept)
        let negotiated =
            isCheck || options.isPreview
            ? try ReplyForm.negotiateDocument(isCheck ? "report" : "preview", accept)
            : try ReplyForm.negotiate(accept, format: options.format)
        reply = isCheck ? nil : SanitizeReply(form: negotiated.form)
        output = OutputOptions(
            formats: negotiated.formats,
            quality: options.quality,
            compression: options.compression
        )
    }

    /// Whether the reply has a picture, if all goes well.
    var sendsPicture: Bool { reply.map { $0.form != .preview } ?? false }

    /// Bytes to reserve for the reply to a body of `count` bytes before it is known: about what it mostly takes.
    func likelyReplyByteCount(for count: Int) -> Int {
        reply?.likelyByteCount(for: count) ?? CheckReply.likelyByteCount
    }

    /// Does the work. Takes as long as it takes: not for a task that serves connections.
    ///
    /// - Parameters:
    ///   - body: What was sent behind the head.
    ///   - room: The memory for the reply, which is reserved here.
    ///   - terms: What the job may use, and whether it is still wanted.
    ///   - meter: Where it is noted what the work takes.
    /// - Throws: A ``Problem``, which holds nothing of the snapshot.
    func perform(
        _ body: SecureBytes,
        in workshop: Workshop,
        room: ReplyRoom,
        terms: JobTerms,
        meter: WorkMeter = WorkMeter()
    ) throws(Problem) -> HTTPServerResponse {
        guard room.reserve(likelyReplyByteCount(for: body.count)) else { throw .overloaded() }
        let work = terms.work
        let upload = try Upload(body, form: form, cancellation: work.cancellation)
        let policy = try policy(of: upload)
        try policies.check(sent: Set(upload.assets.keys))
        let request = request(upload, policy)
        let redactor = workshop.redactor
        try workshop.takeMemory(for: upload, policy, terms)
        guard let reply else {
            let report = try mapError(redactor.check(request, work: work, meter: meter).report) {
                Problem($0 as RedactionError)
            }
            guard room.reserve(CheckReply.byteCount(of: report)) else { throw .overloaded() }
            return try mapError(CheckReply.response(report)) { (_: OutOfMemory) in Problem.overloaded() }
        }
        let result = try mapError(redactor.redact(request, work: work, meter: meter)) { Problem($0 as RedactionError) }
        guard room.reserve(reply.byteCount(of: result)) else { throw .overloaded() }
        return try mapError(reply.response(result, work.cancellation)) { (_: WorkFailure) in Problem.overloaded() }
    }

    private func request(_ upload: Upload, _ policy: Policy) -> RedactionRequest {
        RedactionRequest(
            upload.snapshot,
            policy: policy,
            assets: upload.assets,
            store: policies.catalogue.assets,
            hierarchy: upload.hierarchy,
            unit: unit ?? upload.unit,
            phase: phase,
            requiresCover: policies.demands.requiresCover,
            output: output,
            wantsPicture: sendsPicture
        )
    }

    private func policy(of upload: Upload) throws(Problem) -> Policy {
        guard policy == nil || upload.policy == nil else {
            throw .parameter("policy", "is given twice: in the query and in the body; leave one out")
        }
        guard unit == nil || upload.unit == nil else {
            throw .parameter("scale", "is given twice: in the query and in the body; leave one out")
        }
        let regions = regions.map { RequestedRegions($0.regions, unit: unit ?? upload.unit) }
        let reference = policy ?? upload.policy
        guard reference != nil || reply != nil else {
            return try policies.everythingSensitive(hasHierarchy: upload.hierarchy != nil)
        }
        return try policies.policy(reference, regions: regions, demanding: minimumAssurance)
    }
}
