import Crypto
import FoundationEssentials

/// X25519 (RFC 7748, section 5), and the key that wraps a file key (age-encryption.org/v1, "X25519 recipient stanza").
enum KeyAgreement {
    /// The private key with the scalar `secret`, 32 bytes.
    static func privateKey(_ secret: UnsafeRawBufferPointer) -> Curve25519.KeyAgreement.PrivateKey {
        do {
            return try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret)
        } catch {
            preconditionFailure("a scalar has 32 bytes")
        }
    }

    /// The key that wraps a file key, for the sealer and for the opener.
    ///
    /// - Parameters:
    ///   - own: The ephemeral key of the sealer, or the identity.
    ///   - point: The point of the other one, 32 bytes.
    ///   - salt: The ephemeral share and the recipient, 64 bytes.
    /// - Returns: Nil if the shared secret is all zeros: the point is of low order.
    static func wrapKey(
        _ own: Curve25519.KeyAgreement.PrivateKey,
        _ point: [UInt8],
        salt: [UInt8]
    ) -> SymmetricKey? {
        guard let shared = sharedSecret(own, point) else { return nil }
        return shared.hkdfDerivedSymmetricKey(
            using: SHA256.self,
            salt: salt,
            sharedInfo: Array("age-encryption.org/v1/X25519".utf8),
            outputByteCount: 32
        )
    }

    /// Whether every shared secret with `point`, 32 bytes, is all zeros.
    static func isOfLowOrder(_ point: [UInt8]) -> Bool {
        // Scalars are multiples of the cofactor, so one of them stands for all.
        let scalar = [UInt8](repeating: 1, count: 32)
        return scalar.withUnsafeBytes { sharedSecret(privateKey($0), point) == nil }
    }

    private static func sharedSecret(
        _ own: Curve25519.KeyAgreement.PrivateKey,
        _ point: [UInt8]
    ) -> SharedSecret? {
        guard let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: point),
            let shared = try? own.sharedSecretFromKeyAgreement(with: key),
            shared.withUnsafeBytes({ $0.reduce(0, |) }) != 0
        else { return nil }
        return shared
    }
}

extension Curve25519.KeyAgreement.PublicKey {
    /// The point, 32 bytes.
    var bytes: [UInt8] { Array(rawRepresentation) }
}
