import SecureMemory
import Testing

@testable import AgeEncryption

@Suite("Armour")
struct ArmorTests {
    private static let key = try? AgeIdentity()
    private static let plain = [UInt8](repeating: 3, count: 70)

    /// The armoured text of a file.
    private static func text(byteCount: Int = 70) throws -> String {
        let identity = try #require(key)
        let file = try sealed([UInt8](repeating: 3, count: byteCount), to: [identity.recipient])
        return String(decoding: try AgeFile.armored(file).array, as: UTF8.self)
    }

    private static func fault(_ text: String) throws -> AgeError? {
        try AgeEncryptionTests.fault(Array(text.utf8), [try #require(key)])
    }

    @Test("the text has lines of 64 characters between its marks, ended by line feeds")
    func format() throws {
        let lines = try Self.text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "-----BEGIN AGE ENCRYPTED FILE-----")
        #expect(lines.suffix(2) == ["-----END AGE ENCRYPTED FILE-----", ""])
        #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.count == 64 })
        #expect((1...64).contains(lines[lines.count - 3].count))
    }

    @Test(
        "lines may end with CRLF, the last one with nothing, and white space may be around it",
        arguments: [
            ("\n", "\r\n"), ("^", "\n\r\n \t\n"), ("$", "\n \r\n\t\n "), ("^", String(repeating: "\n", count: 1024)),
            ("$", String(repeating: "\n", count: 1024)),
        ]
    )
    func whiteSpace(place: String, space: String) throws {
        let text = try Self.text()
        let changed =
            switch place {
            case "^": space + text
            case "$": text + space
            default: text.replacing(place, with: space)
            }
        #expect(try Self.fault(changed) == nil)
        #expect(try Self.fault(String(text.dropLast())) == nil)
        #expect(AgeReader.isAge(try SecureBytes(changed)))
    }

    @Test("a last line of base64 that is full needs no other", arguments: 0..<48)
    func lastLines(byteCount: Int) throws {
        #expect(try Self.fault(Self.text(byteCount: byteCount)) == nil)
    }

    @Test(
        "armour that breaks a rule is refused",
        arguments: [
            "^ ", "^x\n", "^-", "BEGIN AGE>BEGIN age",
            "BEGIN AGE ENCRYPTED FILE-----\n>BEGIN AGE ENCRYPTED FILE----- \n",
            "FILE-----\nYWdl>FILE-----\n\nYWdl", "FILE-----\nYWdl>FILE-----\nVersion: 1\n\nYWdl",
            "FILE-----\nYWdl>FILE-----\n YWdl",
            "FILE-----\nYWdl>FILE-----\nYWd\nl", "FILE-----\nYWdl>FILE-----\nYWdl\n",
            "FILE-----\nYWdl>FILE-----\nYWdlA", "FILE-----\nYWdl>FILE-----\nYWd-",
            "FILE-----\nYWdl>FILE-----\nYWdl\r", "-----END>\n-----END", "-----END>=AAAA\n-----END",
            "-----END> -----END",
            "-----END AGE ENCRYPTED FILE----->", "END AGE ENCRYPTED FILE----->END AGE ENCRYPTED FILE",
            "FILE-----\n$>FILE-----\nx",
            "FILE-----\n$>FILE-----\n-----BEGIN", "END AGE>END age",
        ]
    )
    func broken(change: String) throws {
        let text = try Self.text()
        let parts = change.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let changed: String
        if change.hasPrefix("^") {
            changed = change.dropFirst() + text
        } else if let from = parts.first, from.hasSuffix("$") {
            changed = text + parts[1].replacing(from.dropLast(), with: "")
        } else {
            changed = text.replacing(parts[0], with: parts[1])
        }
        #expect(changed != text)
        switch try Self.fault(changed) {
        case .malformedArmor: break
        case .notAge: #expect(change == "^x\n")
        case let other: Issue.record("\(String(describing: other))")
        }
    }

    @Test("padding that is missing, not canonical, or in two lines is refused")
    func padding() throws {
        let text = try #require(try (0..<3).map { try Self.text(byteCount: $0) }.first { $0.contains("==\n") })
        let end = try #require(text.firstRange(of: "==\n"))
        let last = text[text.index(before: end.lowerBound)]
        for other in ["=\n", "\n", "\n==\n", "=\n=\n", "===\n", "== \n"] {
            let changed = text.replacingCharacters(in: end, with: other)
            guard case .malformedArmor = try Self.fault(changed) else {
                Issue.record("\(other)")
                continue
            }
        }
        // The character before the padding has four unused bits.
        let next: Character = last == "A" ? "B" : last == "Q" ? "R" : last == "g" ? "h" : "x"
        let changed = text.replacingCharacters(in: end, with: "==\n").replacing("\(last)==\n", with: "\(next)==\n")
        guard case .malformedArmor = try Self.fault(changed) else {
            Issue.record("unused bits")
            return
        }
    }

    @Test("empty armour is no file, and more white space than 1 KiB is refused")
    func limits() throws {
        let empty = "-----BEGIN AGE ENCRYPTED FILE-----\n-----END AGE ENCRYPTED FILE-----\n"
        #expect(try Self.fault(empty) == .notAge)
        let text = try Self.text()
        let space = String(repeating: " ", count: 1024) + "\n"
        let tooLarge = AgeError.tooLarge("more than 1024 bytes of white space outside its armour")
        #expect(try Self.fault(space + text) == tooLarge)
        #expect(try Self.fault(text + space) == tooLarge)
        let longLine = "-----BEGIN AGE ENCRYPTED FILE-----\n" + String(repeating: "A", count: 100_000)
        #expect(try Self.fault(longLine) == .malformedArmor("a line is too long"))
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
