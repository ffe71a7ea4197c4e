import BoundedWork
import Containment
import HTTPTypes

/// The problems that are not about a picture or a policy.
extension Problem {
    /// The path is not one of the API.
    static func notFound() -> Problem {
        Problem(
            status: .notFound,
            code: "not-found",
            title: "There is nothing here",
            detail: "Post snapshots to /v1/sanitize; /v1/policies lists policies; /healthz and /readyz are probes."
        )
    }

    /// The path takes other methods.
    ///
    /// - Parameter allowed: The methods that it takes, with commas between them.
    static func methodNotAllowed(_ allowed: String) -> Problem {
        Problem(
            status: .methodNotAllowed,
            code: "method-not-allowed",
            title: "This method is not for this path",
            detail: "Use \(allowed).",
            fields: [.allow: allowed]
        )
    }

    /// The client accepts nothing that could be sent.
    static func notAcceptable(
        _ detail: String = "The reply can be image/png, image/jpeg, application/json or multipart/mixed."
    ) -> Problem {
        Problem(
            status: .notAcceptable,
            code: "not-acceptable",
            title: "Nothing that the Accept field names can be given",
            detail: detail
        )
    }

    /// The server has no policy of the name that was sent.
    static func policyUnknown() -> Problem {
        Problem(
            status: .notFound,
            code: "policy-unknown",
            title: "There is no policy of this name",
            detail: "This server has no policy of the name that was sent.",
            parameter: "policy"
        )
    }

    /// The request does not say what to cover, and the server has no default.
    static func policyMissing() -> Problem {
        .parameter(
            "policy",
            code: "policy-missing",
            "says what to cover: send ?style=… or ?policy=… in the query, or a policy in the form or the JSON body"
        )
    }

    /// The request spells a policy out, and the server carries out its own only.
    static func policyNotOurs() -> Problem {
        Problem(
            status: .forbidden,
            code: "policy-only",
            title: "This server carries out its own policies only",
            detail: "Name one of them: GET /v1/policies lists them.",
            parameter: "policy"
        )
    }

    /// A page of another origin sent the request.
    static func crossOrigin() -> Problem {
        Problem(
            status: .forbidden,
            code: "cross-origin",
            title: "Pages of this origin may not call",
            detail: "A page of a browser sent this from another origin. To let it, name that origin in --cors-origins "
                + "of the server, as the browser sends it in Origin."
        )
    }

    /// The request sends a phase, and the server takes none.
    static func phaseNotTaken() -> Problem {
        Problem(
            status: .forbidden,
            code: "phases-off",
            title: "This server takes no phase",
            detail: "It was started with --no-phases: its policies apply in every phase. Send no phase.",
            parameter: "phase"
        )
    }

    /// The body is compressed, or encoded in another way.
    ///
    /// - Parameter codings: The value of `Content-Encoding`.
    static func contentEncoding(_ codings: String) -> Problem {
        Problem(
            status: .unsupportedMediaType,
            code: "content-encoding-unsupported",
            title: "The body is encoded",
            detail: "Its Content-Encoding is \(QuotedText.shortening(codings)). Send it as it is.",
            // RFC 9110, section 12.5.3: which codings would be taken.
            fields: [.acceptEncoding: "identity"]
        )
    }

    /// The request brings a picture that would take the place of one of the server's.
    ///
    /// - Parameter name: The name of the picture.
    static func assetNotYours(_ name: String) -> Problem {
        Problem(
            status: .forbidden,
            code: "policy-only",
            title: "This server covers with its own pictures",
            detail: "It has the picture \(QuotedText.shortening(name)) itself.",
            parameter: QuotedText.shortening(name)
        )
    }

    /// A query parameter, form part or member of the body cannot be used; `message` lacks its subject.
    static func parameter(_ name: String, code: String = "parameter-invalid", _ message: String) -> Problem {
        let shown = name.isEmpty ? "A parameter without a name" : QuotedText.shortening(name)
        return Problem(
            status: .unprocessableContent,
            code: code,
            title: "A parameter cannot be used",
            detail: "\(shown) \(message).",
            parameter: shown
        )
    }

    /// The query, a header field or the body is not well-formed; `detail` has no full stop.
    static func malformed(_ code: String, title: String, detail: String, parameter: String? = nil) -> Problem {
        Problem(status: .badRequest, code: code, title: title, detail: "\(detail).", parameter: parameter)
    }

