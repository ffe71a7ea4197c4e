import Crypto
import FoundationEssentials
import Glibc
import SecureMemory

/// Copies of keys that swift-crypto leaves in memory that it has given back, and their removal.
///
/// Its own keys, digests and shared secrets are wiped. Found to be left are, in version 4.5.2: the key of an HMAC, in
/// arrays of 64 bytes; the key of a cipher, in the context of BoringSSL; the key that scrypt returns, in a `Data`; and
/// values on the stack.
enum CryptoRemains {
    /// The value of `work`, once the remains of its calls of swift-crypto are overwritten.
    @inline(never)
    static func overwritten<Value: ~Copyable, Failure: Error>(
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { overwrite() }
        return try run(work)
    }

    // A frame of its own, below the one from which the stack is wiped.
    @inline(never)
    private static func run<Value: ~Copyable, Failure: Error>(
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try work()
    }

    @inline(never)
    private static func overwrite() {
        // The allocator hands out what was released last, so the same calls with a key of zeros get the same memory.
        deriveFromZeros()
        StackRemains.wipe()
    }

    @inline(never)
    private static func deriveFromZeros() {
        let zeros = [UInt8](repeating: 0, count: 32)
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: zeros),
            salt: zeros,
            info: zeros,
            outputByteCount: 32
        )
        _ = try? ChaChaPoly.seal(zeros, using: key)
    }
}

extension Data {
    /// Overwrites the bytes where they are, which nobody else refers to.
    mutating func wipe() {
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
    }
}
