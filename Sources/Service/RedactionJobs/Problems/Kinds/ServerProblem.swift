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
                "The server is fully loaded",
                meaning: "no worker or not enough memory is free",
                remedy: "try again after the number of seconds in `Retry-After`",
                guide: "Serving#Under-load"
            )
        case .shuttingDown:
            ProblemDefinition(
                .serviceUnavailable,
                "The server is shutting down",
                meaning: "the server ends, and takes no new work",
                remedy: "send the request again; another instance takes it"
            )
        case .tooExpensive:
            ProblemDefinition(
                .unprocessableContent,
                "The request is too expensive",
                meaning:
                    "the request takes more memory, time or looking than allowed; the detail says which",
                remedy:
                    "send a smaller snapshot, or fewer and smaller areas; for time, raise the server's `--work-timeout`",
                guide: "Serving#Under-load"
            )
        case .workerFailed:
            ProblemDefinition(
                .internalServerError,
                "The worker failed",
                meaning: "the worker of this request crashed, or broke the protocol; it was "
                    + "replaced, and no other request was affected",
                remedy:
                    "do not send the request again: it would most likely fail again; report it, with the snapshot if "
                    + "you may",
                guide: "Security#If-a-decoder-is-taken-over"
            )
        case .internal:
            ProblemDefinition(
                .internalServerError,
                "The server made a mistake",
                meaning: "the server has a defect",
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
    case groupUnknown = "group-unknown"

    package static let heading = "Access"

    package var definition: ProblemDefinition {
        switch self {
        case .unauthorized:
            ProblemDefinition(
                .unauthorized,
                "A key is needed",
                meaning: "the server has keys, and the request has none, a wrong one or two",
                remedy: "send one of the server's keys, once: as `Authorization: Bearer` or as `API-Key`",
                guide: "Serving#Keys"
            )
        case .crossOrigin:
            ProblemDefinition(
                .forbidden,
                "The origin is not allowed",
                meaning: "a web page of another origin sent the request",
                remedy: "add the origin to the server's `--cors-origins`, as the browser sends it in `Origin`",
                guide: "Serving#Browsers"
            )
        case .policyOnly:
            ProblemDefinition(
                .forbidden,
                "The server carries out only its own policies",
                meaning: "the request has a policy or an asset of its own, and the server allows only the server's",
                remedy:
                    "name a policy that `GET /v1/policies` lists, and send no asset with the name of "
                    + "one of the server's"
            )
        case .phasesOff:
            ProblemDefinition(
                .forbidden,
                "The server takes no phase",
                meaning: "the server runs with `--no-phases`: its policies apply in every phase",
                remedy: "leave the phase out"
            )
        case .policyUnknown:
            ProblemDefinition(
                .notFound,
                "The policy is unknown",
                meaning: "the server has no policy of this name",
                remedy: "name a policy that `GET /v1/policies` lists"
            )
        case .policyMissing:
            ProblemDefinition(
                .unprocessableContent,
                "The request names no policy and no style",
                meaning: "neither the query nor the body has a policy or a style",
                remedy: "send `?style=…` or `?policy=…` in the query, or a policy in the form or the JSON body"
            )
        case .groupUnknown:
            ProblemDefinition(
                .notFound,
                "The recipients are unknown",
                meaning: "`seal` names a group, and the server has no recipients of this name",
                remedy: "name a file of the server's `--recipients`, without `.txt`",
                guide: "SealedOriginals"
            )
        }
    }
}
