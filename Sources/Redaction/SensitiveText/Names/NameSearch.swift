import BoundedWork
import TextAlgorithms

/// Search for the names of persons that stand without a caption, by what the words are and where they stand on the screen.
struct NameSearch {
    /// The support of a place for a name that is not sure, and what another place says against one.
    private enum Support {
        /// Other names stand in the same column.
        static let column = 0.35
        /// The column is of other things, beside one of names.
        static let otherColumn = -0.35
        /// It is a part of a name that is sure elsewhere.
        static let known = 0.25
        /// A status stands beneath.
        static let status = 0.25
        /// It is all of a text.
        static let whole = 0.25
    }

    private let lexicon: NameLexicon
    private var spans: [[NameSpan]] = []
    private var actions: [[NameActions.Evidence]] = []

    init(_ lexicon: NameLexicon) { self.lexicon = lexicon }

    mutating func candidates(
        in pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [RunSearch.Candidate] {
        for piece in 0..<pieces.count {
            let units = pieces.units(of: piece)
            let tokens = try NameTokens(units, lexicon, budget: &budget).tokens
            var found = try Self.spans(units, tokens, lexicon, budget: &budget)
            try budget.spend(units.count + 64 * found.count)
            Self.markWhole(&found, units)
            spans.append(found)
            actions.append(found.map { NameActions.evidence(for: $0.range, units) })
        }
        let reading = try BrokenNames(lexicon, layout, spans).reading(of: pieces, budget: &budget)
        var broken = reading.names
        for rest in reading.rests {
            if rest.isRefuted {
                spans[rest.line].removeFirst()
                actions[rest.line].removeFirst()
            } else {
                spans[rest.line][0].isWhole = false
            }
        }
        for line in reading.refuted where !spans[line].isEmpty {
            spans[line].removeLast()
            actions[line].removeLast()
        }
        try support(pieces, layout, &broken, budget: &budget)
        var candidates = broken.filter { $0.span.isSure || $0.span.isWhole || $0.evidence >= .possible }.map {
            Self.candidate($0.span, $0.texts)
        }
        for piece in spans.indices {
            for span in spans[piece] {
                let text = TextSpan.spans(of: pieces.units(of: piece)[span.range])
                candidates.append(Self.candidate(span, text))
            }
        }
        return candidates
    }

    /// Whether a name and the title before it are an organisation together: "Dr. Oetker".
    func isOrganisation(_ candidate: RunSearch.Candidate, in pieces: borrowing TextPieces) -> Bool {
        guard candidate.kind == .personName, candidate.reason == .surroundings, let span = candidate.spans.first else {
            return false
        }
        let units = pieces.units(of: span.piece)
        guard let end = units[..<span.scalars.lowerBound].lastIndex(where: \.isLetter) else { return false }
        let start = units[...end].lastIndex { !$0.isLetter }.map { $0 + 1 } ?? 0
        var hash = NameTokens.hash(of: units[start...end])
        hash.append(0x20)
        hash.append(units[span.scalars])
        let entry = lexicon.entry(of: hash)
        return entry.doubt >= 3 && entry.name == 0
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
        spans += spaced
        NameNeighbours.settle(&spans, tokens, units)
        return spans
    }

    /// Raises the scores of names that their places support.
    private mutating func support(
        _ pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        _ broken: inout [BrokenNames.Name],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let columns = try NameColumns(pieces, layout, spans, broken, budget: &budget)
        for index in broken.indices {
            let name = broken[index]
            if !name.span.isSure { broken[index].span.score += name.evidence.support }
            broken[index].span.score += Self.support(of: name.span, columns, at: name.pieces[0])
            if !name.span.isWhole, columns.areOthers(at: name.pieces[0]) {
                broken[index].span.score += Support.otherColumn
            }
        }
        let known = knownWords(columns)
        for piece in spans.indices {
            for index in spans[piece].indices {
                let span = spans[piece][index]
                guard !span.isSure else {
                    spans[piece][index].score += Self.support(of: span, columns, at: piece)
                    continue
                }
                try budget.spend(8)
                // Of a word that nobody knows, its place has to say all.
                guard span.score > NameSpan.unknown || span.isFull || actions[piece][index] == .sure else { continue }
                var score = span.score
                if span.words.contains(where: known.contains) { score += Support.known }
                score += actions[piece][index].support
                if span.isWhole, actions[piece][index] < .likely, isAboveStatus(piece, pieces, layout) {
                    score += Support.status
                }
                score += Self.support(of: span, columns, at: piece)
                spans[piece][index].score = score
            }
        }
    }

    /// The words of whole names that are sure, and of those who do something that only persons do.
    private func knownWords(_ columns: NameColumns) -> Set<WordHash> {
        var words: Set<WordHash> = []
        for piece in spans.indices {
            for (span, action) in zip(spans[piece], actions[piece]) {
                let isSure = span.isSure && span.isFull && !(span.isWhole && columns.areOthers(at: piece))
                if isSure || action == .sure && span.score > NameSpan.unknown { words.formUnion(span.words) }
            }
        }
        return words
    }

    /// The support of the place of a name that is all of its text; negative if the place is against it.
    private static func support(of span: NameSpan, _ columns: NameColumns, at piece: Int) -> Double {
        guard span.isWhole else { return 0 }
        let other = columns.areOthers(at: piece) ? Support.otherColumn : 0
        guard !span.isSure else { return other }
        return other + (columns.areNames(at: piece) ? Support.column : 0)
            + (span.isSureAlone || span.isListed ? Support.whole : 0)
    }

    private func isAboveStatus(_ piece: Int, _ pieces: borrowing TextPieces, _ layout: PieceLayout) -> Bool {
        guard let next = layout.vertical(of: piece, downward: true, reach: 1.2) else { return false }
        return NameActions.isStatus(pieces.units(of: next))
    }

    /// Marks the spans that are all of a text, or of a part of it.
    private static func markWhole(_ spans: inout [NameSpan], _ units: UnsafeBufferPointer<TextUnit>) {
        let isList = isList(spans, units)
        let isListOfNames = isList && (spans.contains { $0.isSure } || hasOthers(units))
        for index in spans.indices {
            spans[index].isWhole = isList || isWhole(spans[index], units)
            spans[index].isListed = isListOfNames
        }
    }

    /// Whether a text is of names with commas between them, and of a number of others at most: "Anna Schmidt, Peter Jones +3".
    private static func isList(_ spans: [NameSpan], _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        guard spans.count > 1, spans.allSatisfy(\.isFull) else { return false }
        var end = 0
        for span in spans {
            let between = units[end..<span.range.lowerBound]
            let isBetween = between.allSatisfy { $0.isSpace || $0.equals(",") || $0.equals("،") || $0.equals("&") }
            guard isBetween, end == 0 || !between.allSatisfy(\.isSpace) else { return false }
            end = span.range.upperBound
        }
        return units[end...].allSatisfy { !$0.isLetter }
    }

    /// Whether a text ends with a number of others, as in "+3".
    private static func hasOthers(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        let number = units.reversed().drop { $0.isSpace }.prefix { $0.isDigit }
        return !number.isEmpty && number.endIndex.base > 0 && units[number.endIndex.base - 1].equals("+")
    }

    /// Whether a text, or a part of it between separators, says nothing else; a full name may have a number before it.
    static func isWhole(_ span: NameSpan, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        let before = units[..<span.range.lowerBound].reversed().drop { $0.isSpace }
        let rest = units[span.range.upperBound...]
        let after = rest.drop { $0.isSpace || $0.equals(".") }
        let isBegun =
            before.first.map { separators.contains($0.scalar) || $0.unitClass == .gap || span.isFull && $0.equals(":") }
            ?? true
        let isEnded =
            after.first.map { separators.contains($0.scalar) || $0.unitClass == .gap } ?? true
            || isApart(rest)
            || (!units[span.range.upperBound].isWordPart
                || LabelStream.isUnspaced(units[span.range.upperBound - 1].scalar)) && Timestamps.isOne(after)
        return isEnded && (isBegun || span.isFull && !before.contains { $0.isLetter })
    }

    /// Whether a text begins with a point between spaces, or with two spaces: a point or a bar that was not read.
    private static func isApart(_ rest: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        let between = rest.prefix { $0.isSpace || $0.equals(".") || $0.equals(":") }
        return between.count > 1 && between.first?.isSpace ?? false && between.last?.isSpace ?? false
    }

    private static let separators = Set("·ㆍ•|–—\"“”«»()[]".unicodeScalars.map(\.value))
}

extension NameActions.Evidence {
    fileprivate var support: Double {
        switch self {
        case .none: 0
        case .possible: 0.15
        case .likely: 0.25
        case .sure: 0.45
        }
    }
}
