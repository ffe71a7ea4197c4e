/// The role of a piece for the pieces round it.
enum CaptionRole {
    case caption(ConceptSet)
    /// There are labels, but for values of the piece itself.
    case complete
    /// There is no label.
    case plain

    var isPlain: Bool {
        if case .plain = self { true } else { false }
    }

    var isCaption: Bool {
        if case .caption = self { true } else { false }
    }

    /// The meaning of a caption; nothing for the other roles.
    var concepts: ConceptSet {
        if case .caption(let concepts) = self { concepts } else { [] }
    }

    /// Units of a caption; a longer text is prose.
    static let lengthLimit = 140
    private static let shortestValue = 3

    init(of units: UnsafeBufferPointer<TextUnit>, _ labels: [LabelLexicon.Label]) {
        self = Self.role(of: units, labels)
    }

    private static func role(of units: UnsafeBufferPointer<TextUnit>, _ labels: [LabelLexicon.Label]) -> CaptionRole {
        guard let last = labels.last else { return .plain }
        let rest = units[last.range.upperBound...]
        guard units.count <= lengthLimit, !units.contains(where: { $0.equals("@") }) else { return .complete }
        let words = rest.split { !$0.isWordPart }
        // Where lines begin on the right, the value may stand first, as in "644 CVV".
        if words.isEmpty, units[..<labels[0].range.lowerBound].count(where: \.isDigit) >= shortestValue {
            return .complete
        }
        if let digits = words.firstIndex(where: { $0.contains(where: \.isDigit) }), digits < 2 { return .complete }
        if let first = words.first {
            let isRemark = rest.first { !$0.isSpace }.map { $0.equals("(") || $0.equals("*") } ?? true
            let isName = labels.contains { !$0.concepts.isDisjoint(with: .kind(.personName)) }
            let isSentence =
                first.first.map { $0.unitClass == .small || $0.unitClass == .letter || !isName && words.count < 3 }
                ?? false
            let hasColon = rest.prefix { !$0.isWordPart }.contains { $0.equals(":") || $0.equals("=") }
            guard isRemark || isSentence && !hasColon else { return .complete }
        }
        return .caption(labels.reduce(into: []) { $0.formUnion($1.concepts) })
    }

    static func isLabel(_ units: UnsafeBufferPointer<TextUnit>, _ labels: [LabelLexicon.Label]) -> Bool {
        let labelled = labels.reduce(0) { $0 + units[$1.range].count(where: \.isWordPart) }
        return units.count <= lengthLimit && labelled == units.count(where: \.isWordPart)
    }

    /// Whether the piece is short and has no spaces, like a cell with a part of a number.
    ///
    /// - Parameter isRecognised: Whether a letter that stands alone may be a digit that was taken for it.
    static func isFragment(_ units: UnsafeBufferPointer<TextUnit>, isRecognised: Bool) -> Bool {
        (1...8).contains(units.count) && units.allSatisfy(\.isAlphanumeric)
            && (units.contains(where: \.isDigit) || units.allSatisfy { $0.unitClass == .capital }
                || isRecognised && units.count == 1 && Confusions.digit(units[0].capital) != nil)
    }
}
