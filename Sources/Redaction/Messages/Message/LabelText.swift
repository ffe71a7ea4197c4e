/// The text of a label: a word, and a number that tells things of the same kind apart.
public struct LabelText: Sendable, Hashable {
    /// A word or two without line feeds.
    public let word: String
    /// Nil for none.
    public let number: Int?

    /// Takes a word that is not empty.
    public init(_ word: String, number: Int? = nil) {
        (self.word, self.number) = (word, number)
    }

    /// The text with all of the word, and with fewer and fewer of its first letters.
    var forms: [String] {
        let beginnings = stride(from: word.count, to: 0, by: -1).map { word.prefix($0) }
        let words = beginnings.filter { $0.last?.isLetter ?? false }
        return words.map { word in number.map { "\(word) \($0)" } ?? String(word) }
    }
}
