import BoundedWork
import Hierarchy
import TextAlgorithms

/// Judgement of what stands beside the caption of a secret in a text: whether it is one that goes from other texts, too.
///
/// A caption in a log or in code that a report quotes takes what is beside it, which may be a word, a call or a line of a table. Taken out
/// there it does no harm; taken out of all of a run it does.
enum CaptionedSecret {
    /// Digits of a number that only a caption makes a secret.
    private static let shortestNumber = 6
    /// Signs without which letters are words, names or paths.
    private static let signs = Set("!@$%^&*+=?~".utf8)
    private static let marks = Set("\"'`\\".utf8)
    /// What begins an argument that says where something is.
    private static let selectors = Set("#.:/".utf8)
    /// What stands in markup, URLs and code, and hardly in a password.
    private static let partsOfCode = ["</", "://", "()", "],"].map { Array($0.utf8) }

    /// The secret within a text beside a caption; nil if it is none elsewhere.
    static func place(
        in text: UnsafeRawBufferPointer,
        _ names: inout FieldNames,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Range<Int>? {
        try budget.spend(8 * text.count)
        let start = argumentStart(in: text)
        let place = ReplacementMarks.withoutBrackets(start..<text.count, of: text)
        let value = text[place]
        let isOneWord = value.allSatisfy { (0x21...0x7E).contains($0) && !marks.contains($0) }
        let isSelector = start > 0 && value.first.map(selectors.contains) ?? true
        guard isOneWord, !isSelector, !isCode(text[place.lowerBound...]), !isNameOfClass(value) else { return nil }
        let digits = value.count(where: \.isASCIIDigit)
        guard digits == 0 else { return digits < value.count || digits >= shortestNumber ? place : nil }
        guard value.contains(where: signs.contains) else { return nil }
        return try names.nameSecret(UnsafeRawBufferPointer(rebasing: value), budget: &budget) ? nil : place
    }

    /// Whether a value is a date or a time in digits.
    static func isDate(_ value: UnsafeRawBufferPointer) -> Bool {
        let parts = value.split { "-./:".utf8.contains($0) }
        return parts.count == 3 && value.count(where: \.isASCIIDigit) <= 8
            && parts.allSatisfy { $0.allSatisfy(\.isASCIIDigit) }
    }

    /// The place behind the quotation mark that opens the argument of a call, as in `).type("hunter2`; the beginning if there is none.
    private static func argumentStart(in text: UnsafeRawBufferPointer) -> Int {
        let opening = text.indices.dropLast().last { text[$0] == UInt8(ascii: "(") && marks.contains(text[$0 + 1]) }
        return opening.map { $0 + 2 } ?? 0
    }

    /// Whether a call, a tag, a URL or a line of a file is in a value.
    private static func isCode(_ value: Slice<UnsafeRawBufferPointer>) -> Bool {
        var letters = 0
        for index in value.indices {
            if value[index] == UInt8(ascii: "("), letters > 1 { return true }
            if partsOfCode.contains(where: value[index...].starts) { return true }
            letters = value[index].isASCIILetter || value[index] == UInt8(ascii: "_") ? letters + 1 : 0
        }
        return isLineOfFile(value)
    }

    /// Whether a value is like `org.example.login.Page2`.
    private static func isNameOfClass(_ value: Slice<UnsafeRawBufferPointer>) -> Bool {
        value.count { $0 == UInt8(ascii: ".") } > 2
            && value.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "._$".utf8.contains($0) }
    }

    /// Whether a value ends like `login.py:27`.
    private static func isLineOfFile(_ value: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard let colon = value.lastIndex(of: UInt8(ascii: ":")),
            let dot = value[..<colon].lastIndex(of: UInt8(ascii: "."))
        else { return false }
        return value[(dot + 1)..<colon].allSatisfy(\.isASCIILetter) && value[(colon + 1)...].allSatisfy(\.isASCIIDigit)
    }
}
