import BoundedWork
import SecureMemory
import TextAlgorithms

/// A text for comparison, character by character. ``TextFolder`` fills it, again and again, so that no text takes memory of its
/// own.
struct FoldedText: ~Copyable {
    struct Character: BitwiseCopyable {
        /// Number that is the same for all characters that read the same; for decimal digits of any script and width it is the
        /// one of ASCII.
        let token: UInt32
        /// Scalars before it in the text that was folded.
        let start: Int32
        let kind: Kind
    }

    enum Kind: UInt8, BitwiseCopyable {
        case letter
        /// A letter of a script that writes no spaces between words, where two are a name.
        case syllable
        case digit
        /// A dot, a star or another mark that stands for a character of a secure field.
        case mask
        case space
        case other
    }

    private var storage: WipedArray<Character>
    private var scalarCount: Int32 = 0
    private(set) var digitCount = 0

    private static let space = UInt32(UInt8(ascii: " "))

    init() throws(BudgetFailure) {
        storage = try WipedArray()
    }

    var characters: UnsafeBufferPointer<Character> { storage.values }

    /// The scalars of the text that was folded which the characters in `range` stand for.
    func scalars(of range: Range<Int>) -> Range<Int> {
        let characters = characters
        let end = range.upperBound < characters.count ? characters[range.upperBound].start : scalarCount
        return Int(characters[range.lowerBound].start)..<Int(end)
    }

    mutating func removeAll() {
        storage.removeAll()
        scalarCount = 0
        digitCount = 0
    }

    /// Appends a character. A space between two syllables is taken out: names are written with and without.
    mutating func append(_ token: UInt32, start: Int32, kind: Kind) throws(BudgetFailure) {
        if kind == .syllable, let space = characters.last, space.kind == .space,
            characters[characters.count - 2].kind == .syllable
        {
            storage.removeLast()
        }
        if kind == .digit { digitCount += 1 }
        try storage.append(Character(token: token, start: start, kind: kind))
    }

    /// Appends a space, unless the text would start with it or has one there already.
    mutating func appendSpace(start: Int32) throws(BudgetFailure) {
        guard let last = characters.last, last.kind != .space else { return }
        try append(Self.space, start: start, kind: .space)
    }

    mutating func finish(scalarCount: Int32) {
        if characters.last?.kind == .space { storage.removeLast() }
        self.scalarCount = scalarCount
    }
}

extension UnsafeBufferPointer<FoldedText.Character> {
    func readsAs(_ other: UnsafeBufferPointer<FoldedText.Character>) -> Bool {
        elementsEqual(other) { $0.token == $1.token }
    }

    /// Whether both have as many characters, of the same kinds.
    func hasShape(of other: UnsafeBufferPointer<FoldedText.Character>) -> Bool {
        elementsEqual(other) { $0.kind == $1.kind }
    }

    func slice(_ range: Range<Int>) -> UnsafeBufferPointer<FoldedText.Character> {
        UnsafeBufferPointer(rebasing: self[range])
    }
}

// A number reads the same however its digits are grouped: by spaces, by hyphens, or each in a cell of its own.
extension FoldedText {
    /// The token that stands between rows of digits that are read apart.
    private static let gap: UInt32 = 0

    /// Reads the digits of `text` in place of the old ones, with a gap wherever a letter stands between two. The start of a digit
    /// is its index in `text`.
    ///
    /// - Parameter endingAtMasks: Whether there is a gap at a mask, too: the rest of a masked number is a number, and not a part
    ///   of one.
    mutating func readDigits(
        of text: UnsafeBufferPointer<Character>,
        endingAtMasks: Bool,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        removeAll()
        for index in text.indices {
            try budget.spend()
            switch text[index].kind {
            case .digit: try append(text[index].token, start: Int32(index), kind: .digit)
            case .letter, .syllable: try appendGap()
            case .mask: if endingAtMasks { try appendGap() }
            case .space, .other: break
            }
        }
    }

    /// Ends the row of digits at hand, if there is one.
    mutating func appendGap() throws(BudgetFailure) {
        guard let last = characters.last, last.kind == .digit else { return }
        try append(Self.gap, start: last.start, kind: .other)
    }

    /// The rows of digits that are read in one; and the parts of a row that stand side by side in the text and are as long as a
    /// one-time code, which a time may follow.
    func digitRows() -> [Range<Int>] {
        let characters = characters
        var rows: [Range<Int>] = []
        for row in characters.indices.split(whereSeparator: { characters[$0].kind != .digit }) {
            rows.append(row.startIndex..<row.endIndex)
            var start = row.startIndex
            for end in row.startIndex + 1..<row.endIndex + 1 {
                if end < row.endIndex, characters[end].start == characters[end - 1].start + 1 { continue }
                if end - start >= Self.lengthOfCode, end - start < row.count { rows.append(start..<end) }
                start = end
            }
        }
        return rows
    }

    private static let lengthOfCode = 6

    /// The characters of the text that the digits in `range` are and stand between.
    func characters(ofDigits range: Range<Int>) -> Range<Int> {
        Int(characters[range.lowerBound].start)..<Int(characters[range.upperBound - 1].start) + 1
    }
}

/// Reader of texts for comparison, each into the memory of the one before.
struct TextReader: ~Copyable {
    private var folder = TextFolder()
    private(set) var text: FoldedText
    private(set) var digits: FoldedText

    init() throws(BudgetFailure) {
        self.init(text: try FoldedText(), digits: try FoldedText())
    }

    private init(text: consuming FoldedText, digits: consuming FoldedText) {
        self.text = text
        self.digits = digits
    }

    mutating func read(_ value: SecureBytes, budget: inout WorkBudget) throws(BudgetFailure) {
        try value.withUnsafeBytes { (bytes) throws(BudgetFailure) in try read(bytes, budget: &budget) }
    }

    mutating func read(_ value: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        try folder.fold(value, into: &text, budget: &budget)
    }

    mutating func readDigits(endingAtMasks: Bool, budget: inout WorkBudget) throws(BudgetFailure) {
        try digits.readDigits(of: text.characters, endingAtMasks: endingAtMasks, budget: &budget)
    }

    /// Whether `other`, which is UTF-8, reads as the text that was read last. Its digits are then to be read again.
    mutating func isSame(as other: SecureBytes, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        try readInPlaceOfDigits(other, budget: &budget)
        return text.characters.readsAs(digits.characters)
    }

    /// Whether the locator that was read last quotes something of the length and the kinds of characters of `other`, where that
    /// is too short to be looked for. Its digits are then to be read again.
    ///
    /// Whether it quotes `other` itself makes no difference, because what is left of a locator must not tell.
    mutating func quotesLike(_ other: SecureBytes, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        try readInPlaceOfDigits(other, budget: &budget)
        let (locator, other) = (text.characters, digits.characters)
        guard !other.isTelling else { return false }
        return locator.literalsOfLocator.contains { locator.slice($0).hasShape(of: other) }
    }

    private mutating func readInPlaceOfDigits(
        _ other: SecureBytes,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try other.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            try folder.fold(bytes, into: &digits, budget: &budget)
        }
    }
}
