import Crypto
import CryptoExtras
import FoundationEssentials
import SecureMemory

/// The key that a passphrase stands for, by scrypt (RFC 7914; age-encryption.org/v1, "scrypt recipient stanza").
enum Passphrase {
    /// The key that wraps a file key.
    ///
    /// - Parameters:
    ///   - passphrase: Any bytes.
    ///   - salt: 16 bytes.
    ///   - workFactor: The exponent, 1 to ``AgeLimits/maximumWorkFactor``: memory of 2^`workFactor` KiB.
    static func wrapKey(_ passphrase: SecureBytes, salt: [UInt8], workFactor: Int) throws(OutOfMemory) -> SymmetricKey {
        precondition(1...AgeLimits.maximumWorkFactor ~= workFactor, "the work factor is out of its range")
        let key = CryptoRemains.overwritten { derived(passphrase, label + salt, workFactor) }
        guard let key else { throw OutOfMemory(byteCount: 1 << (workFactor + 10)) }
        return key
    }

    /// Nil if there is too little memory.
    private static func derived(_ passphrase: SecureBytes, _ salt: [UInt8], _ workFactor: Int) -> SymmetricKey? {
        passphrase.withUnsafeBytes { bytes in
            // The library takes no empty buffer without an address.
            withUnsafeBytes(of: UInt8(0)) { empty in
                let bytes = bytes.isEmpty ? UnsafeRawBufferPointer(rebasing: empty[..<0]) : bytes
                return try? KDF.Scrypt.deriveKey(
                    from: bytes,
                    salt: salt,
                    outputByteCount: 32,
                    rounds: 1 << workFactor,
                    blockSize: 8,
                    parallelism: 1
                )
            }
        }
    }

    private static let label = Array("age-encryption.org/v1/scrypt".utf8)
}
