import HTTPParsing
import HTTPServer
import HTTPTypes
import SecureMemory
import Synchronization

/// Decides by the key that a request carries whether its caller is let in. The keys can be exchanged while requests
/// come in.
final class Gatekeeper: Sendable {
    private let ring: Mutex<KeyRing?>

    /// A gatekeeper who knows the keys of `ring`; nil lets everybody in.
    init(_ ring: KeyRing?) {
        self.ring = Mutex(ring)
    }

    /// Takes other keys from the next request on.
    func replace(_ newRing: KeyRing) {
        ring.withLock { $0 = newRing }
    }

    /// The name of the caller's key; nil if no keys are set.
    ///
    /// - Throws: A 401 for no key, a wrong one, or two.
    func admit(_ request: HTTPServerRequest) throws(Problem) -> String? {
        guard let ring = ring.withLock({ $0 }) else { return nil }
        guard let key = Self.key(request.secrets), let name = ring.name(of: key) else { throw .unauthorized() }
        return name
    }

    /// The key in `Authorization: Bearer` or `API-Key`; nil unless exactly one of the two is there, once.
    private static func key(_ fields: SecretFields) -> SecureBytes? {
        let authorization = fields[.authorization]
        let apiKey = fields[.apiKey]
        switch (authorization.count, apiKey.count) {
        case (0, 1): return apiKey[0]
        case (1, 0): return token(of: authorization[0])
        default: return nil
        }
    }

    /// What follows `Bearer` and spaces (RFC 6750, section 2.1).
    private static func token(of authorization: SecureBytes) -> SecureBytes? {
        let scheme = Array("bearer ".utf8)
        let start = authorization.withUnsafeBytes { bytes -> Int? in
            guard bytes.prefix(scheme.count).map({ $0 | 0x20 }) == scheme else { return nil }
            return bytes.dropFirst(scheme.count).firstIndex { $0 != UInt8(ascii: " ") }
        }
        return start.map { authorization[$0..<authorization.count] }
    }
}
