import HTTPTypes

/// The paths of the API and the methods that each takes.
enum Route: CaseIterable {
    /// A snapshot in, a sanitised one out.
    case sanitize
    /// Whether the process is alive.
    case health
    /// Whether the server takes work.
    case readiness

    /// Where it is.
    var path: String {
        switch self {
        case .sanitize: "/v1/sanitize"
        case .health: "/healthz"
        case .readiness: "/readyz"
        }
    }

    private var methods: [HTTPRequest.Method] {
        switch self {
        case .sanitize: [.post]
        case .health, .readiness: [.get, .head]
        }
    }

    /// The route of a request.
    ///
    /// - Throws: A 404 for a path that is not known, a 405 for a method that is not the path's.
    init(_ head: HTTPRequest) throws(Problem) {
        let path = head.path?.prefix { $0 != "?" } ?? ""
        guard let route = Route.allCases.first(where: { $0.path == path }) else { throw .notFound() }
        guard route.methods.contains(head.method) else {
            throw .methodNotAllowed(route.methods.map(\.rawValue).joined(separator: ", "))
        }
        self = route
    }
}
