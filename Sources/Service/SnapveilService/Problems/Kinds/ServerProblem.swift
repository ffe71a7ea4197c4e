import HTTPTypes

/// What the server cannot do now, or did wrong.
enum ServerProblem: String, ProblemTopic {
    case overloaded = "overloaded"
    case shuttingDown = "shutting-down"
    case tooExpensive = "too-expensive"
    case workerFailed = "worker-failed"
    case `internal` = "internal"

    static let heading = "The server"

    var definition: ProblemDefinition {
        switch self {
        case .overloaded:
            ProblemDefinition(
                .serviceUnavailable,
                "The server has all the work that it takes",
                meaning: "no worker or no memory for it for now",
                remedy: "try again after the seconds of `Retry-After`",
                guide: "Serving#Under-load"
            )
        case .shuttingDown:
            ProblemDefinition(
                .serviceUnavailable,
                "The server is shutting down",
                meaning: "the server is ending",
                remedy: "send the request again; another instance takes it"
            )
        case .tooExpensive:
            ProblemDefinition(
                .unprocessableContent,
                "The request is too expensive",
                meaning:
                    "the work takes more memory, more time, or more looking, than that of a request may; the detail says which",
                remedy:
                    "send a smaller picture, or fewer and smaller areas; for time, raise `--work-timeout` of the server",
                guide: "Serving#Under-load"
            )
        case .workerFailed:
            ProblemDefinition(
                .internalServerError,
                "The process that worked on the request has failed",
                meaning: "the process that worked on the request crashed, or answered what it never should; it was "
                    + "replaced, and other requests did not notice",
                remedy:
                    "do not send the same again, as it would most likely fail again; report it, with what you sent if "
                    + "you may",
                guide: "Security#If-a-decoder-is-taken-over"
            )
        case .internal:
            ProblemDefinition(
                .internalServerError,
                "The server made a mistake",
                meaning: "the server made a mistake",
                remedy: "report it, without the snapshot"
            )
        }
    }
}
