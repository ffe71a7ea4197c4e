public import HTTPTypes
public import SecureMemory

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
