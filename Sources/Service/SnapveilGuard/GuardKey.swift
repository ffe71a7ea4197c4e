import Base64Coding
import HTTPParsing
import HTTPTypes
import SecureMemory
import SnapveilService

/// The key of the guard in a request. Clients of WebDriver mostly state nothing but a URL, so it may be the password of that.
///
/// `Authorization` goes on to the server behind where the key is in `API-Key`.
struct GuardKey {
    /// The name of the key.
    let name: String
    /// The field that it is in, which is not passed on.
    let field: HTTPField.Name

    /// Nil if there is no key of the guard among the fields.
    init?(of fields: SecretFields, _ gatekeeper: Gatekeeper) {
        let keys = fields[.apiKey], authorizations = fields[.authorization]
        if keys.count == 1, let name = gatekeeper.name(of: keys[0]) {
            (self.name, field) = (name, .apiKey)
        } else if keys.isEmpty, authorizations.count == 1, let key = Self.key(in: authorizations[0]),
            let name = gatekeeper.name(of: key)
        {
            (self.name, field) = (name, .authorization)
        } else {
            return nil
        }
    }

    /// The token behind `Bearer`, or the password behind `Basic` (RFC 7617, section 2).
    private static func key(in value: SecureBytes) -> SecureBytes? {
        if let token = value.credentials(of: "bearer") { return token }
        guard let base64 = value.credentials(of: "basic"), let pair = try? Base64.decode(base64) else { return nil }
        let colon = pair.withUnsafeBytes { $0.firstIndex(of: UInt8(ascii: ":")) }
        return colon.map { pair[($0 + 1)..<pair.count] }
    }
}
