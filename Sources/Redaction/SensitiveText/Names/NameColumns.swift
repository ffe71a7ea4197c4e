import BoundedWork

/// Columns of a screen in which most texts are names, and those beside them that say something else of the same persons.
struct NameColumns {
    private struct Column: Hashable {
        let edge: Int
        let height: Int
    }

    /// The texts of a column.
    fileprivate struct Content {
        var sure = 0
        var likely = 0
        var texts = 0
        /// Texts that are no names, and those that are; each once, as "Unassigned" may stand in most rows.
        var others: Set<WordHash> = []
        var names: Set<WordHash> = []

        var isOfNames: Bool {
            sure >= NameColumns.leastNames
                && Double(sure) + Double(likely) / 2 >= NameColumns.leastShare * Double(texts)
        }

        var isOfOthers: Bool {
            let count = others.count + names.count
            return count >= NameColumns.leastOthers
                && Double(names.count) <= NameColumns.greatestShare * Double(count)
        }
    }

    private var isOfNames: [Bool]
    private var isOfOthers: [Bool]

    /// Names that make a column, and the share of its texts that they have to be.
    fileprivate static let leastNames = 2
    fileprivate static let leastShare = 0.4
    /// Different texts of a column of other things, and the share of them that may look like names.
    fileprivate static let leastOthers = 5
    fileprivate static let greatestShare = 0.3
    /// The share of texts in scripts that are written from the right, from which on columns may begin there.
    private static let leastFromTheRight = 0.2
    /// Units of a text that tell it from others.
    private static let lengthLimit = 64
    /// Texts to either side of one in its row that may be of a column of names.
    private static let rowReach = 4

    init(
        _ pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        _ spans: [[NameSpan]],
        _ broken: [BrokenNames.Name],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var contents: [Column: Content] = [:]
        var columns: [Set<Column>] = []
        var names = spans.map { $0.first { $0.isWhole } }
        var isRest = [Bool](repeating: false, count: spans.count)
        for name in broken where name.span.isWhole && !(names[name.pieces[0]].map { $0.isSure && $0.isFull } ?? false) {
            names[name.pieces[0]] = name.span
            for piece in name.pieces.dropFirst() { isRest[piece] = true }
        }
        let hasRightEdges = Self.areFromTheRight(pieces)
        for piece in spans.indices {
            let units = pieces.units(of: piece)
            let text = units.prefix(Self.lengthLimit)
            try budget.spend(64 + text.count)
            let keys = Self.columns(of: layout.frame(of: piece), hasRightEdges: hasRightEdges)
            columns.append(keys)
            let hash = text.contains(where: \.isLetter) ? NameTokens.hash(of: text) : nil
            for key in keys where !isRest[piece] {
                contents[key, default: Content()].count(names[piece], hash)
            }
        }
        isOfNames = columns.map { keys in keys.contains { contents[$0]?.isOfNames ?? false } }
        isOfOthers = columns.map { keys in
            keys.compactMap { contents[$0] }.max { $0.texts < $1.texts }?.isOfOthers ?? false
        }
        for piece in spans.indices where isOfOthers[piece] {
            isOfOthers[piece] =
                !isOfNames[piece] && isBesideName(piece, names, layout)
        }
    }

    /// Whether columns may begin on the right: some texts, at least, begin in a script that is written from there.
    private static func areFromTheRight(_ pieces: borrowing TextPieces) -> Bool {
        var (fromTheRight, others) = (0, 0)
        for piece in 0..<pieces.count {
            let text = pieces.units(of: piece).prefix(lengthLimit)
            guard let letter = text.first(where: \.isLetter) else { continue }
            if (0x590...0x8FF).contains(letter.scalar) { fromTheRight += 1 } else { others += 1 }
        }
        return Self.leastFromTheRight * Double(fromTheRight + others) < Double(fromTheRight)
    }

    /// The columns that a text may be of: an edge and its height, each to either side.
    private static func columns(of frame: TextFrame, hasRightEdges: Bool) -> Set<Column> {
        guard frame.isKnown, frame.height >= 1 else { return [] }
        let steps = [0.0, 0.5]
        // Negative on the right.
        let edges = hasRightEdges ? [frame.x, -frame.right] : [frame.x]
        let columns = steps.flatMap { half in
            let (height, unit) = heightStep(frame.height + half * frame.height / 3)
            return edges.flatMap { edge in
                steps.map { Column(edge: Int((edge / unit + $0).rounded(.down)), height: height) }
            }
        }
        return Set(columns)
    }

    /// A step for each third of the height, and the distance of edges that heights of the step tell apart.
    private static func heightStep(_ height: Double) -> (Int, Double) {
        var (step, least) = (0, 1.0)
        while least * 1.33 < height, step < 200 { (step, least) = (step + 1, least * 1.33) }
        return (step, 0.9 * least)
    }

    private func isBesideName(_ piece: Int, _ names: [NameSpan?], _ layout: PieceLayout) -> Bool {
        [true, false].contains { toTheRight in
            var other = layout.neighbour(of: piece, toTheRight: toTheRight)
            for _ in 0..<Self.rowReach {
                guard let piece = other else { return false }
                if isOfNames[piece] || names[piece]?.isSure ?? false { return true }
                other = layout.neighbour(of: piece, toTheRight: toTheRight)
            }
            return false
        }
    }

    func areNames(at piece: Int) -> Bool { isOfNames[piece] }

    /// Whether a text is of a column of firms, places or other things, in a row with a text of a column of names.
    func areOthers(at piece: Int) -> Bool { isOfOthers[piece] }
}

extension NameColumns.Content {
    fileprivate mutating func count(_ name: NameSpan?, _ text: WordHash?) {
        texts += 1
        let isSure = name?.isSure ?? false
        if isSure {
            sure += 1
        } else if name.map({ $0.score >= NameSpan.weak }) ?? false {
            likely += 1
        }
        guard let text else { return }
        if isSure { names.insert(text) } else { others.insert(text) }
    }
}