    /// The request carries no key, a wrong one or two.
    static func unauthorized() -> Problem {
        Problem(
            status: .unauthorized,
            code: "unauthorized",
            title: "A key is needed",
            detail: "Send one of this server's keys, once: as Authorization: Bearer or as API-Key.",
            fields: [.wwwAuthenticate: "Bearer"]
        )
    }

    /// There is no worker or no memory for the request now.
    ///
    /// - Parameter seconds: The time until there should be, 1 or more.
    static func overloaded(retryAfter seconds: Int = 1) -> Problem {
        Problem(
            status: .serviceUnavailable,
            code: "overloaded",
            title: "The server has all the work that it takes",
            detail: seconds == 1 ? "Try again in a second." : "Try again in \(seconds) seconds.",
            fields: [.retryAfter: "\(seconds)"]
        )
    }

    /// A picture that takes more memory to work on than all pictures may together.
    ///
    /// - Parameters:
    ///   - bytes: What it takes.
    ///   - capacity: What there is.
    static func tooLargeForMemory(_ bytes: Int, capacity: Int) -> Problem {
        Problem(
            status: .contentTooLarge,
            code: "snapshot-too-large",
            title: "The snapshot is too large",
            detail: "The pictures take \(bytes >> 20) MiB of memory to work on; this server has \(capacity >> 20) MiB."
        )
    }

    /// The pool did not take a job.
    init(_ refusal: WorkerPool.Refusal) {
        switch refusal {
        case .full(let wait): self = .overloaded(retryAfter: min(max(Int((wait / .seconds(1)).rounded(.up)), 1), 60))
        case .cancelled: self = .overloaded()
        }
    }

    /// The process that worked on the request has failed, and was replaced.
    static func workerFailed() -> Problem {
        Problem(
            status: .internalServerError,
            code: "worker-failed",
            title: "The process that worked on the request has failed",
            detail:
                "Nothing of the snapshot was sent back, and no other request was harmed. The request would fail again: "
                + "please report what you sent, if you may."
        )
    }

    /// What a request takes too much of.
    enum Expense {
        /// Memory.
        case memory
        /// Time.
        case time
    }

    /// The request takes more to work on than any may.
    static func tooExpensive(_ expense: Expense) -> Problem {
        let detail =
            switch expense {
            case .memory: "It takes more memory than a request may: send a smaller picture, or fewer and smaller areas."
            case .time: "It takes longer than --work-timeout of the server: send a smaller picture, or fewer areas."
            }
        return Problem(
            status: .unprocessableContent,
            code: "too-expensive",
            title: "The request is too expensive",
            detail: detail
        )
    }

    /// A worker did not do its job.
    init(_ failure: WorkerFailure) {
        switch failure {
        case .crashed, .babbled: self = .workerFailed()
        case .outOfMemory: self = .tooExpensive(.memory)
        case .overran: self = .tooExpensive(.time)
        case .cancelled, .unavailable: self = .overloaded()
        }
    }

    /// The server takes no more work, as it is about to end.
    static func shuttingDown() -> Problem {
        Problem(
            status: .serviceUnavailable,
            code: "shutting-down",
            title: "The server is shutting down",
            detail: "Send the request again; another instance will take it.",
            fields: [.retryAfter: "1"]
        )
    }

    /// The server has a mistake.
    static func defect() -> Problem {
        Problem(
            status: .internalServerError,
            code: "internal",
            title: "The server made a mistake",
            detail: "Nothing of the snapshot was sent back."
        )
    }

    /// What the server refuses by itself: framing, sizes and time.
    static func server(status: HTTPResponse.Status, detail: String) -> Problem {
        let (code, title) =
            switch status.code {
            case 408: ("request-timeout", "The request came too slowly")
            case 413: ("body-too-large", "The body is too large")
            case 414: ("target-too-long", "The request target is too long")
            case 417: ("expectation-failed", "The expectation cannot be met")
            case 431: ("fields-too-large", "The header fields are too large")
            case 501: ("method-unknown", "The method is not known")
            case 503: ("overloaded", "The server cannot take the request now")
            case 505: ("version-unsupported", "The HTTP version is not supported")
            default: ("request-malformed", "The request is not well-formed HTTP")
            }
        let fields: HTTPFields = status == .serviceUnavailable ? [.retryAfter: "1"] : [:]
        return Problem(status: status, code: code, title: title, detail: detail, fields: fields)
    }
}
