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

    /// The path of the policies.
    private static let policiesPath = "/v1/policies"
    /// Where the files lie that the playground loads.
    private static let playgroundPath = "/playground/"

    private init?(path: Substring) {
        switch path {
        case "/v1/sanitize": self = .sanitize
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case Self.policiesPath[...]: self = .policies
        case "/": self = .playground(nil)
        case _ where path.hasPrefix(Self.playgroundPath):
            self = .playground(String(path.dropFirst(Self.playgroundPath.count)))
        default:
            guard path.hasPrefix(Self.policiesPath + "/") else { return nil }
            self = .policy(String(path.dropFirst(Self.policiesPath.count + 1)))
        }
    }

    /// The methods that the path takes; nil if that depends on what the server has there.
    private var methods: [HTTPRequest.Method]? {
        switch self {
        // `curl -T` sends a file with PUT.
        case .sanitize: [.post, .put]
        case .policies, .policy, .health, .readiness: [.get, .head]
        case .playground: nil
        }
    }

    /// Whether this is a health probe, which comes every few seconds and from no person.
    var isProbe: Bool { self == .health || self == .readiness }

    /// Whether this is the page to try the service with, or one of its files.
    var isPlayground: Bool { if case .playground = self { true } else { false } }

    /// Whether the reply is the same for everybody, so that nobody is refused.
    var isForEverybody: Bool { isProbe || isPlayground }

    /// The route of a request.
    ///
    /// - Throws: A 404 for a path that is not known, a 405 for a method that is not the path's.
    init(_ head: HTTPRequest) throws(Problem) {
        let path = head.path?.prefix { $0 != "?" } ?? ""
        guard let route = Route(path: path) else { throw .notFound() }
        if let methods = route.methods, !methods.contains(head.method) {
            throw .methodNotAllowed(methods.map(\.rawValue).joined(separator: ", "))
        }
        self = route
    }
}
