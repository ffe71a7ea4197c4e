import SecureMemory
import SeededRandom
import Testing

@testable import AgeEncryption

@Suite("Keys as text")
struct Bech32Tests {
    static let recipient = "age1srs4465rrtmt8wh5m0jvlcy7ekw2937v0ufla4cfh6d22tv94vlskc0hys"
    static let identity = "AGE-SECRET-KEY-1KP350MP3NX88FDV82J8VEQHSTYY4PZAQG2FTL7R7RPGDZWNEME0QQS4JTT"

    @Test("an identity of age-keygen has the recipient that age-keygen names")
    func keygen() throws {
        let identity = try AgeIdentity(SecureBytes(Self.identity))
        #expect(identity.recipient.text == Self.recipient)
        #expect(try AgeRecipient(Self.recipient) == identity.recipient)
        #expect(try identity.text().array == Array(Self.identity.utf8))
    }

    @Test("every key of 32 bytes is the one that its text stands for")
    func roundTrips() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let secret = random.bytes(32)
            let identity = AgeIdentity(secret: try SecureBytes(copying: secret))
            let text = try identity.text()
            #expect(text.count == 74)
            let again = try AgeIdentity(text)
            #expect(again.secret.array == secret)
            #expect(try AgeRecipient(identity.recipient.text) == again.recipient)
        }
    }

    @Test("new identities differ")
    func random() throws {
        let recipients = Set(try (0..<20).map { _ in try AgeIdentity().recipient })
        #expect(recipients.count == 20)
    }

    @Test("a key with another character is refused, whichever it is")
    func mistyped() throws {
        var random = SeededGenerator(seed: 2)
        let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
        for place in 4..<Self.recipient.utf8.count {
            var text = Array(Self.recipient.utf8)
            let other = alphabet[random.int(0...31)]
            guard other != text[place] else { continue }
            text[place] = other
            #expect(throws: AgeKeyError("this recipient is mistyped: its checksum is wrong")) {
                try AgeRecipient(String(decoding: text, as: UTF8.self))
            }
        }
    }

    @Test(
        "a recipient that is cut, too long, or of other characters is refused by name",
        arguments: [
            (String(recipient.dropLast()), "is too short"), (recipient + "q", "is too short or too long"),
            ("age1", "is too short"), (recipient.replacing("srs4", with: "srb4"), "a character that no key has"),
            (recipient.replacing("srs4", with: "srs1"), "a character that no key has"),
            (recipient.replacing("srs4", with: "sRs4"), "mixes upper and lower case"),
            (recipient.replacing("srs4", with: "sr\u{E9}"), "a character that no key has"),
            (recipient.uppercased(), "in lower case"), ("", "not a recipient"), ("hello", "not a recipient"),
            (" " + recipient, "not a recipient"), (recipient + "\n", "is too short or too long"),
        ]
    )
    func refusedRecipients(text: String, words: String) throws {
        let error = try #require(throws: AgeKeyError.self) { try AgeRecipient(text) }
        #expect(error.sentence.contains(words), "\(error.sentence)")
        #expect(error.line == nil)
    }

    @Test(
        "bits after the last byte of a key must be zero",
        arguments: [
            "age1kzxfu2d7gn4ens0uuxnqnsplzcgsqrueq322sdxpc288a2p5d253lrw683",
            "age1kzxfu2d7gn4ens0uuxnqnsplzcgsqrueq322sdxpc288a2p5d25cup7ry7",
        ]
    )
    func padding(text: String) throws {
        #expect(throws: AgeKeyError("this recipient has unused bits that are not zero")) { try AgeRecipient(text) }
    }

    @Test("a recipient of low order, for which anybody could open files, is refused", arguments: [0, 1])
    func lowOrder(first: UInt8) throws {
        let point = [first] + [UInt8](repeating: 0, count: 31)
        let error = try #require(throws: AgeKeyError.self) { try AgeRecipient(AgeRecipient(point: point).text) }
        #expect(error.sentence.contains("no safe key"))
    }
}
