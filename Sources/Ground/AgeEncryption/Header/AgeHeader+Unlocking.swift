import BoundedWork
import Crypto
import SecureMemory

/// Secrets that a file is opened with.
enum AgeSecret: Sendable {
    case identities([AgeIdentity])
    case passphrase(SecureBytes)

    /// The failure of these secrets to open a file that takes their kind.
    var failure: AgeError {
        switch self {
        case .identities: .wrongKey
        case .passphrase: .wrongPassphrase
        }
    }
}

extension AgeHeader {
    /// The file key that a secret unwraps from a stanza of this header, whose bytes are `bytes`.
    func unlocked(_ bytes: [UInt8], with secret: AgeSecret) throws(AgeError) -> FileKey {
        try CryptoRemains.overwritten { () throws(AgeError) in
            guard let key = try unwrapped(with: secret) else { throw secret.failure }
            let isAuthentic = bytes.withUnsafeBytes { all in
                key.isMAC(mac, of: UnsafeRawBufferPointer(rebasing: all[..<authenticatedByteCount]))
            }
            guard isAuthentic else { throw .changedHeader }
            return key
        }
    }

    private func unwrapped(with secret: AgeSecret) throws(AgeError) -> FileKey? {
        switch (secret, stanzas[0]) {
        case (.passphrase(let passphrase), .scrypt(let salt, let workFactor, let body)):
            guard 1...AgeLimits.maximumWorkFactor ~= workFactor else { throw .workFactorTooHigh(workFactor) }
            let key = try mapError(
                Passphrase.wrapKey(passphrase, salt: salt, workFactor: workFactor),
                AgeError.outOfMemory
            )
            return FileKey(unwrapping: body, with: key)
        case (.passphrase, _): throw .takesIdentity
        case (.identities, .scrypt): throw .takesPassphrase
        case (.identities(let identities), _): return try unwrapped(with: identities)
        }
    }

    private func unwrapped(with identities: [AgeIdentity]) throws(AgeError) -> FileKey? {
        let wrapped: [(share: [UInt8], body: [UInt8])] = stanzas.compactMap { stanza in
            guard case .x25519(let share, let body) = stanza else { return nil }
            return (share, body)
        }
        guard wrapped.count * identities.count <= AgeLimits.maximumAgreementCount else {
            throw .tooLarge("more recipients than can be tried with \(identities.count) identities")
        }
        for identity in identities {
            let own = identity.secret.withUnsafeBytes { KeyAgreement.privateKey($0) }
            for (share, body) in wrapped {
                guard let key = KeyAgreement.wrapKey(own, share, salt: share + identity.recipient.point) else {
                    throw .malformedHeader("the share of a stanza of X25519 is of low order")
                }
                if let fileKey = FileKey(unwrapping: body, with: key) { return fileKey }
            }
        }
        return nil
    }
}
