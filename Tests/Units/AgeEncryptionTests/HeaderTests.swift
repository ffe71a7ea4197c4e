import SecureMemory
import Testing

@testable import AgeEncryption

@Suite("The header of a file")
struct HeaderTests {
    private static let key = try? AgeIdentity()

    /// A way to break a header, and words of the fault; nil for one that stays in order.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let words: String?
        let apply: @Sendable (inout CraftedFile) -> Void

        init(_ name: String, _ words: String?, _ apply: @escaping @Sendable (inout CraftedFile) -> Void) {
            (testDescription, self.words, self.apply) = (name, words, apply)
        }
    }

    private static func open(_ change: Change) throws -> (AgeError?, [UInt8]) {
        let identity = try #require(key)
        var file = try CraftedFile(for: identity.recipient)
        change.apply(&file)
        let bytes = try file.bytes()
        do throws(AgeError) {
            return (nil, try AgeFile.open(bytes, with: [identity]).array)
        } catch {
            return (error, [])
        }
    }

    @Test(
        "stanzas of unknown kinds are skipped, whatever their arguments and bodies are",
        arguments: [
            Change("grease before", nil) { $0.stanzas.insert("-> a-grease @ !~ 0\nAAAA\n", at: 0) },
            Change("grease after", nil) { $0.stanzas.append("-> x-grease\n\n") },
            Change("the body fills a line", nil) {
                $0.stanzas.append("-> long\n\(String(repeating: "AAAA", count: 16))\n\n")
            },
            Change("a body of several lines", nil) {
                let line = String(repeating: "abcd", count: 16)
                $0.stanzas.append("-> long\n\(line)\n\(line)\nabcd\n")
            },
            Change("a kind in other case", nil) { $0.stanzas.append("-> x25519 AA\nAAAA\n") },
        ]
    )
    func skipped(change: Change) throws {
        let (fault, plain) = try Self.open(change)
        #expect(fault == nil)
        #expect(plain == Array("hello".utf8))
    }

    @Test(
        "a header that breaks a rule is refused with words for it",
        arguments: [
            Change("version", "version") { $0.version = "age-encryption.org/v2\n" },
            Change("CR", "version") { $0.version = "age-encryption.org/v1\r\n" },
            Change("no stanza", "no stanza") { $0.stanzas = [] },
            Change("no argument", "an argument of a stanza is empty") { $0.stanzas.append("-> \n\n") },
            Change("no space", "does not begin") { $0.stanzas.append("->a\n\n") },
            Change("other mark", "does not begin") { $0.stanzas.append("=> a\n\n") },
            Change("two spaces", "an argument of a stanza is empty") { $0.stanzas.append("-> a  b\n\n") },
            Change("a space at the end", "an argument of a stanza is empty") { $0.stanzas.append("-> a \n\n") },
            Change("a tab", "does not print") { $0.stanzas.append("-> a\tb\n\n") },
            Change("a letter beyond ASCII", "does not print") { $0.stanzas.append("-> \u{E9}\n\n") },
            Change("no body", "canonical base64") { $0.stanzas.append("-> a\n") },
            Change("padding", "canonical base64") { $0.stanzas.append("-> a\nQQ==\n") },
            Change("unused bits", "canonical base64") { $0.stanzas.append("-> a\nQR\n") },
            Change("one character too many", "canonical base64") { $0.stanzas.append("-> a\nAAAAA\n") },
            Change("a character of base64url", "canonical base64") { $0.stanzas.append("-> a\nAA-_\n") },
            Change("a CR in a body", "canonical base64") { $0.stanzas.append("-> a\nAAAA\r\n") },
            Change("a long line", "more than 64") {
                $0.stanzas.append("-> a\n\(String(repeating: "A", count: 68))\n")
            },
            Change("no short line", "no short line") {
                $0.stanzas.append("-> a\n\(String(repeating: "A", count: 64))\n")
            },
            Change("two short lines", "does not begin") { $0.stanzas.append("-> a\nAAAA\nAAAA\n") },
            Change("a MAC with a space before", "MAC") { $0.lastLine = { "---  \($0)\n" } },
            Change("a MAC with a space after", "MAC") { $0.lastLine = { "--- \($0) \n" } },
            Change("a MAC without a space", "MAC") { $0.lastLine = { "---\($0)\n" } },
            Change("a MAC that is cut", "MAC") { $0.lastLine = { "--- \($0.dropLast())\n" } },
            Change("no MAC", "MAC") { $0.lastLine = { _ in "---\n" } },
            Change("a padded MAC", "MAC") { $0.lastLine = { "--- \($0)=\n" } },
            Change("more arguments of X25519", "X25519") {
                $0.stanzas[0].replace(/\n/, with: " more\n", maxReplacements: 1)
            },
            Change("fewer arguments of X25519", "X25519") { $0.stanzas.append("-> X25519\nAAAA\n") },
            Change("a short share", "share") {
                $0.stanzas.append("-> X25519 \(base64([UInt8](repeating: 9, count: 31)))\nAAAA\n")
            },
            Change("a share with unused bits", "share") {
                $0.stanzas.append("-> X25519 \(String(repeating: "A", count: 42))B\nAAAA\n")
            },
            Change("a long file key", "32 bytes") {
                $0.stanzas[0] =
                    "-> X25519 \(base64([UInt8](repeating: 9, count: 32)))\n\(base64(.init(repeating: 0, count: 33)))\n"
            },
            Change("scrypt with others", "not the only one") {
                let salt = base64([UInt8](repeating: 1, count: 16))
                $0.stanzas.append("-> scrypt \(salt) 10\n\(base64([UInt8](repeating: 0, count: 32)))\n")
            },
        ]
    )
    func broken(change: Change) throws {
        let words = try #require(change.words)
        let (fault, _) = try Self.open(change)
        guard case .malformedHeader(let sentence) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(sentence.contains(words), "\(sentence)")
    }

    @Test("a share of low order is refused, before and after others that do not match", arguments: [0, 1])
    func lowOrder(first: UInt8) throws {
        let share = [first] + [UInt8](repeating: 0, count: 31)
        let stanza = "-> X25519 \(base64(share))\n\(base64([UInt8](repeating: 0, count: 32)))\n"
        let (fault, _) = try Self.open(Change("", "") { $0.stanzas.insert(stanza, at: 0) })
        #expect(fault == .malformedHeader("the share of a stanza of X25519 is of low order"))
    }

    @Test("a changed MAC, or a stanza that is added without its MAC, is a changed header")
    func changedHeader() throws {
        let identity = try AgeIdentity()
        var file = try CraftedFile(for: identity.recipient)
        file.lastLine = { "--- \($0.hasPrefix("A") ? "B" : "A")\($0.dropFirst())\n" }
        #expect(try fault(file.bytes().array, [identity]) == .changedHeader)
        let text = try CraftedFile(for: identity.recipient).bytes().array
        let end = try #require(text.indices.first { text[$0...].starts(with: "\n---".utf8) })
        let longer = Array(text[...end]) + Array("-> a\n\n".utf8) + Array(text[(end + 1)...])
        #expect(try fault(longer, [identity]) == .changedHeader)
    }

    @Test("a header is at most 64 KiB, of at most 256 stanzas")
    func limits() throws {
        let identity = try AgeIdentity()
        var file = try CraftedFile(for: identity.recipient)
        file.stanzas += [String](repeating: "-> a\n\n", count: 255)
        #expect(try fault(file.bytes().array, [identity]) == nil)
        file.stanzas.append("-> a\n\n")
        #expect(try fault(file.bytes().array, [identity]) == .tooLarge("more than 256 stanzas"))
        let endless = Array("age-encryption.org/v1\n-> ".utf8) + [UInt8](repeating: 97, count: 70_000)
        #expect(try fault(endless, [identity]) == .tooLarge("a header of more than 64 KiB"))
        let lines = Array("age-encryption.org/v1\n".utf8) + [UInt8](repeating: 10, count: 70_000)
        #expect(try fault(lines, [identity]) == .tooLarge("a header of more than 64 KiB"))
    }

    @Test("no more than 4096 pairs of a stanza and an identity are tried")
    func agreements() throws {
        let stranger = try AgeIdentity()
        var file = try CraftedFile(for: stranger.recipient)
        file.stanzas = try (0..<65).map { _ in try CraftedFile.stanza(for: stranger.recipient, file.fileKey) }
        let bytes = try file.bytes().array
        let identities = try (0..<64).map { _ in try AgeIdentity() }
        #expect(try fault(bytes, Array(identities.dropLast())) == .wrongKey)
        #expect(try fault(bytes, identities) == .tooLarge("more recipients than can be tried with 64 identities"))
    }

    @Test(
        "what does not begin as a file of age is none",
        arguments: ["", "a", "hello", "age-encryption.com/v1\n", "\u{0}"]
    )
    func notAge(text: String) throws {
        let identity = try AgeIdentity()
        let found = try fault(Array(text.utf8), [identity])
        #expect(found == (text == "a" ? .cut : .notAge))
        #expect(!AgeReader.isAge(try SecureBytes(text)))
    }
}
