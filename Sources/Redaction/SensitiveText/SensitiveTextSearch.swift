public import BoundedWork
import SecureMemory
import TextAlgorithms

/// Search for sensitive values in texts: cards, accounts, addresses, numbers of persons, passwords, keys.
///
/// ```swift
/// var budget = WorkBudget(limit: SensitiveTextSearch.workLimit)
/// var pieces = try TextPieces()
/// try pieces.append("Card number", frame: TextFrame(x: 20, y: 20, width: 90, height: 16), budget: &budget)
/// try pieces.append("4111 1111 1111 1111", frame: TextFrame(x: 20, y: 40, width: 160, height: 16), budget: &budget)
/// let search = SensitiveTextSearch(kinds: [.card], isRecognised: true)
/// let findings = try search.findings(in: pieces, budget: &budget)
/// ```
/// Each kind of value has a rule: its form, its check digits, and the labels beside, before and above it, in the languages of
/// forms. A number that many things could be, such as nine digits, is found only beside a label. All kinds are looked for,
/// whatever the ones that are asked for, because a value that is surely of another kind is none of these.
public struct SensitiveTextSearch: Sendable {
    /// The kinds that are asked for.
    public let kinds: Set<SensitiveKind>
    /// Whether a recogniser read the texts, which confuses characters, and loses and adds spaces. Values are put right only
    /// where a check digit, a beginning or a label proves them.
    public let isRecognised: Bool
    /// What captions name where only values count that nothing but a caption tells; nil for all values.
    private let captioned: ConceptSet?
    /// The lowest score of a finding.
    private let minimumScore: Double
    /// What knows names that stand without a caption; nil where they are not looked for.
    private let names: NameLexicon?

    /// Units of work for ten thousand lines of text, while a screen has some dozens: they are spent within two or three
    /// seconds.
    public static let workLimit = 200_000_000

    /// The lowest score of a finding by default.
    public static let minimumScore = 0.5

    /// States the kinds, how sure findings have to be, the origin of the texts, and whether only values count that nothing but a caption
    /// tells, which are not looked for in texts without one.
    public init(
        kinds: Set<SensitiveKind>,
        minimumScore: Double = minimumScore,
        isByCaption: Bool = false,
        isRecognised: Bool,
        names: NameLexicon? = nil
    ) {
        (self.kinds, self.minimumScore) = (kinds, minimumScore)
        captioned = isByCaption ? .kinds(kinds) : nil
        (self.isRecognised, self.names) = (isRecognised, names)
    }

    /// The sensitive values in `pieces`, by piece and place; no two findings overlap.
    ///
    /// - Parameter budget: Pays for each scalar and each comparison; the work is proportional to the texts.
    public func findings(
        in pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [SensitiveFinding] {
        defer { StackRemains.wipe() }
        let lexicon = try Vocabulary.lexicon(isRecognised: isRecognised)
        var labels = try (0..<pieces.count).map { piece throws(BudgetFailure) in
            try Self.labels(in: pieces.units(of: piece), lexicon, budget: &budget)
        }
        if captioned != nil, !labels.contains(where: { $0.contains { mayName($0.concepts) } }) { return [] }
        let layout = try PieceLayout(pieces.pieces.map(\.frame), budget: &budget)
        let captions = try Captions(
            of: pieces,
            labels: labels,
            lexicon,
            layout,
            isRecognised: isRecognised,
            budget: &budget
        )
        let headings = labels
        for piece in labels.indices where captions.isCell(piece) && !captions.isLabelled(piece) { labels[piece] = [] }
        let beside = try (0..<pieces.count).map { piece throws(BudgetFailure) in
            try captions.concepts(beside: piece, budget: &budget)
        }
        let named = zip(labels, beside).map { labels, beside in
            labels.reduce(into: beside) { $0.formUnion($1.concepts) }
        }
        var found: [RunSearch.Candidate] = []
        for piece in 0..<pieces.count where mayName(named[piece]) {
            found += try candidates(in: pieces.units(of: piece), labels[piece], beside[piece], isJoined: false, &budget)
        }
        let chains = try PieceChains(in: pieces, layout, captions, concepts: named, budget: &budget)
        var text = try WipedArray<TextUnit>()
        for chain in chains.texts where chain.pieces.contains(where: { mayName(named[$0]) }) {
            text.removeAll()
            for piece in chain.pieces { try budget.spend(pieces.units(of: piece).count) }
            try text.append(pieces, chain.pieces, isGlued: chain.isGlued, wraps: chain.wraps)
            guard !chain.isAddress else {
                found += try addresses(in: text.values, &budget)
                continue
            }
            let isName = captions.isCell(chain.pieces[0]) && !captions.isLabelled(chain.pieces[0])
            let labels = isName ? [] : try Self.labels(in: text.values, lexicon, budget: &budget)
            // Above cells in the middle of a screen, the label begins elsewhere; a label within the text is above its rest.
            let isNamedWithin = captions.isLabelled(chain.pieces[0])
            let namedPiece = isNamedWithin ? chain.pieces[0] : chain.pieces.first { !beside[$0].isEmpty }
            let named = chain.beside ?? namedPiece.map { beside[$0] } ?? []
            found += try candidates(in: text.values, labels, named, isJoined: true, &budget)
        }
        found += try ContactNumbers.candidates(in: pieces, layout, named: named, budget: &budget)
        if let names {
            var search = NameSearch(names)
            try budget.spend(8 * found.count)
            found.removeAll { search.isOrganisation($0, in: pieces) }
            found += try search.candidates(in: pieces, layout, budget: &budget).filter { !Self.isLabel($0, headings) }
        }
        let findings = try Competition.findings(of: found, kinds, minimumScore, in: pieces, budget: &budget)
        return captioned == nil ? findings : findings.filter { $0.reason == .caption }
    }

    /// Whether labels of these concepts may name what is asked for, or it is found without any.
    private func mayName(_ concepts: ConceptSet) -> Bool {
        captioned.map { !concepts.isDisjoint(with: $0) } ?? true
    }

    /// Whether a name is a label, as are those of the columns of a table.
    private static func isLabel(_ name: RunSearch.Candidate, _ labels: [[LabelLexicon.Label]]) -> Bool {
        guard name.spans.count == 1, let span = name.spans.first else { return false }
        return labels[span.piece].contains { $0.range == span.scalars }
    }

    /// The labels in a text but for words in the names of streets.
    private static func labels(
        in units: UnsafeBufferPointer<TextUnit>,
        _ lexicon: LabelLexicon,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [LabelLexicon.Label] {
        try lexicon.labels(in: units, budget: &budget).filter { !StreetWords.isInName($0, units) }
    }

    /// Postal addresses that stand in several lines, without a label.
    private func addresses(
        in units: UnsafeBufferPointer<TextUnit>,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> [RunSearch.Candidate] {
        var search = try RunSearch(units, [], beside: [], isJoined: true, isRecognised: isRecognised, budget: budget)
        defer { budget = search.budget }
        try AddressForms.find(in: &search)
        return search.candidates
    }

    private func candidates(
        in units: UnsafeBufferPointer<TextUnit>,
        _ labels: [LabelLexicon.Label],
        _ beside: ConceptSet,
        isJoined: Bool,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> [RunSearch.Candidate] {
        var search = try RunSearch(
            units,
            labels,
            beside: beside,
            isJoined: isJoined,
            isRecognised: isRecognised,
            budget: budget
        )
        defer { budget = search.budget }
        try Kinds.find(in: &search)
        return search.candidates
    }
}
