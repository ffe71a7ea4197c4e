package import BoundedWork

/// Search for the names of secrets where a field is called by them outside of page sources: in members of JSON, labels, headers and
/// selectors.
package struct FieldNames: ~Copyable {
    /// Longest name, in bytes; nothing longer is one.
    private static let longest = 1024

    private let terms: TermSearch
    private var words: Words
    private var reader: IdentifierReader

    /// Takes memory for the words of a name.
    package init(budget: inout WorkBudget) throws(BudgetFailure) {
        let terms = try TermSearch.search(for: .standard, budget: &budget)
        self.init(terms, words: try Words(), reader: try IdentifierReader())
    }

    private init(_ terms: TermSearch, words: consuming Words, reader: consuming IdentifierReader) {
        self.terms = terms
        self.words = words
        self.reader = reader
    }

    /// Whether the field with this name takes a secret: as a label, as an identifier, or as a selector with names in it.
    package mutating func nameSecret(
        _ name: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        guard name.count <= Self.longest else { return false }
        if name.contains(UInt8(ascii: " ")) {
            try words.read(name, budget: &budget)
            if try terms.matches(words, budget: &budget) { return true }
        }
        for part in name.split(whereSeparator: \.endsNameInLocator) {
            try words.read(UnsafeRawBufferPointer(rebasing: part), budget: &budget)
            if try reader.read(words, of: .input, budget: &budget).namesSecret { return true }
        }
        return false
    }
}
