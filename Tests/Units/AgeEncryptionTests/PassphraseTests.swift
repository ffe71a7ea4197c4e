import SecureMemory
import Testing

@testable import AgeEncryption

@Suite("Files that a passphrase opens", .serialized)
struct PassphraseTests {
    private static func file(_ passphrase: String, workFactor: Int = 10) throws -> SecureBytes {
        var writer = try AgeWriter(passphrase: SecureBytes(passphrase), workFactor: workFactor)
        try writer.append(SecureBytes("content"))
        return try writer.finish()
    }

    private static func fault(_ file: SecureBytes, _ passphrase: String) throws -> AgeError? {
        let passphrase = try SecureBytes(passphrase)
        do throws(AgeError) {
            _ = try AgeFile.open(file, passphrase: passphrase)
            return nil
        } catch {
            return error
        }
    }

    @Test("the passphrase opens the file, an empty one and one beyond ASCII, too", arguments: ["", "a", "Schlüssel 🔑"])
    func roundTrip(passphrase: String) throws {
        let file = try Self.file(passphrase)
        #expect(try AgeFile.open(file, passphrase: SecureBytes(passphrase)).array == Array("content".utf8))
        #expect(AgeFile.takesPassphrase(file))
        #expect(AgeFile.takesPassphrase(try AgeFile.armored(file)))
    }

    @Test("another passphrase is refused by name, and so is the other kind of secret")
    func wrong() throws {
        let file = try Self.file("right")
        #expect(try Self.fault(file, "wrong") == .wrongPassphrase)
        let identity = try AgeIdentity()
        #expect(throws: AgeError.takesPassphrase) { try AgeFile.open(file, with: [identity]) }
        let other = try sealed([1, 2, 3], to: [identity.recipient])
        #expect(try Self.fault(other, "right") == .takesIdentity)
        #expect(!AgeFile.takesPassphrase(other))
        #expect(!AgeFile.takesPassphrase(try SecureBytes("hello")))
    }

    @Test(
        "a work factor beyond 20 is refused before any work is done, and one that is no number",
        arguments: [
            ("21", AgeError.workFactorTooHigh(21)), ("64", .workFactorTooHigh(64)),
            ("99999999999999999999999", .workFactorTooHigh(.max)), ("", nil), ("0", nil), ("010", nil), ("+10", nil),
            ("-10", nil),
            ("0xA", nil), ("10a", nil), ("a10", nil), ("1 0", nil),
        ]
    )
    func workFactors(text: String, expected: AgeError?) throws {
        var file = try CraftedFile(for: AgeIdentity().recipient)
        let salt = base64([UInt8](repeating: 1, count: 16))
        file.stanzas = ["-> scrypt \(salt) \(text)\n\(base64([UInt8](repeating: 0, count: 32)))\n"]
        let start = ContinuousClock.now
        let fault = try #require(try Self.fault(file.bytes(), "secret"))
        #expect(ContinuousClock.now - start < .seconds(1))
        if let expected {
            #expect(fault == expected)
        } else {
            guard case .malformedHeader = fault else {
                Issue.record("\(fault)")
                return
            }
        }
    }

    @Test(
        "a stanza whose salt or body has another length is refused",
        arguments: [(15, 32), (17, 32), (16, 31), (16, 33), (0, 32)]
    )
    func lengths(salt: Int, body: Int) throws {
        var file = try CraftedFile(for: AgeIdentity().recipient)
        let texts = [salt, body].map { base64([UInt8](repeating: 1, count: $0)) }
        file.stanzas = ["-> scrypt \(texts[0]) 10\n\(texts[1])\n"]
        guard case .malformedHeader = try Self.fault(file.bytes(), "secret") else {
            Issue.record("no malformed header")
            return
        }
    }

    @Test("the work factor that is written is the one that was asked for")
    func written() throws {
        let text = String(decoding: try Self.file("a", workFactor: 12).array.prefix(60), as: UTF8.self)
        #expect(text.contains(/-> scrypt [A-Za-z0-9+\/]{22} 12\n/))
    }
}
