import BoundedWork

/// A text as it is compared with others, character by character. ``TextFolder`` fills it, again and again, so that no
/// text takes memory of its own.
struct FoldedText: ~Copyable {
    /// One character.
    struct Character: BitwiseCopyable {
        /// The same for all that reads the same.
        let token: UInt32
        /// Scalars before it in the text that was folded.
        let start: Int32
        /// Whether it is one of those that stand for what was typed into a secure field, or a space.
        let isMask: Bool
    }

    private var storage: WipedArray<Character>
    /// Scalars of the text that was folded.
    private var scalarCount: Int32 = 0

    private static let space = UInt32(UInt8(ascii: " "))

    /// An empty text.
    init() throws(BudgetFailure) {
        storage = try WipedArray()
    }

    /// What is compared.
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
    }

    mutating func append(_ token: UInt32, start: Int32, isMask: Bool) throws(BudgetFailure) {
        try storage.append(Character(token: token, start: start, isMask: isMask))
    }

    /// Appends a space, unless the text would start with it or has one there already.
    mutating func appendSpace(start: Int32) throws(BudgetFailure) {
        guard let last = characters.last, last.token != Self.space else { return }
        try append(Self.space, start: start, isMask: true)
    }

    /// Ends the text, without a space.
    mutating func finish(scalarCount: Int32) {
        if characters.last?.token == Self.space { storage.removeLast() }
        self.scalarCount = scalarCount
    }
}
