/// How the end of a body is found (RFC 9112, section 6.3).
public enum BodyFraming: Sendable, Hashable {
    /// There is no body.
    case none

    /// The body is this many bytes.
    case length(Int)

    /// The body comes in chunks.
    case chunked

    /// Whether there may be a byte of a body.
    public var mayHaveBytes: Bool {
        switch self {
        case .none: false
        case .length(let count): count > 0
        case .chunked: true
        }
    }
}
