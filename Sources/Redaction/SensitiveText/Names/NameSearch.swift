import BoundedWork
import TextAlgorithms

/// Search for the names of persons that stand without a caption, by what the words are and where they stand on the screen.
struct NameSearch {
    /// The support of a place for a name that is not sure.
    private enum Support {
        /// Other names stand in the same column.
        static let column = 0.25
        /// It is a part of a name that is sure elsewhere.
        static let known = 0.25
        /// A status, or what somebody does, stands behind it or beneath.
        static let action = 0.25
        /// All of a text is two names in a script without capitals.
        static let whole = 0.25
    }

    /// Units of a line at whose end or beginning a part of a name may stand.
    private static let reach = 48

    private let lexicon: NameLexicon
    private var spans: [[NameSpan]] = []
    private var actions: [[Bool]] = []

    init(_ lexicon: NameLexicon) { self.lexicon = lexicon }

    mutating func candidates(
        in pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [RunSearch.Candidate] {
        for piece in 0..<pieces.count {
            let units = pieces.units(of: piece)
            let tokens = try NameTokens(units, lexicon, budget: &budget).tokens
            let found = try Self.spans(units, tokens, lexicon, budget: &budget)
            spans.append(found)
            actions.append(found.map { NameActions.follow($0.range, units) || NameActions.precede($0.range, units) })
        }
        try support(pieces, layout, budget: &budget)
        var candidates = try broken(pieces, layout, budget: &budget)
        for piece in spans.indices {
            for span in spans[piece] {
                let text = TextSpan(piece: piece, scalars: Self.scalars(of: span.range, pieces.units(of: piece)))
                candidates.append(Self.candidate(span, [text]))
            }
        }
        return candidates
    }

    private static func candidate(_ span: NameSpan, _ texts: [TextSpan]) -> RunSearch.Candidate {
        RunSearch.Candidate(
            kind: .personName,
            scheme: nil,
            score: span.score,
            reason: .lexicon,
            spans: texts,
            isCaptioned: false,
            isOfLines: texts.count > 1
        )
    }

    /// Names that begin at the end of a line and go on in the next one.
    private func broken(
        _ pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [RunSearch.Candidate] {
        var candidates: [RunSearch.Candidate] = []
        var text = try WipedArray<TextUnit>()
        for piece in spans.indices {
            try budget.spend(32)
            guard let next = layout.vertical(of: piece, downward: true), layout.isNextLine(piece, next) else {
                continue
            }
            text.removeAll()
            for unit in pieces.units(of: piece).suffix(Self.reach) { try text.append(unit) }
            let end = text.count
            try text.append(.gap)
            for unit in pieces.units(of: next).prefix(Self.reach) { try text.append(unit) }
            let tokens = try NameTokens(text.values, lexicon, budget: &budget).tokens
            let isWithin = spans[piece].last.map { $0.isSure && Self.isAtEnd($0, pieces.units(of: piece)) } ?? false
            guard !isWithin, !(spans[next].first.map { $0.isSure && $0.range.lowerBound == 0 } ?? false) else {
                continue
            }
            for span in try Self.spans(text.values, tokens, lexicon, budget: &budget)
            where span.isSure && span.range.contains(end) {
                candidates.append(
                    Self.candidate(
                        span,
                        [
                            TextSpan(
                                piece: piece,
                                scalars: Self.scalars(of: span.range.clamped(to: 0..<end), text.values)
                            ),
                            TextSpan(
                                piece: next,
                                scalars: Self.scalars(of: span.range.clamped(to: end + 1..<text.count), text.values)
                            ),
                        ]
                    )
                )
            }
        }
        return candidates
    }

    /// The spans of one text, in order.
    static func spans(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ tokens: [NameToken],
        _ lexicon: NameLexicon,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [NameSpan] {
        var spaced = try NameSpans.spans(of: tokens, in: units, lexicon, budget: &budget)[...]
        var spans: [NameSpan] = []
        for token in tokens where token.shape == .uncased {
            for span in try UnspacedNames.spans(units, token.range, lexicon, budget: &budget) {
                while let next = spaced.first, next.range.upperBound <= span.range.lowerBound {
                    spans.append(spaced.removeFirst())
                }
                if let next = spaced.first, next.range.overlaps(span.range) {
                    guard span.score > next.score else { continue }
                    spaced.removeFirst()
                }
                spans.append(span)
            }
        }
        return spans + spaced
    }

    private static func scalars(of range: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>) -> Range<Int> {
        Int(units[range.lowerBound].offset)..<Int(units[range.upperBound - 1].offset) + 1
    }

    /// Raises the scores of names that their places support.
    private mutating func support(
        _ pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let columns = try NameColumns(pieces, layout, spans, budget: &budget)
        let known = Set(spans.flatMap { $0.filter(\.isSure).flatMap(\.words) })
        for piece in spans.indices {
            let units = pieces.units(of: piece)
            for index in spans[piece].indices where !spans[piece][index].isSure {
                try budget.spend(8)
                let span = spans[piece][index]
                var score = span.score
                if span.words.contains(where: known.contains) { score += Support.known }
                if actions[piece][index]
                    || isAbove(NameActions.isStatus, piece, pieces, layout) && Self.isWhole(span, units)
                {
                    score += Support.action
                }
                if Self.isWhole(span, units) {
                    if columns.areNames(at: piece) { score += Support.column }
                    if span.isOfUncasedNames { score += Support.whole }
                }
                spans[piece][index].score = score
            }
        }
    }

    private func isAbove(
        _ isSuch: (UnsafeBufferPointer<TextUnit>) -> Bool,
        _ piece: Int,
        _ pieces: borrowing TextPieces,
        _ layout: PieceLayout
    ) -> Bool {
        layout.vertical(of: piece, downward: true, reach: 1.2).map { isSuch(pieces.units(of: $0)) } ?? false
    }

    private static func isAtEnd(_ span: NameSpan, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        units[span.range.upperBound...].allSatisfy { !$0.isWordPart }
    }

    static func isWhole(_ span: NameSpan, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        units.indices.allSatisfy { span.range.contains($0) || !units[$0].isWordPart }
    }
}

/// Columns of a screen in which most texts are names.
struct NameColumns {
    private struct Column: Hashable {
        let edge: Int
        let height: Int
    }

    private var isOfNames: [Bool]

    /// Names that make a column, and the share of its texts that they have to be.
    private static let leastNames = 2
    private static let leastShare = 0.4

    init(
        _ pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        _ spans: [[NameSpan]],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var counts: [Column: (sure: Int, likely: Int, texts: Int)] = [:]
        var columns: [[Column]] = []
        for piece in spans.indices {
            try budget.spend(32)
            let keys = Self.columns(of: layout.frame(of: piece))
            columns.append(keys)
            let name = spans[piece].first { NameSearch.isWhole($0, pieces.units(of: piece)) }
            for key in keys {
                counts[key, default: (0, 0, 0)].texts += 1
                guard let name else { continue }
                if name.isSure {
                    counts[key]?.sure += 1
                } else if name.score >= NameSpan.weak {
                    counts[key]?.likely += 1
                }
            }
        }
        isOfNames = columns.map { keys in
            keys.contains { key in
                guard let count = counts[key] else { return false }
                let names = Double(count.sure) + Double(count.likely) / 2
                return count.sure >= Self.leastNames && names >= Self.leastShare * Double(count.texts)
            }
        }
    }

    /// The columns that a text may be of: its left edge and its height, each to either side.
    private static func columns(of frame: TextFrame) -> [Column] {
        guard frame.isKnown, frame.height >= 1 else { return [] }
        let steps = [0.0, 0.5]
        return steps.flatMap { slack in
            steps.map {
                Column(edge: Int(frame.x / (0.8 * frame.height) + slack), height: Int(heightStep(frame.height) + $0))
            }
        }
    }

    /// A step for each third of the height.
    private static func heightStep(_ height: Double) -> Double {
        var step = 0.0
        var rest = height
        while rest > 1.33, step < 200 { (rest, step) = (rest / 1.33, step + 1) }
        return step + (rest - 1) / 0.33
    }

    func areNames(at piece: Int) -> Bool { isOfNames[piece] }
}

/// Words that say that a person is named.
enum NameActions {
    private static let verbs = FoldedWords.set(
        """
        is wrote sent liked commented joined left invited shared reacted added replied mentioned followed paid requested likes
        typing says said posted tagged assigned created updated closed opened merged approved accepted declined called
        schreibt hat schrieb mag folgt ist écrit a aime está escribió envió ha sta scrive enviou está curtiu is heeft schreef
        pisze napisał napisała lubi печатает пишет написал написала отправил отправила добавил добавила يكتب كتب أرسل מקליד מקלידה
        כתב כתבה שלח שלחה
        """
    )
    private static let prepositions = FoldedWords.set(
        """
        with to by from cc mit an von bei avec à de par con a da di per com para por met aan van door z ze do od przez с со от к и مع من إلى
        עם של מאת
        """
    )
    private static let statuses = FoldedWords.set(
        """
        online offline active available away busy seen typing zuletzt aktiv ligne línea activo attivo dostępny ativo visto vu
        сети был была متصل מחובר מחוברת 在线 オンライン 온라인
        """
    )

    /// Whether a verb or a colon stands behind a name.
    static func follow(_ range: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        let rest = units[range.upperBound...]
        guard let first = rest.first else { return false }
        if first.equals(":"), range.lowerBound == 0 { return true }
        let word = rest.drop { $0.isSpace }.prefix { $0.isLetter || $0.unitClass == .mark }
        return first.isSpace && !word.isEmpty && verbs.contains(folded(word))
    }

    /// Whether a word stands before a name that people are named behind, within a sentence.
    static func precede(_ range: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        let before = units[max(0, range.lowerBound - 12)..<range.lowerBound]
        guard before.last?.isSpace ?? false else { return false }
        let start = before.dropLast().lastIndex { !$0.isLetter && $0.unitClass != .mark }.map { $0 + 1 }
        let word = before.dropLast()[(start ?? before.startIndex)...]
        return !word.isEmpty && prepositions.contains(folded(word))
    }

    /// Whether a text says that somebody is there, as beneath the name in the header of a chat.
    static func isStatus(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        guard units.count <= 40 else { return false }
        return units.split { !$0.isLetter && $0.unitClass != .mark }.contains { statuses.contains(folded($0)) }
    }

    private static func folded(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> String {
        var text = String.UnicodeScalarView()
        for unit in units.prefix(16) where unit.unitClass != .mark { text.append(Unicode.Scalar(unit.folded) ?? " ") }
        return String(text)
    }
}
