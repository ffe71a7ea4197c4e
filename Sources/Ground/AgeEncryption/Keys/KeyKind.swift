import BoundedWork

/// Kinds of keys that people have, by the beginning of their text.
enum KeyKind: Equatable {
    case recipient
    case identity
    /// A recipient of another kind: the words for it.
    case otherRecipient(String)
    /// An identity of another kind: the words for it.
    case otherIdentity(String)
    case upperCaseRecipient
    case lowerCaseIdentity
    case unknown

    init(of text: UnsafeRawBufferPointer) {
        let isMatch = { (prefix: String) in text.starts(with: prefix.utf8) }
        if isMatch("AGE-SECRET-KEY-PQ-1") {
            self = .otherIdentity("a post-quantum identity")
        } else if isMatch("AGE-SECRET-KEY-1") {
            self = .identity
        } else if isMatch("AGE-PLUGIN-") {
            self = .otherIdentity("an identity of the plugin \(Self.name(in: text.dropFirst(11), end: "-"))")
        } else if isMatch("age-secret-key-") || isMatch("age-plugin-") {
            self = .lowerCaseIdentity
        } else if isMatch("-----BEGIN ") {
            self = .otherIdentity("a key in PEM")
        } else if isMatch("ssh-") || isMatch("ecdsa-sha2-") || isMatch("sk-ssh-") || isMatch("sk-ecdsa-") {
            self = .otherRecipient("a key of SSH")
        } else if isMatch("age1") {
            self = Self.bech32Recipient(text)
        } else if isMatch("AGE1") {
            self = .upperCaseRecipient
        } else {
            self = .unknown
        }
    }

    /// The kind of a text that begins with `age1`. Behind the name of another kind stands a second `1`, which no key
    /// has; a text of the length of a key is a mistyped one.
    private static func bech32Recipient(_ text: UnsafeRawBufferPointer) -> KeyKind {
        guard text.count != Bech32.recipient.characterCount, text.dropFirst(4).contains(UInt8(ascii: "1")) else {
            return .recipient
        }
        return switch name(in: text.dropFirst(4), end: "1") {
        case "\"pq\"": .otherRecipient("a post-quantum recipient")
        case "\"tag\"", "\"tagpq\"": .otherRecipient("a recipient of a hardware key")
        case let name: .otherRecipient("a recipient of the plugin \(name)")
        }
    }

    /// The name of a plugin in quotation marks, up to the first `end`. A text that is no name is not repeated: it may
    /// be a secret.
    private static func name(in text: Slice<UnsafeRawBufferPointer>, end: Unicode.Scalar) -> String {
        let name = String(decoding: text.prefix { $0 != UInt8(ascii: end) }.prefix(32), as: UTF8.self)
        let isName = !name.isEmpty && name.utf8.count < 32 && name.allSatisfy { $0.isASCII && $0.isLetter }
        return isName ? QuotedText.quoting(name.lowercased()) : "of another program"
    }
}

extension KeyKind {
    /// The fault of a key of this kind where a recipient belongs; nil if it is one.
    var faultAsRecipient: String? {
        switch self {
        case .recipient: nil
        case .identity:
            "this is a secret identity (AGE-SECRET-KEY-1…), where a recipient (age1…) belongs; keep it secret"
        case .otherIdentity(let words): "this is \(words), where a recipient (age1…) belongs; keep it secret"
        case .lowerCaseIdentity: "this looks like a secret identity, where a recipient (age1…) belongs; keep it secret"
        case .otherRecipient(let words): "this is \(words); only recipients of X25519 (age1…) are supported"
        case .upperCaseRecipient: "a recipient is in lower case: age1…"
        case .unknown: "this is not a recipient of age, which begins with age1"
        }
    }

    /// The fault of a key of this kind where an identity belongs; nil if it is one.
    var faultAsIdentity: String? {
        switch self {
        case .identity: nil
        case .recipient, .otherRecipient, .upperCaseRecipient:
            "this is the public key of a recipient, where a secret identity (AGE-SECRET-KEY-1…) belongs"
        case .otherIdentity(let words): "this is \(words); only identities of X25519 (AGE-SECRET-KEY-1…) are supported"
        case .lowerCaseIdentity: "an identity is in upper case: AGE-SECRET-KEY-1…"
        case .unknown: "this is not an identity of age, which begins with AGE-SECRET-KEY-1"
        }
    }
}
