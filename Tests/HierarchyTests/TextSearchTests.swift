import BoundedWork
import SecureMemory
import Testing

@testable import Hierarchy

@Suite("Texts are found in others within a bound on work")
struct TextSearchTests {
    @Test("what takes more comparisons than allowed is cut off")
    func work() throws {
        let texts = (4..<40).map { String(repeating: "a", count: $0) + "b" }
        let screen = String(repeating: "a", count: 400)
        #expect(throws: BudgetFailure.spent) { try matches(of: texts, in: screen, work: 1000) }
        #expect(try matches(of: texts, in: screen, work: 1_000_000) == [])
        #expect(try matches(of: texts, in: screen + "b", work: 1_000_000) == [361..<401])
    }

    @Test("the longest text is found at each place, and what follows it is looked at")
    func longest() throws {
        #expect(
            try matches(of: ["abcd", "abcdef", "efgh"], in: "xabcdefgh abcd efgh", work: 1000) == [
                1..<7, 10..<14, 15..<19,
            ]
        )
    }

    @Test("a character takes 30 marks, and what it has beyond them is compared as characters of their own")
    func marks() throws {
        var folder = TextFolder()
        var folded = try FoldedText()
        try folder.fold("a" + String(repeating: "\u{301}", count: 65), into: &folded)
        #expect(folded.characters.map(\.start) == [0, 31, 62])
    }

    private func matches(of texts: [String], in screen: String, work: Int) throws -> [Range<Int>] {
        var folder = TextFolder()
        var folded = try FoldedText()
        var search = try TextSearch(budget: WorkBudget(limit: work))
        for text in texts {
            try folder.fold(text, into: &folded)
            try search.add(folded.characters)
        }
        search.prepare()
        try folder.fold(screen, into: &folded)
        return try search.matches(in: folded.characters)
    }
}

extension TextFolder {
    fileprivate mutating func fold(_ text: String, into folded: inout FoldedText) throws {
        var text = text
        try text.withUTF8 { try fold(UnsafeRawBufferPointer($0), into: &folded) }
    }
}
