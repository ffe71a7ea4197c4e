/// The header of a file, which follows the grammar and the rules of every kind of stanza that is known
/// (age-encryption.org/v1, "ABNF definition of file header").
struct AgeHeader: Sendable {
    /// All stanzas in their order, one at the least. One of scrypt is the only one.
    let stanzas: [Stanza]

    /// The MAC, 32 bytes.
    let mac: [UInt8]

    /// Number of bytes that the MAC is of: those up to `---`.
    let authenticatedByteCount: Int

    static let origin = Array("age-encryption.org/".utf8)
    static let versionLine = Array("age-encryption.org/v1\n".utf8)
    static let macMark = Array("---".utf8)

    /// Bytes before the stanzas and after them.
    static let fixedByteCount = versionLine.count + macMark.count + 1 + UnpaddedBase64.characterCount(ofBytes: 32) + 1

    /// Whether the only stanza is one of scrypt.
    var takesPassphrase: Bool {
        guard case .scrypt = stanzas.first else { return false }
        return true
    }
}

/// A recipient stanza: a file key, wrapped for one recipient.
enum Stanza: Sendable, Equatable {
    /// The ephemeral share and the wrapped file key, 32 bytes each.
    case x25519(share: [UInt8], body: [UInt8])
    /// The salt of 16 bytes, the exponent of the work factor, 1 or more, and the wrapped file key of 32 bytes.
    case scrypt(salt: [UInt8], workFactor: Int, body: [UInt8])
    /// One of an unknown kind, which is skipped.
    case other
}

extension Stanza {
    /// The stanza with these arguments, one at the least, and this body.
    init(_ arguments: [Slice<UnsafeRawBufferPointer>], body: [UInt8]) throws(AgeError) {
        switch arguments[0] {
        case let kind where kind.elementsEqual("X25519".utf8): self = try .x25519(arguments, body)
        case let kind where kind.elementsEqual("scrypt".utf8): self = try .scrypt(arguments, body)
        default: self = .other
        }
    }

    private static func x25519(_ arguments: [Slice<UnsafeRawBufferPointer>], _ body: [UInt8]) throws(AgeError) -> Stanza
    {
        guard arguments.count == 2 else {
            throw .malformedHeader("a stanza of X25519 has one argument too many or too few")
        }
        guard let share = UnpaddedBase64.decode(arguments[1]), share.count == 32 else {
            throw .malformedHeader("the share of a stanza of X25519 is not 32 bytes in canonical base64")
        }
        guard body.count == FileKey.wrappedByteCount else { throw wrongBody("X25519") }
        return .x25519(share: share, body: body)
    }

    private static func scrypt(_ arguments: [Slice<UnsafeRawBufferPointer>], _ body: [UInt8]) throws(AgeError) -> Stanza
    {
        guard arguments.count == 3 else {
            throw .malformedHeader("a stanza of scrypt has one argument too many or too few")
        }
        guard let salt = UnpaddedBase64.decode(arguments[1]), salt.count == 16 else {
            throw .malformedHeader("the salt of a stanza of scrypt is not 16 bytes in canonical base64")
        }
        let digits = arguments[2]
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            digits.first != UInt8(ascii: "0")
        else {
            throw .malformedHeader(
                "the work factor of a stanza of scrypt is not a decimal number without leading zeros"
            )
        }
        guard body.count == FileKey.wrappedByteCount else { throw wrongBody("scrypt") }
        // One with more digits than an Int is as much too high as any other.
        let factor = digits.count > 18 ? Int.max : digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
        return .scrypt(salt: salt, workFactor: factor, body: body)
    }

    private static func wrongBody(_ kind: String) -> AgeError {
        .malformedHeader("the body of a stanza of \(kind) is not \(FileKey.wrappedByteCount) bytes")
    }
}
