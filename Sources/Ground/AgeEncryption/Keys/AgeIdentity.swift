import Crypto
public import SecureMemory

/// The secret key that opens files sealed to its ``recipient``: an X25519 identity of age, `AGE-SECRET-KEY-1…`.
///
/// ```swift
/// let identity = try AgeIdentity()
/// print(identity.recipient.text)
/// ```
public struct AgeIdentity: Sendable {
    /// The scalar, 32 bytes in wiped memory.
    let secret: SecureBytes

    /// The public key to seal files to.
    public let recipient: AgeRecipient

    /// Makes a new random identity.
    public init() throws(OutOfMemory) {
        self.init(secret: try RandomBytes.take(Bech32.keyByteCount))
    }

    /// Reads the text of an identity: `AGE-SECRET-KEY-1` and 58 characters in upper case, without a line end
    /// (age-encryption.org/v1, "The X25519 recipient type").
    public init(_ text: SecureBytes) throws(AgeKeyError) {
        self = try text.withUnsafeBytes { (bytes) throws(AgeKeyError) in try AgeIdentity(parsing: bytes) }
    }

    init(parsing text: UnsafeRawBufferPointer) throws(AgeKeyError) {
        if let fault = KeyKind(of: text).faultAsIdentity { throw AgeKeyError(fault) }
        let secret: SecureBytes
        do {
            secret = try CryptoRemains.overwritten { () throws(any Error) in try Self.secret(of: text) }
        } catch let error as Bech32Error {
            throw AgeKeyError("this identity \(error.sentence)")
        } catch {
            throw AgeKeyError("there is not enough memory for the identity")
        }
        self.init(secret: secret)
    }

    /// Holds a scalar of 32 bytes.
    init(secret: SecureBytes) {
        self.secret = secret
        recipient = AgeRecipient(
            point: CryptoRemains.overwritten {
                secret.withUnsafeBytes { bytes in KeyAgreement.privateKey(bytes).publicKey.bytes }
            }
        )
    }

    private static func secret(of text: UnsafeRawBufferPointer) throws -> SecureBytes {
        let allocation = try WipedAllocation(byteCount: Bech32.keyByteCount)
        let bytes = UnsafeMutableRawBufferPointer(start: allocation.baseAddress, count: Bech32.keyByteCount)
        try Bech32.identity.decode(text, into: bytes)
        return SecureBytes(allocation, count: Bech32.keyByteCount)
    }

    /// The text: `AGE-SECRET-KEY-1` and 58 characters, without a line end, in wiped memory.
    public func text() throws(OutOfMemory) -> SecureBytes {
        let count = Bech32.identity.characterCount
        let allocation = try WipedAllocation(byteCount: count)
        let text = UnsafeMutableRawBufferPointer(start: allocation.baseAddress, count: count)
        CryptoRemains.overwritten { secret.withUnsafeBytes { Bech32.identity.encode($0, into: text) } }
        return SecureBytes(allocation, count: count)
    }
}
