import HTTPServer
import HTTPTypes
import ImageCore
import Redaction
import SecureMemory

/// A call of `POST /v1/sanitize`: what its head asks for, checked before its body is read.
struct SanitizeCall {
    private let form: Upload.Form
    private let policy: Policy?
    private let minimumAssurance: MinimumAssurance
    private let phase: Phase?
    private let output: OutputOptions
    private let reply: SanitizeReply

    /// - Parameters:
    ///   - head: Of the request.
    ///   - minimum: The weakest assurance that the server allows.
    /// - Throws: A problem with the query, the `Content-Type` or the `Accept` field.
    init(_ head: HTTPRequest, minimumAssurance minimum: MinimumAssurance) throws(Problem) {
        let options = try SanitizeOptions(QueryParameters(target: head.path ?? ""))
        minimumAssurance = max(minimum, options.minimumAssurance)
        policy = try options.policy.map { [minimumAssurance] (policy) throws(Problem) in
            try policy.demanding(minimumAssurance)
        }
        phase = options.phase
        form = try Upload.Form(contentType: head.headerFields[.contentType])
        let accept = AcceptField(head.headerFields[.accept])
        let negotiated = try ReplyForm.negotiate(accept, format: options.format)
        reply = SanitizeReply(form: negotiated.form)
        output = OutputOptions(
            formats: negotiated.formats,
            quality: options.quality,
            compression: options.compression
        )
    }

    /// Does the work. Takes as long as it takes: not for a task that serves connections.
    ///
    /// - Throws: A ``Problem``, which holds nothing of the snapshot.
    func perform(
        _ body: SecureBytes,
        redactor: Redactor,
        job: WorkerPool.Job
    ) throws(Problem) -> HTTPServerResponse {
        let upload = try Upload(body, form: form)
        let policy = try policy(of: upload)
        let result: Redactor.Result
        do {
            result = try redactor.redact(
                upload.snapshot,
                policy: policy,
                assets: upload.assets,
                phase: phase,
                output: output,
                threads: { job.threads },
                isCancelled: { job.isCancelled }
            )
        } catch {
            throw Problem(error)
        }
        do {
            return try reply.response(result)
        } catch {
            throw .overloaded()
        }
    }

    private func policy(of upload: Upload) throws(Problem) -> Policy {
        switch (policy, upload.policy) {
        case (let policy?, nil): return policy
        case (nil, let policy?): return try policy.demanding(minimumAssurance)
        case (nil, nil): throw .policyMissing()
        case (.some, .some): throw .parameter("policy", "is given twice: in the query and in the body")
        }
    }
}
