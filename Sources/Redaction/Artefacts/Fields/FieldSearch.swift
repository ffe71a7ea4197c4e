import BoundedWork

/// A search for fields that hold secrets in what is written in one way.
enum FieldSearch: CaseIterable {
    case headerLines, typedText, commandOptions, formParts, textTables

    /// Those of what is in one line, and those of what is in no line alone.
    static let (ofLine, ofLines) = (allCases.filter { !$0.readsLines }, allCases.filter(\.readsLines))

    private var readsLines: Bool { self == .formParts || self == .textTables }

    /// The fields that a text tells of.
    ///
    /// - Parameters:
    ///   - range: The text in `source`.
    ///   - notation: How it is written there.
    func fields(
        in range: Range<Int>,
        of source: UnsafeRawBufferPointer,
        _ notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [FieldMember] {
        switch self {
        case .headerLines: try HeaderLines.fields(in: range, of: source, notation, budget: &budget)
        case .typedText: try TypedText.fields(in: range, of: source, notation, budget: &budget)
        case .commandOptions: try CommandOptions.fields(in: range, of: source, notation, budget: &budget)
        case .formParts: try FormParts.fields(in: range, of: source, notation, budget: &budget)
        case .textTables: try TextTables.fields(in: range, of: source, notation, budget: &budget)
        }
    }
}
