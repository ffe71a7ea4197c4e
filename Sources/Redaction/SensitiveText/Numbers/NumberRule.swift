/// How the numbers of one kind are found.
struct NumberRule: Sendable {
    /// What a check proves.
    enum Check: Sendable {
        /// There is none beyond the form.
        case none
        /// One of about ten to fifty other numbers passes, too.
        case weak
        /// One of some hundreds passes.
        case strong
        /// Practically nothing else passes.
        case certain
    }

    let kind: SensitiveKind
    let scheme: NumberScheme?
    /// How it is written where no label is needed.
    let distinct: [NumberShape]
    /// How it is written, too, beside a label.
    let labelled: [NumberShape]
    let check: Check
    /// Whether spaces and dashes are possible where the shapes have none.
    let isFree: Bool
    /// Whether a label does without the check, as for numbers that were made up, or read wrongly.
    let trustsLabel: Bool
    /// What labels of such a number name.
    let concepts: ConceptSet
    let isValid: @Sendable (CompactNumber) -> Bool

    /// Shapes are separated by commas.
    init(
        _ kind: SensitiveKind,
        _ scheme: NumberScheme? = nil,
        distinct: String = "",
        labelled: String = "",
        check: Check,
        isFree: Bool = true,
        trustsLabel: Bool = true,
        concepts: ConceptSet? = nil,
        isValid: @escaping @Sendable (CompactNumber) -> Bool = { _ in true }
    ) {
        (self.kind, self.scheme, self.check, self.isFree, self.trustsLabel) = (kind, scheme, check, isFree, trustsLabel)
        self.distinct = distinct.split(separator: ",").map(NumberShape.init)
        self.labelled = labelled.split(separator: ",").map(NumberShape.init)
        self.concepts = concepts ?? scheme.map(ConceptSet.scheme) ?? .kind(kind)
        self.isValid = isValid
    }
}
