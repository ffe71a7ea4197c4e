public import HTTPTypes
public import SecureMemory

/// The head of a request, with its meaning for the message and the connection.
public struct RequestHead: Sendable, Hashable {
    /// Method, scheme, authority, path with query, and the fields but `Host`, which is the authority. Of fields that carry
    /// secrets the values are in ``secrets``.
    public let request: HTTPRequest

    /// The values of the fields that carry secrets.
    public let secrets: SecretFields

    /// The request target as it was sent; the path of ``request`` unless the target is an absolute URI.
    public let target: String

    /// 0 or 1, of HTTP/1.0 and HTTP/1.1.
    public let minorVersion: Int

    /// The way in which the end of the body is found.
    public let framing: BodyFraming

    /// Whether the sender waits for `100 Continue` before it sends the body. Never true where there is no body.
    public let expectsContinue: Bool

    /// Whether the sender wants the connection kept open after the reply (RFC 9112, section 9.3).
    public let keepsConnectionOpen: Bool

    /// Puts a head together and checks its parts against each other.
    init(_ line: RequestLine, _ section: FieldSection) throws(RequestError) {
        var fields = section.fields
        secrets = section.secrets
        let control = try ControlFields(fields, minorVersion: line.minorVersion)
        let authority: String?
        if let origin = line.target.origin {
            // Section 3.2.2 of RFC 9112 has the target win over a Host that differs. A proxy ahead may have used the other.
            guard control.host.map({ $0.lowercased() == origin.authority.lowercased() }) ?? true else {
                throw .contradictoryHost
            }
            authority = origin.authority
        } else {
            authority = control.host
        }
        if let hostIndex = control.hostIndex { fields.remove(at: hostIndex) }
        request = HTTPRequest(
            method: line.method,
            scheme: line.target.origin?.scheme ?? "http",
            authority: authority,
            path: line.target.path,
            headerFields: fields
        )
        target = line.target.text
        minorVersion = line.minorVersion
        framing = control.framing
        expectsContinue = control.expectsContinue && line.minorVersion == 1 && control.framing.mayHaveBytes
        keepsConnectionOpen =
            line.minorVersion == 1
            ? !control.connectionCloses : control.connectionKeepAlive && !control.connectionCloses
    }
}

/// The values of the fields of a head that carry secrets, in memory that is wiped. Among the other fields only their
/// names are left.
public struct SecretFields: Sendable {
    /// The fields that are kept here: `Authorization`, `Proxy-Authorization`, `Cookie`, `API-Key` and `X-API-Key`.
    public static let names: Set<String> = ["authorization", "proxy-authorization", "cookie", "api-key", "x-api-key"]

    private var fields: [(name: HTTPField.Name, value: SecureBytes)] = []

    /// A head without secrets.
    public init() {}

    /// The values of a field of that name, in order.
    public subscript(name: HTTPField.Name) -> [SecureBytes] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// Adds the value of a field, behind those that are there.
    public mutating func append(_ value: SecureBytes, for name: HTTPField.Name) {
        fields.append((name, value))
    }
}

extension SecretFields: Hashable {
    /// Whether both have the same fields in the same order. Not constant in time.
    public static func == (lhs: SecretFields, rhs: SecretFields) -> Bool {
        lhs.fields.elementsEqual(rhs.fields) { $0.name == $1.name && $0.value == $1.value }
    }

    /// Hashes the names alone.
    public func hash(into hasher: inout Hasher) {
        for field in fields { hasher.combine(field.name) }
    }
}
