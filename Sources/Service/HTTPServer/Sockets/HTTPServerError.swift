/// Why a server could not be started.
public enum HTTPServerError: Error, Hashable, CustomStringConvertible {
    /// The host is no address and no name that can be looked up; with the resolver's message.
    case cannotResolve(host: String, reason: String)

    /// The address could not be listened on; with the system's message.
    case cannotListen(address: String, reason: String)

    /// What a service manager has handed over is no socket to listen on.
    case cannotInherit(reason: String)

    /// The server has been run before: it cannot be again.
    case alreadyRun

    /// The server ended before it listened.
    case notListening

    /// A sentence for the operator.
    public var description: String {
        switch self {
        case .cannotResolve(let host, let reason): "Cannot listen on \(host): \(reason)"
        case .cannotListen(let address, let reason): "Cannot listen on \(address): \(reason)"
        case .cannotInherit(let reason): "Cannot listen on what LISTEN_FDS names: \(reason)"
        case .alreadyRun: "The server has been run before"
        case .notListening: "The server does not listen"
        }
    }
}
