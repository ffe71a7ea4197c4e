import HTTPTypes

/// The paths of the API and the methods that each takes.
enum Route: Equatable {
    /// A snapshot in, a sanitised one out.
    case sanitize
    /// The policies of the server.
    case policies
    /// One of the server's policies, by its name.
    case policy(String)
    /// The playground: one of its files by its name, or the page itself.
    case playground(String?)
    /// Whether the process is alive.
    case health
    /// Whether the server takes work.
    case readiness
    /// What is the same for everybody.
    case document(PublicDocument)

    /// The path of the policies.
    private static let policiesPath = "/v1/policies"
    /// Where the files lie that the playground loads.
    private static let playgroundPath = "/playground/"

    /// Every path, with a name in braces for the part that differs; but for the files of the playground, which it asks for itself.
    static let templates =
        ["/v1/sanitize", policiesPath, policiesPath + "/{name}"] + PublicDocument.allCases.map(\.path)
        + ["/", "/healthz", "/readyz"]

    /// The route of a path; nil for one that is not known.
    init?(path: Substring) {
        switch path {
        case "/v1/sanitize": self = .sanitize
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

    /// The methods that the path takes.
    var methods: [HTTPRequest.Method] {
        switch self {
        // `curl -T` sends a file with PUT.
        case .sanitize: [.post, .put]
        case .policies, .policy, .health, .readiness, .document, .playground: [.get, .head]
        }
    }

    /// Whether this is a health probe, which comes every few seconds and from no person.
    var isProbe: Bool { self == .health || self == .readiness }

    /// Whether the reply is the same for everybody, so that nobody is refused.
    var isForEverybody: Bool {
        switch self {
        case .document, .playground, .health, .readiness: true
        case .sanitize, .policies, .policy: false
        }
    }

    /// Whether this is the page to try the service with, or one of its files.
    var isPlayground: Bool { if case .playground = self { true } else { false } }

    /// The route of a request.
    ///
    /// - Throws: A 404 for a path that is not known, a 405 for a method that is not the path's.
    init(_ head: HTTPRequest) throws(Problem) {
        let path = head.path?.prefix { $0 != "?" } ?? ""
        guard let route = Route(path: path) else { throw .notFound() }
        guard route.methods.contains(head.method) else {
            throw .methodNotAllowed(route.methods.map(\.rawValue).joined(separator: ", "))
        }
        self = route
    }
}
