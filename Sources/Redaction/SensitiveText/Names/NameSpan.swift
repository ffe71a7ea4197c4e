/// A run of words that may be the name of a person.
struct NameSpan {
    /// Units of the text.
    var range: Range<Int>
    var score: Double
    /// The words that are names, for other places on the screen.
    let words: [WordHash]

    /// The least score of a name that needs no support by its place.
    static let surely = 0.6
    /// A given name alone, a pair of doubtful words, two unknown words: names where the place says so.
    static let weak = 0.4
    /// A given name alone that is something else, too.
    static let nearlyWeak = 0.28
    /// An unknown word, which is a name where only persons are named.
    static let unknown = 0.2

    /// Whether nothing else is said in its text.
    var isWhole = false
    /// Whether it stands in a list with a name that is sure.
    var isListed = false
    /// Whether it is a name if it is all of its text, though it might not be within a sentence.
    var isSureAlone = false
    /// Whether it is of a given name and a name of a family.
    var isFull = false
    /// Whether all its words are known as names, and as hardly anything else.
    var isOfKnownNames = false

    var isSure: Bool { score >= Self.surely }
}
