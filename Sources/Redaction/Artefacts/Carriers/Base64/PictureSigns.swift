import BoundedWork
import TextAlgorithms

/// Signs of files that show something, in ways of writing that nobody here opens: split over fields, with white space between all
/// characters, as numbers of bytes, in hexadecimal digits, raw in a text.
///
/// Each byte of a text counts that is a letter, a digit or a character of base64, whatever is between them.
final class PictureSigns: Sendable {
    private let automaton: TextAutomaton

    /// The signs, which are the same for all replies; or the reason why there is no memory for them.
    static let shared = Result { () throws(BudgetFailure) in
        var budget = WorkBudget(limit: .max)
        return try PictureSigns(budget: &budget)
    }

    private init(budget: inout WorkBudget) throws(BudgetFailure) {
        var list = try TextList()
        for sign in Self.signs { try list.append(sign.utf8.map { TextAutomaton.Symbol($0) }) }
        automaton = try list.automaton(budget: &budget)
    }

    /// Whether a text has a sign in it outside the ranges, which are in ascending order.
    func areIn(
        _ text: UnsafeRawBufferPointer,
        outside ranges: [Range<Int>],
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        var start = 0
        for range in ranges + [text.count..<text.count] {
            if range.lowerBound > start {
                let part = UnsafeRawBufferPointer(rebasing: text[start..<range.lowerBound])
                try budget.spend(part.count / 16)
                if isSign(in: part) { return true }
                if try Self.hasRawSign(part, budget: &budget) { return true }
            }
            start = max(start, range.upperBound)
        }
        return false
    }

    private func isSign(in text: UnsafeRawBufferPointer) -> Bool {
        var node = TextAutomaton.root
        for byte in text {
            let value = Base64Symbols.value(of: byte)
            guard value < Base64Symbols.padding else { continue }
            node = automaton.node(after: node, TextAutomaton.Symbol(Base64Symbols.character(of: value)))
            if automaton.text(at: node) != nil { return true }
        }
        return false
    }

    /// Whether a file of another kind has the beginning of a picture in it, byte for byte or in UTF-8 that stands for bytes.
    static func hasRawSign(
        _ bytes: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        try budget.spend(bytes.count / 64 + 1)
        return rawSigns.contains { bytes.firstRange(of: $0) != nil }
    }

    private static let rawSigns: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], [0xC2, 0x89, 0x50, 0x4E, 0x47],
        [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46], [0xFF, 0xD8, 0xFF, 0xDB, 0x00], [0xFF, 0xD8, 0xFF, 0xE1],
        [0xC3, 0xBF, 0xC3, 0x98, 0xC3, 0xBF], [0x50, 0x4B, 3, 4],
    ]

    private static let signs = inBase64 + inDigits + inNumbers

    /// In base64, wherever its groups of four begin: the beginning and the end of a PNG, those of JPEGs of all kinds, of a GIF, a WebP
    /// and a PDF.
    private static let inBase64 = [
        "iVBORw0KGg", "lQTkcNChoK", "JUE5HDQoaC", "AAAADUlIRF", "AAAA1JSERS", "AAAANSUhEU", "AAAAAElFTkSuQmCC",
        "AAAABJRU5ErkJgg", "AAAAASUVORK5CYI", "/9j/4AAQSkZJR", "/Y/+AAEEpGSU", "/2P/gABBKRklG", "SkZJRgAB", "RXhpZgAA",
        "V4aWYAA", "FeGlmAA", "/9j/2wBDAA", "/9j/2wCEAA", "R0lGODlh", "R0lGODdh", "dJRjg5Y", "HSUY4OW", "V0VCUFZQO",
        "dFQlBWUD", "XRUJQVlA4", "JVBERi0xL", "lUERGLTEu",
    ]

    /// In hexadecimal digits, some of them escapes.
    private static let inDigits = [
        "89504e470d0a", "89504E470D0A", "ffd8ffe00010", "FFD8FFE00010", "ffd8ffe1", "FFD8FFE1", "ffd8ffdb00",
        "FFD8FFDB00",
        "x89x50x4ex47", "x89x50x4Ex47", "xffxd8xffxe", "xFFxD8xFFxE", "xffxd8xffxdb", "xFFxD8xFFxDB",
        "0x890x500x4e0x47",
        "0x890x500x4E0x47", "0xff0xd80xff0xe", "0xFF0xD80xFF0xE", "89PNG0D0A", "89png0d0a", "u0089PNG", "x89PNG",
        "u00ffu00d8u00ff", "u00FFu00D8u00FF", "xffxd8xff", "xFFxD8xFF",
    ]

    /// In numbers of bytes, of a list or of members of an object, with a sign or without.
    private static let inNumbers = [
        "1378078711310", "1370800780710130", "2550216025502240", "2550216025502250", "1198078711310", "255216255224016",
        "255216255225", "255216255219067", "1401320167470",
        "01371802783714135", "02551216225532244", "02551216225532254", "02551216225532194",
    ]
}

extension UnsafeRawBufferPointer {
    /// The first place of some bytes; nil if they are nowhere, or none.
    package func firstRange(of bytes: [UInt8]) -> Range<Int>? {
        guard let first = bytes.first else { return nil }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            if self[start...].starts(with: bytes) { return start..<start + bytes.count }
            rest = self[(start + 1)...]
        }
        return nil
    }
}
