import SecureMemory
import Testing

@testable import AgeEncryption

@Suite("Files of keys")
struct KeyFileTests {
    private static let recipient = Bech32Tests.recipient
    private static let identity = Bech32Tests.identity
    private static let other = "age1jsu55y658z344hfk2lnfuq4g56cs7g90cvqtgke9j2at7gv7vumqyduf9a"

    @Test("comments and empty lines are skipped, lines end with LF or CRLF, and the last one with neither")
    func lines() throws {
        let file = "# team\n\n\(Self.recipient)\r\n\r\n# \(Self.identity)\n\(Self.other)"
        let recipients = try AgeKeyFile.recipients(in: SecureBytes(file))
        #expect(recipients.map(\.text) == [Self.recipient, Self.other])
    }

    @Test("a key that stands there twice counts once")
    func duplicates() throws {
        let file = "\(Self.other)\n\(Self.recipient)\n\(Self.other)\n"
        #expect(try AgeKeyFile.recipients(in: SecureBytes(file)).map(\.text) == [Self.other, Self.recipient])
        let identities = try AgeKeyFile.identities(in: SecureBytes("\(Self.identity)\n\(Self.identity)\n"))
        #expect(identities.map(\.recipient.text) == [Self.recipient])
    }

    @Test("the file of age-keygen is one of identities")
    func keygen() throws {
        let file = "# created: 2026-11-30T00:45:49Z\n# public key: \(Self.recipient)\n\(Self.identity)\n"
        #expect(try AgeKeyFile.identities(in: SecureBytes(file)).map(\.recipient.text) == [Self.recipient])
    }

    @Test(
        "a line that is no recipient is refused with its number and its kind",
        arguments: [
            (identity, "a secret identity"), ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5", "a key of SSH"),
            ("sk-ssh-ed25519@openssh.com AAAA", "a key of SSH"), ("age1pq1qqqq", "a post-quantum recipient"),
            ("age1tag1qqqq", "a hardware key"), ("age1yubikey1qqqq", "the plugin \"yubikey\""),
            ("age1\u{7}x1qqqq", "the plugin of another program"),
            ("AGE-PLUGIN-YUBIKEY-1QQQQ", "the plugin \"yubikey\""),
            ("AGE-SECRET-KEY-PQ-1QQQQ", "a post-quantum identity"),
            ("-----BEGIN OPENSSH PRIVATE KEY-----", "a key in PEM"),
            (identity.lowercased(), "looks like a secret identity"), ("hunter2", "not a recipient of age"),
            (" ", "not a recipient"),
        ]
    )
    func wrongRecipients(line: String, words: String) throws {
        let file = "# one\n\(Self.recipient)\n\n\(line)\n"
        let error = try #require(throws: AgeKeyError.self) { try AgeKeyFile.recipients(in: SecureBytes(file)) }
        #expect(error.line == 4)
        #expect(error.sentence.contains(words), "\(error.sentence)")
        #expect(error.description == "line 4: \(error.sentence)")
        #expect(!error.sentence.contains("hunter2") && !error.sentence.contains("KP350MP3"))
    }

    @Test(
        "a line that is no identity is refused with its number and its kind, and never repeated",
        arguments: [
            (recipient, "the public key of a recipient"), ("age1pq1qqqq", "the public key"),
            ("AGE-PLUGIN-YUBIKEY-1QQQQ", "the plugin \"yubikey\""),
            ("AGE-SECRET-KEY-PQ-1QQQQ", "a post-quantum identity"),
            ("-----BEGIN OPENSSH PRIVATE KEY-----", "a key in PEM"), (identity.lowercased(), "in upper case"),
            (String(identity.dropLast()), "is too short"), (String(identity.dropLast()) + "Q", "checksum"),
            (identity.replacing("KP35", with: "Kp35"), "mixes"), ("hunter2", "not an identity of age"),
            ("AGE-PLUGIN-" + String(repeating: "A", count: 40), "of another program"),
        ]
    )
    func wrongIdentities(line: String, words: String) throws {
        let error = try #require(throws: AgeKeyError.self) { try AgeKeyFile.identities(in: SecureBytes("\n" + line)) }
        #expect(error.line == 2)
        #expect(error.sentence.contains(words), "\(error.sentence)")
        for secret in ["hunter2", "KP350MP3", "kp350mp3", "AAAAAA"] { #expect(!error.sentence.contains(secret)) }
    }

    @Test("a file without a key is refused, and one of too many, and one that is too large")
    func counts() throws {
        #expect(throws: AgeKeyError("the file has no recipient")) {
            try AgeKeyFile.recipients(in: SecureBytes("# a\n\n"))
        }
        #expect(throws: AgeKeyError("the file has no identity")) { try AgeKeyFile.identities(in: SecureBytes()) }
        let keys = try (0..<65).map { _ in try AgeIdentity().recipient.text + "\n" }
        #expect(try AgeKeyFile.recipients(in: SecureBytes(keys.prefix(64).joined())).count == 64)
        let tooMany = AgeKeyError(line: 65, "the file has more than 64 keys")
        #expect(throws: tooMany) { try AgeKeyFile.recipients(in: SecureBytes(keys.joined())) }
        let comments = String(repeating: "#\n", count: 40_000)
        #expect(throws: AgeKeyError("the file is larger than 64 KiB")) {
            try AgeKeyFile.recipients(in: SecureBytes(comments + Self.recipient))
        }
    }
}
