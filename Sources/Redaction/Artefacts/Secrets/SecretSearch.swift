import BoundedWork
import SecureMemory
import TextAlgorithms

/// Search for secrets that are known, in all their spellings, whatever the case of their letters and the grouping of their digits.
final class SecretSearch: Sendable {
    /// Fewest characters of a secret that may be a part of a text, and of one that may be a part of a word.
    fileprivate static let (shortestPart, shortestInWord) = (4, 6)
    /// Fewest bytes of a secret that is told, and counts between texts.
    private static let shortestInStructure = 8
    /// Characters of a beginning of a secret that is taken out where it is all of a text: a value that is being typed.
    private static let lengthsOfBeginnings = 4...64
    /// Fewest digits of a number that is found however its digits are grouped.
    private static let shortestNumber = 8

    private let secrets: Spellings
    private let beginnings: Spellings
    private let numbers: Spellings

    /// - Parameter budget: Pays for each character of each spelling.
    init(_ secrets: [KnownSecret], budget: inout WorkBudget) throws(BudgetFailure) {
        var texts = try SpellingList()
        var beginnings = try SpellingList()
        var numbers = try SpellingList()
        var writer = try SecretSpellings()
        for secret in secrets where !secret.value.isEmpty {
            try secret.value.withUnsafeBytes { (bytes) throws(BudgetFailure) in
                try budget.spend(64 * bytes.count)
                try writer.append(bytes, to: &texts.texts)
                texts.markAll(secret.mark)
                for length in Self.lengthsOfBeginnings where length < writer.plain.count {
                    try beginnings.texts.append(writer.plain.values.prefix(length))
                }
                beginnings.markAll(secret.mark)
                guard let digits = Self.digits(of: writer.plain.values), digits.count >= Self.shortestNumber else {
                    return
                }
                try numbers.texts.append(digits)
                numbers.markAll(secret.mark)
            }
        }
        self.secrets = try texts.finish(budget: &budget)
        self.beginnings = try beginnings.finish(budget: &budget)
        self.numbers = try numbers.finish(budget: &budget)
    }

    /// The digits of a number; nil for what is none.
    private static func digits(
        of symbols: UnsafeBufferPointer<TextAutomaton.Symbol>
    ) -> LazyFilterSequence<UnsafeBufferPointer<TextAutomaton.Symbol>>? {
        let digits = symbols.lazy.filter { !isSeparator($0) }
        return digits.allSatisfy { (0x30...0x39).contains($0) } ? digits : nil
    }

    /// Replaces the secrets in a text, which begins at `offset` of the source.
    ///
    /// - Parameter isStructure: Whether it is no text but what lies between texts, where a short secret, or one that is told and
    ///   has no digit, is rather a word of the format.
    func find(
        in text: UnsafeRawBufferPointer,
        at offset: Int,
        _ notation: Notation,
        isStructure: Bool = false,
        into edits: inout SourceEdits,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        guard !secrets.isEmpty else { return }
        var scalars = NotedScalars(text, in: notation)
        var all = try SecretTrail()
        var digits = try SecretTrail()
        var beginning = TextAutomaton.root
        var found: [(mark: TextMark, scalars: Range<Int>)] = []
        func replace(_ bytes: Range<Int>, by mark: TextMark) {
            let range = notation == .jsonNumber ? 0..<text.count : bytes
            edits.replace(offset + range.lowerBound..<offset + range.upperBound, by: mark, in: notation)
        }
        var start = scalars.offset
        while let scalar = scalars.next() {
            try budget.spend()
            let symbol = SecretSpellings.symbol(scalar)
            let isWordPart = scalar.properties.isAlphabetic || scalar.isDecimalDigit
            try all.append(symbol, start..<scalars.offset, isWordPart: isWordPart, by: secrets.automaton)
            beginning = beginnings.automaton.node(after: beginning, symbol)
            var match = secrets.automaton.text(at: all.node)
            while let index = match {
                try budget.spend()
                found.append((secrets.marks[index], all.last(secrets.lengths[index])))
                match = secrets.automaton.text(shorterThan: index)
            }
            if !Self.isSeparator(symbol), !numbers.isEmpty {
                try digits.append(symbol, start..<scalars.offset, isWordPart: isWordPart, by: numbers.automaton)
                if let index = numbers.automaton.text(at: digits.node) {
                    replace(digits.bytes(of: digits.last(numbers.lengths[index])), by: numbers.marks[index])
                }
            }
            start = scalars.offset
        }
        for (mark, scalars) in found where all.counts(scalars) {
            let bytes = all.bytes(of: scalars)
            if !isStructure || Self.counts(text[bytes], mark) { replace(bytes, by: mark) }
        }
        if isStructure { return }
        if let index = beginnings.automaton.text(at: beginning), beginnings.lengths[index] == all.count {
            replace(0..<text.count, by: beginnings.marks[index])
        }
    }

    /// Whether a secret counts between texts.
    private static func counts(_ secret: Slice<UnsafeRawBufferPointer>, _ mark: TextMark) -> Bool {
        if case .secret = mark { return secret.count >= shortestInWord }
        return secret.count >= shortestInStructure && secret.contains(where: \.isASCIIDigit)
    }

    private static func isSeparator(_ symbol: TextAutomaton.Symbol) -> Bool {
        [0x20, 0x2D, 0x2E, 0xA0, 0x202F].contains(symbol)
    }
}

/// Spellings of secrets, and the search for them.
private struct Spellings: ~Copyable, Sendable {
    let automaton: TextAutomaton
    let marks: [TextMark]
    let lengths: [Int]

    var isEmpty: Bool { marks.isEmpty }
}

private struct SpellingList: ~Copyable {
    var texts: TextList
    private var marks: [TextMark] = []

    init() throws(BudgetFailure) {
        texts = try TextList()
    }

    /// Marks all texts that have none yet.
    mutating func markAll(_ mark: TextMark) {
        while marks.count < texts.count { marks.append(mark) }
    }

    consuming func finish(budget: inout WorkBudget) throws(BudgetFailure) -> Spellings {
        Spellings(automaton: try texts.automaton(budget: &budget), marks: marks, lengths: texts.lengths)
    }
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

    var count: Int { steps.count }

    /// Whether a secret of these scalars is one: a short one has to be a word, a shorter one all of the text. Equal spellings of
    /// several secrets are equally long.
    func counts(_ scalars: Range<Int>) -> Bool {
        if scalars.count >= SecretSearch.shortestInWord { return true }
        guard scalars.count >= SecretSearch.shortestPart else { return scalars == 0..<count }
        return isBoundary(scalars.lowerBound) && isBoundary(scalars.upperBound)
    }

    private func isBoundary(_ index: Int) -> Bool {
        index == 0 || index == steps.count || !steps[index - 1].isWordPart || !steps[index].isWordPart
    }
}
