package import Artefacts
import BoundedWork
package import Containment
package import HTTPTypes
import ImageCore

/// The problems that are not about a picture or a policy.
extension Problem {
    package static func notFound() -> Problem {
        Problem(RequestProblem.notFound, "The server has no such path.")
    }

    package static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> Problem {
        let allowed = allowed.map(\.rawValue).joined(separator: ", ")
        return Problem(RequestProblem.methodNotAllowed, "Use \(allowed).", next: .said, fields: [.allow: allowed])
    }

    package static func notAcceptable(
        _ detail: String =
            "The reply can be an image (\(OutputFormat.Kind.allCases.map(\.mediaType).joined(separator: ", "))), "
            + "application/json or multipart/mixed, and for an artefact application/zip or text/plain: accept one of them."
    ) -> Problem {
        Problem(RequestProblem.notAcceptable, detail, next: .said)
    }

    package static func notAcceptable(_ artefact: ArtefactRedactor.Form) -> Problem {
        notAcceptable(
            "The reply to this artefact can be \(artefact.mediaType), application/json or multipart/mixed: accept one of them."
        )
    }

    package static func policyUnknown() -> Problem {
        Problem(
            AccessProblem.policyUnknown,
            "The server has no policy of this name.",
            parameter: "policy"
        )
    }

    package static func groupUnknown() -> Problem {
        Problem(AccessProblem.groupUnknown, "The server has no recipients of this name.", parameter: "seal")
    }

    package static func policyMissing() -> Problem {
        Problem(AccessProblem.policyMissing, "The request has neither a policy nor a style.", parameter: "policy")
    }

    /// The request spells a policy out, and the server carries out only its own.
    package static func policyNotOurs() -> Problem {
        Problem(
            AccessProblem.policyOnly,
            "The request has a policy of its own. Name one of the server's instead: GET /v1/policies lists them.",
            next: .said,
            parameter: "policy"
        )
    }

    package static func crossOrigin() -> Problem {
        Problem(AccessProblem.crossOrigin, "A web page sent it from an origin that the server does not allow.")
    }

    package static func phaseNotTaken() -> Problem {
        Problem(
            AccessProblem.phasesOff,
            "The server runs with --no-phases: its policies apply in every phase.",
            parameter: "phase"
        )
    }

    /// The body is compressed or otherwise encoded.
    package static func contentEncoding(_ codings: String) -> Problem {
        Problem(
            RequestProblem.contentEncodingUnsupported,
            "The Content-Encoding of the body is \(QuotedText.shortening(codings)).",
            // RFC 9110, section 12.5.3: which codings would be taken.
            fields: [.acceptEncoding: "identity"]
        )
    }

    package static func formUnsupported() -> Problem {
        Problem(RequestProblem.formUnsupported, "The body is multipart, but not multipart/form-data.")
    }

    /// The request brings a picture of the name of one of the server's.
    package static func assetNotYours(_ name: String) -> Problem {
        let name = QuotedText.shortening(name)
        return Problem(
            AccessProblem.policyOnly,
            "The server has an asset \(name), and covers with no other: leave yours out.",
            next: .said,
            parameter: name
        )
    }

    /// A query parameter, form part or member of the body cannot be used; `message` lacks its subject, and names the remedy.
    package static func parameter(_ name: String, _ message: String) -> Problem {
        parameter(ProblemKind(RequestProblem.parameterInvalid), name, message)
    }

    package static func parameter(_ kind: some ProblemTopic, _ name: String, _ message: String) -> Problem {
        parameter(ProblemKind(kind), name, message)
    }

    private static func parameter(_ kind: ProblemKind, _ name: String, _ message: String) -> Problem {
        let shown = name.isEmpty ? "A parameter without a name" : QuotedText.shortening(name)
        return Problem(kind, "\(shown) \(message).", next: .said, parameter: shown)
    }

