import Foundation
import SeededRandom
import Testing

@testable import SensitiveText

@Suite("A number of a state")
struct NumberTests {
    private struct Entry: Decodable {
        let scheme: String
        let number: String
        let valid: Bool
    }

    private static func rule(_ scheme: String) -> NumberRule? {
        NationalNumbers.rules.first { $0.scheme?.rawValue == scheme }
    }

    @Test("passes its check if the oracle takes it, and not with one digit changed")
    func oracle() throws {
        let entries = try Fixtures.read([Entry].self, "numbers")
        #expect(Set(entries.map { $0.scheme.prefix(2) }).count >= 40)
        for entry in entries {
            let rule = try #require(Self.rule(entry.scheme), "\(entry.scheme)")
            let number = CompactNumber(entry.number.filter { $0.isLetter || $0.isNumber })
            let isTaken = (rule.distinct + rule.labelled).contains { $0.count == number.count } && rule.isValid(number)
            if entry.valid || rule.check != .none { #expect(isTaken == entry.valid, "\(entry.scheme) \(entry.number)") }
        }
    }

    @Test(
        "passes its check as its authority's example does",
        arguments: [
            ("de.rvnr", "65180539W001"), ("ru.snils", "11223344595"), ("sg.nric", "S1234567D"), ("hk.id", "A1234563"),
            ("tw.id", "A123456789"), ("ae.id", "784198012345678"), ("sa.id", "1000000008"), ("gb.nino", "AB123456C"),
            ("au.medicare", "2123456701"), ("fr.nir", "255081416802538"), ("es.dni", "12345678Z"),
            ("nl.bsn", "111222333"),
        ]
    )
    func examples(scheme: String, example: String) throws {
        let rule = try #require(Self.rule(scheme))
        #expect(rule.isValid(CompactNumber(example)))
        guard rule.check != .none else { return }
        // Of ten last characters, check digits let one or two pass.
        let last = CompactNumber(example)[example.utf8.count - 1]
        let others = (last < 58 ? "0123456789" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ").filter {
            rule.isValid(CompactNumber(example.dropLast() + String($0)))
        }
        if !["fr.nir", "au.medicare"].contains(scheme) { #expect(others.count <= 2, "\(scheme): \(others)") }
    }

    @Test("has a rule in each scheme, with shapes, and each scheme a rule")
    func complete() {
        #expect(Set(NationalNumbers.rules.compactMap(\.scheme)) == Set(NumberScheme.allCases))
        for rule in NationalNumbers.rules { #expect(!(rule.distinct + rule.labelled).isEmpty) }
    }

    @Test("changes its check with any one digit", arguments: [17, 18, 19])
    func checkDigits(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let digits = (0..<16).map { _ in UInt8.random(in: 48...57, using: &generator) }
            let place = Int.random(in: 0..<16, using: &generator)
            var (number, other) = (CompactNumber(), CompactNumber())
            for (index, digit) in digits.enumerated() {
                number.append(digit)
                other.append(index == place ? (digit - 48 + 1 + UInt8(seed % 9)) % 10 + 48 : digit)
            }
            guard number[place] != other[place] else { continue }
            #expect(!(number.followsLuhn() && other.followsLuhn()))
            #expect(!(number.followsVerhoeff && other.followsVerhoeff))
            #expect(!(number.followsMod11And10 && other.followsMod11And10))
            #expect(number.remainder97() != other.remainder97())
        }
    }
}
