import HTTPTypes
import Synchronization

/// Decides who may call, by the key that a request carries. The keys can be exchanged while requests come in.
final class Gatekeeper: Sendable {
    private let ring: Mutex<KeyRing?>

    /// - Parameter ring: The keys; nil lets everybody in.
    init(_ ring: KeyRing?) {
        self.ring = Mutex(ring)
    }

    /// Takes other keys from the next request on.
    func replace(_ newRing: KeyRing) {
        ring.withLock { $0 = newRing }
    }

    /// The name of the caller's key; nil where no keys are set.
    ///
    /// - Throws: A 401 for no key, a wrong one, or two.
    func admit(_ head: HTTPRequest) throws(Problem) -> String? {
        guard let ring = ring.withLock({ $0 }) else { return nil }
        guard let key = Self.key(head.headerFields), let name = ring.name(of: key) else { throw .unauthorized() }
        return name
    }

    /// What `Authorization: Bearer` or `API-Key` carries, if exactly one of them is there, once. No copy of it is made.
    private static func key(_ fields: HTTPFields) -> Substring? {
        let authorization = fields[values: .authorization]
        let apiKey = fields[values: .apiKey]
        switch (authorization.count, apiKey.count) {
        case (0, 1): return apiKey[0][...]
        case (1, 0):
            let parts = authorization[0].split(separator: " ", maxSplits: 1)
            return parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : nil
        default: return nil
        }
    }
}

extension HTTPField.Name {
    /// `API-Key`: a key, where `Authorization` is taken by a proxy.
    static let apiKey = HTTPField.Name("API-Key") ?? .authorization
}