    /// The query, a header field or the body is not well-formed; `detail` has no full stop.
    package static func malformed(_ kind: RequestProblem, _ detail: String, parameter: String? = nil) -> Problem {
        Problem(kind, "\(detail).".capitalizedFirst, parameter: parameter)
    }

    package static func unauthorized() -> Problem {
        Problem(
            AccessProblem.unauthorized,
            "The request has no key, a wrong key or two keys.",
            fields: [.wwwAuthenticate: "Bearer"]
        )
    }

    /// There is no worker or no memory for the request now.
    ///
    /// - Parameter seconds: The time until there should be, 1 or more.
    package static func overloaded(retryAfter seconds: Int = 1) -> Problem {
        Problem(
            ServerProblem.overloaded,
            seconds == 1 ? "Try again in a second." : "Try again in \(seconds) seconds.",
            next: .said,
            fields: [.retryAfter: "\(seconds)"]
        )
    }

    /// The pictures take `bytes` of memory, and all pictures together may take `capacity`.
    package static func tooLargeForMemory(_ bytes: Int, capacity: Int) -> Problem {
        Problem(
            SnapshotProblem.tooLarge,
            "The pictures of the request take \(bytes >> 20) MiB of memory; the server has \(capacity >> 20) MiB."
        )
    }

    package static func replyTooLarge(_ bytes: Int, capacity: Int) -> Problem {
        Problem(
            SnapshotProblem.tooLarge,
            "The reply takes \(bytes >> 20) MiB; the server has \(capacity >> 20) MiB for replies. Accept multipart/mixed, which "
                + "is shorter, cover less, or send a smaller picture.",
            next: .said
        )
    }

    package static func workerFailed() -> Problem {
        Problem(
            ServerProblem.workerFailed,
            "Nothing of the snapshot was sent back, and no other request was affected. The request would fail again: "
                + "report it, with the snapshot if you may.",
            next: .said
        )
    }

    package enum Expense {
        case memory
        case time
        case looking
        case searching
    }

    package static func tooExpensive(_ expense: Expense) -> Problem {
        let detail =
            switch expense {
            case .memory: "It takes more memory than allowed: send a smaller snapshot, or fewer and smaller areas."
            case .looking: "Looking at the snapshot takes more work than allowed: send a smaller snapshot."
            case .searching: "Searching the artefact takes more work than allowed: send its files one by one."
            case .time: "It takes longer than the server's --work-timeout: send a smaller snapshot, or fewer areas."
            }
        return Problem(ServerProblem.tooExpensive, detail, next: .said)
    }

    package init(_ failure: WorkerFailure) {
        switch failure {
        case .crashed, .killed, .trespassed, .babbled: self = .workerFailed()
        case .outOfMemory: self = .tooExpensive(.memory)
        case .overran: self = .tooExpensive(.time)
        case .overworked: self = .tooExpensive(.looking)
        case .cancelled, .unavailable: self = .overloaded()
        }
    }

    package static func shuttingDown() -> Problem {
        Problem(
            ServerProblem.shuttingDown,
            "Send the request again; another instance will take it.",
            next: .said,
            fields: [.retryAfter: "1"]
        )
    }

    package static func defect() -> Problem {
        Problem(ServerProblem.internal, "Nothing of the snapshot was sent back.")
    }

    /// The refusals of the server itself: framing, sizes and time.
    package static func server(status: HTTPResponse.Status, detail: String) -> Problem {
        let kind: RequestProblem
        switch status.code {
        case 408: kind = .timeout
        case 413: kind = .bodyTooLarge
        case 414: kind = .targetTooLong
        case 417: kind = .expectationFailed
        case 431: kind = .fieldsTooLarge
        case 501: kind = .methodUnknown
        case 503: return Problem(ServerProblem.overloaded, detail, fields: [.retryAfter: "1"])
        case 505: kind = .versionUnsupported
        default: kind = .malformed
        }
        return Problem(kind, detail)
    }
}
