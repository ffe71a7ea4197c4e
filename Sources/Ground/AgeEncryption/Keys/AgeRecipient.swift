import Crypto
import SecureMemory

/// The public key of someone who may open a file: an X25519 recipient of age, `age1…`.
///
/// ```swift
/// let team = try AgeRecipient("age1srs4465rrtmt8wh5m0jvlcy7ekw2937v0ufla4cfh6d22tv94vlskc0hys")
/// ```
public struct AgeRecipient: Sendable, Hashable {
    /// The point on Curve25519, 32 bytes, which is not of low order.
    let point: [UInt8]

    /// Reads the text of a recipient: `age1` and 58 characters in lower case, without a line end
    /// (age-encryption.org/v1, "The X25519 recipient type").
    public init(_ text: String) throws(AgeKeyError) {
        let span = text.utf8Span.span
        self = try span.withUnsafeBytes { (bytes) throws(AgeKeyError) in try AgeRecipient(parsing: bytes) }
    }

    init(parsing text: UnsafeRawBufferPointer) throws(AgeKeyError) {
        if let fault = KeyKind(of: text).faultAsRecipient { throw AgeKeyError(fault) }
        var point = [UInt8](repeating: 0, count: Bech32.keyByteCount)
        do {
            try Bech32.recipient.decode(text, into: &point)
        } catch {
            throw AgeKeyError("this recipient \(error.sentence)")
        }
        guard !KeyAgreement.isOfLowOrder(point) else {
            throw AgeKeyError("this recipient is no safe key: anybody could open files for it")
        }
        self.init(point: point)
    }

    init(point: [UInt8]) {
        self.point = point
    }

    /// The text: `age1` and 58 characters, without a line end.
    public var text: String {
        String(unsafeUninitializedCapacity: Bech32.recipient.characterCount) { text in
            point.withUnsafeBytes { Bech32.recipient.encode($0, into: UnsafeMutableRawBufferPointer(text)) }
            return text.count
        }
    }
}

extension AgeRecipient: CustomStringConvertible {
    /// The text of the recipient.
    public var description: String { text }
}

extension Bech32 {
    /// Writes the key that `text` stands for to an array of 32 bytes: for keys that are public.
    fileprivate func decode(_ text: UnsafeRawBufferPointer, into key: inout [UInt8]) throws(Bech32Error) {
        var span = key.mutableSpan
        try span.withUnsafeMutableBytes { (bytes) throws(Bech32Error) in try decode(text, into: bytes) }
    }
}
