import HTTPTypes

/// What the server does not let a request do.
enum AccessProblem: String, ProblemTopic {
    case unauthorized = "unauthorized"
    case crossOrigin = "cross-origin"
    case policyOnly = "policy-only"
    case phasesOff = "phases-off"
    case policyUnknown = "policy-unknown"
    case policyMissing = "policy-missing"

    static let heading = "What the server lets a request do"

    var definition: ProblemDefinition {
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
