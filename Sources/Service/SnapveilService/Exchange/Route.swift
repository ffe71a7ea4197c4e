import HTTPTypes

/// The paths of the API and the methods that each takes.
enum Route: Equatable {
    /// A snapshot in, a sanitised one out.
    case sanitize
    /// A snapshot in, what it shows that is sensitive out.
    case check
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
        ([.sanitize, .check, .policies, .policy("")] + PublicDocument.allCases.map(Route.document)
        + [.playground(nil), .health, .readiness]).map(\.template)

    /// What stands for the path where requests are counted: few values, whatever is asked for.
    static let labels = templates + [Route.playground("").template, Label.other, Label.unread]

    /// What stands for requests that are for no path of the API.
    enum Label {
        /// There is no such path.
        static let other = "other"
        /// The head could not be read.
        static let unread = "unread"
    }

    /// The path, with a name in braces for the part that differs.
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

    /// The route of a path; nil for one that is not known.
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

    /// The route of the path of a request, whatever its method; nil for one that is not known.
    init?(pathOf head: HTTPRequest) {
        self.init(path: head.path?.prefix { $0 != "?" } ?? "")
    }

    /// The methods that the path takes.
    var methods: [HTTPRequest.Method] {
        switch self {
        // `curl -T` sends a file with PUT.
        case .sanitize, .check: [.post, .put]
        case .policies, .policy, .health, .readiness, .document, .playground: [.get, .head]
        }
    }

    /// Whether this is a health probe, which comes every few seconds and from no person.
    var isProbe: Bool { self == .health || self == .readiness }

    /// Whether the reply is the same for everybody, so that nobody is refused.
    var isForEverybody: Bool {
        switch self {
        case .document, .playground, .health, .readiness: true
        case .sanitize, .check, .policies, .policy: false
        }
    }

    /// Whether this is the page to try the service with, or one of its files.
    var isPlayground: Bool { if case .playground = self { true } else { false } }

    /// The route of a request.
    ///
    /// - Throws: A 404 for a path that is not known, a 405 for a method that is not the path's.
    init(_ head: HTTPRequest) throws(Problem) {
        guard let route = Route(pathOf: head) else { throw .notFound() }
        guard route.methods.contains(head.method) else { throw .methodNotAllowed(route.methods) }
        self = route
    }
}
