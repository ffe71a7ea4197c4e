import HTTPTypes
import RedactionJobs

/// The paths of the API.
enum Route: Equatable {
    /// A snapshot in, a sanitised one out.
    case sanitize
    /// A snapshot in, its findings out.
    case check
    case policies
    /// One of the server's policies, by its name.
    case policy(String)
    /// The playground: a file by its name, or the page itself.
    case playground(String?)
    /// Whether the process is alive.
    case health
    /// Whether the server takes work.
    case readiness
    /// A document that is the same for all.
    case document(PublicDocument)

    private static let policiesPath = "/v1/policies"
    /// The path of the files that the playground loads.
    private static let playgroundPath = "/playground/"

    /// Every path, with a name in braces for the variable part; without the files of the playground.
    static let templates =
        ([.sanitize, .check, .policies, .policy("")] + PublicDocument.allCases.map(Route.document)
        + [.playground(nil), .health, .readiness]).map(\.template)

    /// The labels of paths in metrics: few values, whatever the requests.
    static let labels = templates + [Route.playground("").template, Label.other, Label.unread]

    /// The labels of requests without a path of the API.
    enum Label {
        static let other = "other"
        /// The head could not be read.
        static let unread = "unread"
    }

    /// The path, with a name in braces for the variable part.
    var template: String {
        switch self {
        case .sanitize: "/v1/sanitize"
        case .check: SanitizeOrder.checkPath
        case .policies: Self.policiesPath
        case .policy: Self.policiesPath + "/{name}"
        case .playground(nil): "/"
        case .playground: Self.playgroundPath + "{file}"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .document(let document): document.path
        }
    }

    /// The route of a path; nil for an unknown one.
    init?(path: Substring) {
        switch path {
        case "/v1/sanitize": self = .sanitize
        case SanitizeOrder.checkPath[...]: self = .check
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case Self.policiesPath[...]: self = .policies
        case "/": self = .playground(nil)
        case _ where path.hasPrefix(Self.playgroundPath):
            self = .playground(String(path.dropFirst(Self.playgroundPath.count)))
        default:
            if let document = PublicDocument.allCases.first(where: { $0.path == path }) {
                self = .document(document)
                return
            }
            guard path.hasPrefix(Self.policiesPath + "/") else { return nil }
            self = .policy(String(path.dropFirst(Self.policiesPath.count + 1)))
        }
    }

    /// The route of the path of a request, whatever its method; nil for an unknown one.
    init?(pathOf head: HTTPRequest) {
        self.init(path: head.path?.prefix { $0 != "?" } ?? "")
    }

    var methods: [HTTPRequest.Method] {
        switch self {
        // `curl -T` sends a file with PUT.
        case .sanitize, .check: [.post, .put]
        case .policies, .policy, .health, .readiness, .document, .playground: [.get, .head]
        }
    }

    /// Whether this is a health probe, which comes every few seconds.
    var isProbe: Bool { self == .health || self == .readiness }

    /// Whether the reply is the same for all, so that no caller is refused.
    var isForEverybody: Bool {
        switch self {
        case .document, .playground, .health, .readiness: true
        case .sanitize, .check, .policies, .policy: false
        }
    }

    var isPlayground: Bool { if case .playground = self { true } else { false } }

    /// The route of a request. A 404 for an unknown path, a 405 for a method of another path.
    init(_ head: HTTPRequest) throws(Problem) {
        guard let route = Route(pathOf: head) else { throw .notFound() }
        guard route.methods.contains(head.method) else { throw .methodNotAllowed(route.methods) }
        self = route
    }
}

/// A description that the server gives to everybody, without a key, and to pages of any origin.
enum PublicDocument: CaseIterable, Sendable {
    /// The API in OpenAPI 3.1.
    case openAPI
    /// The JSON Schema of policies.
    case policySchema
    /// All kinds of problems, with their remedies.
    case problems

    var path: String {
        switch self {
        case .openAPI: "/openapi.json"
        case .policySchema: "/v1/policy.schema.json"
        case .problems: ProblemKind.page
        }
    }
}
