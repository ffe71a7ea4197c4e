import BoundedWork

/// A text as it is compared with others, character by character. ``TextFolder`` fills it, again and again, so that no
/// text takes memory of its own.
struct FoldedText: ~Copyable {
    /// A character as it is compared.
    struct Character: BitwiseCopyable {
        /// A number that is the same for all characters that read the same. For decimal digits of any script and width
        /// it is the one of ASCII.
        let token: UInt32
        /// Scalars before it in the text that was folded.
        let start: Int32
        let kind: Kind
    }

    /// What a character is, as far as comparing needs to know.
    enum Kind: UInt8, BitwiseCopyable {
        case letter
        /// A letter of a script that writes no spaces between words, where two are a name.
        case syllable
        case digit
        /// A dot, a star or another mark that stands for what was typed into a secure field.
        case mask
        case space
        /// Anything else, such as a hyphen.
        case other
    }

    private var storage: WipedArray<Character>
    /// Scalars of the text that was folded.
    private var scalarCount: Int32 = 0
    /// How many of the characters are digits.
    private(set) var digitCount = 0

    private static let space = UInt32(UInt8(ascii: " "))

    /// Takes memory for a text that is read later.
    init() throws(BudgetFailure) {
        storage = try WipedArray()
    }

    /// The characters that are compared.
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

    /// Ends the text, without a space.
    mutating func finish(scalarCount: Int32) {
        if characters.last?.kind == .space { storage.removeLast() }
        self.scalarCount = scalarCount
    }
}

extension UnsafeBufferPointer<FoldedText.Character> {
    /// Whether this text and `other` read the same.
    func readsAs(_ other: UnsafeBufferPointer<FoldedText.Character>) -> Bool {
        elementsEqual(other) { $0.token == $1.token }
    }

    /// The characters at `range`, over the same memory.
    func slice(_ range: Range<Int>) -> UnsafeBufferPointer<FoldedText.Character> {
        UnsafeBufferPointer(rebasing: self[range])
    }
}
