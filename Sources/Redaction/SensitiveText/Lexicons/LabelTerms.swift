/// Words that name one thing, in many languages.
struct LabelTerms: Sendable {
    let concept: ConceptSet
    /// The words, with commas between the terms. A term may stand within a word if `~` is in front of it.
    let terms: String

    init(_ concept: ConceptSet, _ terms: String) {
        self.concept = concept
        self.terms = terms
    }
}
