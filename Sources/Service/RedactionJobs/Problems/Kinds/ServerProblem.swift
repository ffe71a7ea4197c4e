import HTTPTypes

/// The kinds of failures of the server.
package enum ServerProblem: String, ProblemTopic {
    case overloaded = "overloaded"
    case shuttingDown = "shutting-down"
    case tooExpensive = "too-expensive"
    case workerFailed = "worker-failed"
    case `internal` = "internal"

    package static let heading = "The server"

    package var definition: ProblemDefinition {
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

/// The kinds of requests that the server does not allow.
package enum AccessProblem: String, ProblemTopic {
    case unauthorized = "unauthorized"
    case crossOrigin = "cross-origin"
    case policyOnly = "policy-only"
    case phasesOff = "phases-off"
    case policyUnknown = "policy-unknown"
    case policyMissing = "policy-missing"

    package static let heading = "What the server lets a request do"

    package var definition: ProblemDefinition {
        switch self {
        case .unauthorized:
            ProblemDefinition(
                .unauthorized,
                "A key is needed",
                meaning: "keys are set, and none or a wrong one was sent",
                remedy: "send one of this server's keys, once: as `Authorization: Bearer` or as `API-Key`",
                guide: "Serving#Keys"
            )
        case .crossOrigin:
            ProblemDefinition(
                .forbidden,
                "Pages of this origin may not call",
                meaning: "a page of a browser sent it from another origin",
                remedy: "name that origin in `--cors-origins` of the server, as the browser sends it in `Origin`",
                guide: "Serving#Browsers"
            )
        case .policyOnly:
            ProblemDefinition(
                .forbidden,
                "This server carries out its own policies only",
                meaning: "the server carries out its own policies, and covers with its own pictures, only",
                remedy:
                    "name one of its policies, which `GET /v1/policies` lists, and send no picture of the same name as "
                    + "one of the server's"
            )
        case .phasesOff:
            ProblemDefinition(
                .forbidden,
                "This server takes no phase",
                meaning: "the server was started with `--no-phases`: its policies apply in every phase",
                remedy: "send no phase"
            )
        case .policyUnknown:
            ProblemDefinition(
                .notFound,
                "There is no policy of this name",
                meaning: "there is no policy of this name",
                remedy: "name one that `GET /v1/policies` lists"
            )
        case .policyMissing:
            ProblemDefinition(
                .unprocessableContent,
                "Nothing says what to cover",
                meaning: "nothing says what to cover",
                remedy: "send `?style=…` or `?policy=…` in the query, or a policy in the form or the JSON body"
            )
        }
    }
}
