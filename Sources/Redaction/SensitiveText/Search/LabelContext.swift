/// What the labels round a value name.
struct LabelContext {
    /// Whether labels speak for a value, against it, or not at all.
    enum Support {
        case labelled
        case unlabelled
        /// The labels beside name something else, which may be the label of another text.
        case otherwise
        /// The nearest label names something else.
        case contradicted
    }

    /// The label before the value in its own text, or several that stand together.
    var before: ConceptSet = []
    /// Whether nothing but punctuation is between that label and the value.
    var isAdjacent = false
    /// The label after the value in its own text.
    var after: ConceptSet = []
    /// The labels of the pieces beside and above.
    var beside: ConceptSet = []

    func support(_ concepts: ConceptSet) -> Support {
        if !before.isDisjoint(with: concepts) { return .labelled }
        if !before.isEmpty, isAdjacent { return .contradicted }
        if !after.isDisjoint(with: concepts) { return .labelled }
        if before.isEmpty, !beside.isDisjoint(with: concepts) { return .labelled }
        if !before.union(beside).isDisjoint(with: .nothingSensitive) { return .contradicted }
        return before.isEmpty && !beside.isEmpty ? .otherwise : .unlabelled
    }

    /// Whether a label of the same text, not one beside it, names one of `concepts`.
    func isInline(_ concepts: ConceptSet) -> Bool {
        !before.isDisjoint(with: concepts) || !after.isDisjoint(with: concepts)
    }
}
