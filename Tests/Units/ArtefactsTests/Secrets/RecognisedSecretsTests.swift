import BoundedWork
import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Secrets in what was read in pictures")
struct RecognisedSecretsTests {
    private func found(_ secrets: [String], in text: String) throws -> [String] {
        var budget = WorkBudget(limit: .max)
        let secrets = try secrets.map { KnownSecret(try SecureBytes(copying: $0.utf8), named: "KNOWN") }
        let search = try RecognisedSecrets(secrets, budget: &budget)
        let bytes = Array(text.utf8)
        let ranges = try bytes.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            try search.ranges(in: bytes, budget: &budget)
        }
        return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test("characters that look alike count as one, and punctuation as nothing")
    func alike() throws {
        #expect(try found(["Tr0ub4dor&3x"], in: "typed TrOub4dor&3x there") == ["TrOub4dor&3x"])
        #expect(try found(["Tr0ub4dor&3x"], in: "tr0ub 4d0r8 3X") == ["tr0ub 4d0r"])
        #expect(try found(["4012888888881881"], in: "4012 8888 8888 1881") == ["4012 8888 8888 1881"])
    }

    @Test("four of the first characters count where they are words, and more as well")
    func beginnings() throws {
        let card = ["4012888888881881"]
        #expect(try found(card, in: "Card number 4012 88") == ["4012 88"])
        #expect(try found(card, in: "4012|") == ["4012"])
        #expect(try found(card, in: "401") == [])
        #expect(try found(card, in: "140128 and 40129") == [])
    }

    @Test("eight characters in a row count wherever they stand: a token that is broken over lines")
    func windows() throws {
        let token = ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0"]
        #expect(try found(token, in: "x JIUzI1NiJ9.eyJz y") == ["JIUzI1NiJ9.eyJz"])
        #expect(try found(token, in: "Uz I1Ni") == [])
    }

    @Test("a short secret counts as a word, in any script")
    func short() throws {
        #expect(try found(["Ключ9"], in: "пароль: КЛЮЧ9.") == ["КЛЮЧ9"])
        #expect(try found(["7319"], in: "PIN 7319, not 173190") == ["7319"])
        #expect(try found(["ab", "  "], in: "ab") == [])
    }
}
