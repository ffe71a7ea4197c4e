import BoundedWork
import SecureMemory
import TextAlgorithms

/// Search for secrets that are known, in all their spellings, whatever the case of their letters and the grouping of their digits.
final class SecretSearch: Sendable {
    /// Fewest characters of a secret that may be a part of a text, and of one that may be a part of a word.
    private static let (shortestPart, shortestInWord) = (4, 6)
    /// Characters of a beginning of a secret that is taken out where it is all of a text: a value that is being typed.
    private static let beginnings = 4...64
    /// Fewest digits of a number that is found however its digits are grouped.
    private static let shortestNumber = 8

    private struct Spelling {
        let mark: TextMark
        let length: Int
        let place: SecretPlace
    }

    private let spellings: [Spelling]
    private let automaton: TextAutomaton
    private let numbers: [Spelling]
    private let numberAutomaton: TextAutomaton

    /// - Parameter budget: Pays for each character of each spelling.
    init(_ secrets: [KnownSecret], budget: inout WorkBudget) throws(BudgetFailure) {
        var texts = try TextList()
        var digits = try TextList()
        var (marks, numberMarks): ([(TextMark, SecretPlace)], [TextMark]) = ([], [])
        var writer = try SecretSpellings()
        for secret in secrets where !secret.value.isEmpty {
            try secret.value.withUnsafeBytes { (bytes) throws(BudgetFailure) in
                try budget.spend(64 * bytes.count)
                var symbols = try Self.symbols(of: bytes)
                let count = symbols.count
                let place: SecretPlace =
                    count < Self.shortestPart ? .wholeText : count < Self.shortestInWord ? .betweenWords : .anywhere
                try writer.append(bytes, to: &texts)
                marks += Array(repeating: (secret.mark, place), count: texts.lengths.count - marks.count)
                for length in Self.beginnings where length < count {
                    try texts.append(symbols.values.prefix(length))
                    marks.append((secret.mark, .wholeText))
                }
                try Self.keepDigits(&symbols)
                guard symbols.count >= Self.shortestNumber else { return }
                try digits.append(symbols.values)
                numberMarks.append(secret.mark)
            }
        }
        spellings = zip(marks, texts.lengths).map { Spelling(mark: $0.0, length: $1, place: $0.1) }
        numbers = zip(numberMarks, digits.lengths).map { Spelling(mark: $0, length: $1, place: .anywhere) }
        automaton = try texts.automaton(budget: &budget)
        numberAutomaton = try digits.automaton(budget: &budget)
    }

    private static func symbols(
        of secret: UnsafeRawBufferPointer
    ) throws(BudgetFailure) -> WipedArray<TextAutomaton.Symbol> {
        var symbols = try WipedArray<TextAutomaton.Symbol>()
        var scalars = UTF8Scalars(secret)
        while let scalar = scalars.next() { try symbols.append(SecretSpellings.symbol(scalar)) }
        return symbols
    }

    /// Leaves the digits of a number, and nothing of what is none.
    private static func keepDigits(_ symbols: inout WipedArray<TextAutomaton.Symbol>) throws(BudgetFailure) {
        var digits = try WipedArray<TextAutomaton.Symbol>()
        for symbol in symbols.values where !isSeparator(symbol) {
            guard (0x30...0x39).contains(symbol) else {
                symbols.removeAll()
                return
            }
            try digits.append(symbol)
        }
        symbols = digits
    }

    /// Replaces the secrets in a text, which begins at `offset` of the source.
    func find(
        in text: UnsafeRawBufferPointer,
        at offset: Int,
        _ notation: Notation,
        into edits: inout SourceEdits,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        guard !spellings.isEmpty else { return }
        var scalars = NotedScalars(text, in: notation)
        var all = try SecretTrail()
        var digits = try SecretTrail()
        var found: [(spelling: Spelling, scalars: Range<Int>)] = []
        func replace(_ bytes: Range<Int>, by mark: TextMark) {
            let range = notation == .jsonNumber ? 0..<text.count : bytes
            edits.replace(offset + range.lowerBound..<offset + range.upperBound, by: mark, in: notation)
        }
        var start = scalars.offset
        while let scalar = scalars.next() {
            try budget.spend()
            let symbol = SecretSpellings.symbol(scalar)
            let isWordPart = scalar.properties.isAlphabetic || scalar.isDecimalDigit
            try all.append(symbol, start..<scalars.offset, isWordPart: isWordPart, by: automaton)
            var match = automaton.text(at: all.node)
            while let index = match {
                try budget.spend()
                found.append((spellings[index], all.last(spellings[index].length)))
                match = automaton.text(shorterThan: index)
            }
            if !Self.isSeparator(symbol), !numbers.isEmpty {
                try digits.append(symbol, start..<scalars.offset, isWordPart: isWordPart, by: numberAutomaton)
                if let index = numberAutomaton.text(at: digits.node) {
                    replace(digits.bytes(of: digits.last(numbers[index].length)), by: numbers[index].mark)
                }
            }
            start = scalars.offset
        }
        for (spelling, scalars) in found where all.has(scalars, at: spelling.place) {
            replace(all.bytes(of: scalars), by: spelling.mark)
        }
    }

    private static func isSeparator(_ symbol: TextAutomaton.Symbol) -> Bool {
        [0x20, 0x2D, 0x2E, 0xA0, 0x202F].contains(symbol)
    }
}

/// Where in a text a spelling of a secret counts.
enum SecretPlace {
    case anywhere
    case betweenWords
    case wholeText
}

/// The scalars of a text that a search has read, with their places in the source.
private struct SecretTrail: ~Copyable {
    private struct Step: BitwiseCopyable {
        let lower: Int32
        let upper: Int32
        let isWordPart: Bool
    }

    private var steps: WipedArray<Step>
    private(set) var node = TextAutomaton.root

    init() throws(BudgetFailure) {
        steps = try WipedArray()
    }

    mutating func append(
        _ symbol: TextAutomaton.Symbol,
        _ bytes: Range<Int>,
        isWordPart: Bool,
        by automaton: borrowing TextAutomaton
    ) throws(BudgetFailure) {
        node = automaton.node(after: node, symbol)
        let (lower, upper) = (Int32(truncatingIfNeeded: bytes.lowerBound), Int32(truncatingIfNeeded: bytes.upperBound))
        try steps.append(Step(lower: lower, upper: upper, isWordPart: isWordPart))
    }

    /// The last scalars that were read.
    func last(_ count: Int) -> Range<Int> { steps.count - count..<steps.count }

    func bytes(of scalars: Range<Int>) -> Range<Int> {
        Int(steps[scalars.lowerBound].lower)..<Int(steps[scalars.upperBound - 1].upper)
    }

    func has(_ scalars: Range<Int>, at place: SecretPlace) -> Bool {
        switch place {
        case .anywhere: true
        case .betweenWords: isBoundary(scalars.lowerBound) && isBoundary(scalars.upperBound)
        case .wholeText: scalars == 0..<steps.count
        }
    }

    private func isBoundary(_ index: Int) -> Bool {
        index == 0 || index == steps.count || !steps[index - 1].isWordPart || !steps[index].isWordPart
    }
}
