import BoundedWork

/// Pieces that may hold parts of one value, and are read as one text in addition to each alone.
struct PieceChains {
    struct Chain {
        let pieces: [Int]
        /// Whether nothing is between one piece and the next, as where a word is broken.
        var isGlued = false
        /// For each piece but the last, whether it had no room for the first word of the next one.
        var wraps: [Bool] = []
        /// The meaning of the value; nil for the labels beside the pieces.
        var beside: ConceptSet?
        /// Whether postal addresses alone are looked for.
        var isAddress = false
    }

    let texts: [Chain]

    private static let cellLimit = 24
    /// Lines of an address, or of a long number, after the first.
    private static let lineLimit = 4
    /// Lines of a key in text, and words of a phrase in cells.
    private static let longLimit = 64
    /// Distance of two cells, in heights.
    private static let cellGap = 3.0
    /// Distance of two boxes of one digit, in heights.
    private static let boxGap = 5.5

    /// - Parameter concepts: The meaning of the labels beside each piece, and of its own.
    init(
        in pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        _ captions: Captions,
        concepts: [ConceptSet],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var chains: [Chain] = []
        let ends = try (0..<pieces.count).map { piece throws(BudgetFailure) in
            try budget.spend(2 + pieces.units(of: piece).count)
            return LineEnds(pieces.units(of: piece), isFragment: captions.isFragment(piece))
        }
        for piece in 0..<pieces.count {
            try budget.spend(16)
            let cells = Self.cells(from: piece, ends, layout, captions)
            if cells.count > 1 {
                let isCode = concepts[cells[0]].isEmpty && BoxedCode.isOne(cells, in: pieces, layout)
                chains.append(Chain(pieces: cells, beside: isCode ? .kind(.oneTimeCode) : nil))
            }
            let lines = ends[piece].isKeyLine ? Self.lines(from: piece, ends, layout, captions) : []
            if lines.count > 1 { chains.append(Chain(pieces: lines)) }
            try budget.spend(4 * (cells.count + lines.count))
            if concepts[piece].contains(.kind(.postalAddress)) {
                let block = Self.block(from: piece, layout, captions, limit: Self.lineLimit) {
                    AddressLines.isPlausible(pieces.units(of: $0))
                }
                try budget.spend(block.count * AddressLines.lengthLimit)
                if block.count > 1 { chains.append(Chain(pieces: block)) }
            }
            if concepts[piece].contains(.kind(.recoveryPhrase)) {
                let words = Self.words(from: piece, ends, captions)
                try budget.spend(words.count)
                if words.count > 1 { chains.append(Chain(pieces: words)) }
                if captions.isLabelled(piece) {
                    // In reading order, something may stand beside the lines.
                    let block = Self.block(from: piece, layout, captions, limit: Self.longLimit) {
                        ends[$0].isSmallWords
                    }
                    try budget.spend(block.count)
                    if block.count > 1, block != words { chains.append(Chain(pieces: block)) }
                }
            }
        }
        var blockConcepts = [ConceptSet?](repeating: nil, count: pieces.count)
        for block in captions.blocks.blocks {
            try budget.spend(8 * block.count)
            let named = try captions.concepts(ofBlock: block, budget: &budget)
            if !named.isDisjoint(with: Self.phrases) || block.allSatisfy({ ends[$0].isSmallWords }) {
                chains.append(Chain(pieces: block, beside: named))
            }
            if !named.isEmpty { for line in block { blockConcepts[line] = named } }
        }
        let paragraphs = try Paragraphs(layout, captions, pieces, budget: &budget)
        for paragraph in paragraphs.paragraphs {
            try budget.spend(16 * paragraph.count)
            if blockConcepts[paragraph[0]] == nil, !captions.isLabelled(paragraph[0]) {
                let named = try captions.concepts(ofBlock: paragraph, budget: &budget)
                if !named.isEmpty { for line in paragraph { blockConcepts[line] = blockConcepts[line] ?? named } }
            }
            for lines in Self.addresses(in: paragraph, ends) {
                chains.append(Chain(pieces: lines, isAddress: true))
                try budget.spend(8)
            }
            let text = RunningText(paragraph, ends, layout, captions)
            for lines in text.runs() {
                chains.append(Chain(pieces: lines.pieces, wraps: lines.wraps, beside: blockConcepts[lines.pieces[0]]))
            }
            for word in text.words(concepts: { concepts[$0].union(blockConcepts[$0] ?? []) }) {
                let beside = blockConcepts[word[0]] ?? (captions.isLabelled(word[0]) ? nil : concepts[word[0]])
                chains.append(Chain(pieces: word, isGlued: true, beside: beside))
            }
        }
        texts = chains
    }

    /// Kinds of several words, which lines separate.
    private static let phrases = [SensitiveKind.personName, .postalAddress, .recoveryPhrase, .oneTimeCode]
        .reduce(into: ConceptSet()) { $0.formUnion(.kind($1)) }

    private static func cells(
        from piece: Int,
        _ ends: [LineEnds],
        _ layout: PieceLayout,
        _ captions: Captions
    ) -> [Int] {
        guard ends[piece].isFragment, ends[piece].hasDigit else { return [] }
        if let before = neighbour(of: piece, toTheRight: false, ends, layout), ends[before].isFragment,
            ends[before].hasDigit,
            isNear(before, piece, ends, layout)
        {
            return []
        }
        var cells = [piece]
        while cells.count < cellLimit, let last = cells.last,
            let next = neighbour(of: last, toTheRight: true, ends, layout),
            ends[next].isFragment, isNear(last, next, ends, layout),
            ends[last].isSingle || captions.isOneColumn(last, next)
        {
            cells.append(next)
        }
        return cells
    }

    private static func neighbour(of piece: Int, toTheRight: Bool, _ ends: [LineEnds], _ layout: PieceLayout) -> Int? {
        ends[piece].isSingle
            ? layout.companion(of: piece, toTheRight: toTheRight) : layout.neighbour(of: piece, toTheRight: toTheRight)
    }

    private static func isNear(_ left: Int, _ right: Int, _ ends: [LineEnds], _ layout: PieceLayout) -> Bool {
        let (frame, next) = (layout.frame(of: left), layout.frame(of: right))
        // Boxes of one digit each are wide, and a recogniser's frames end at the digit.
        let gap = ends[left].isSingle && ends[right].isSingle ? boxGap : cellGap
        return next.x - frame.right < gap * max(frame.height, next.height)
    }

    /// The lines round each one with a number of a paragraph, in which a postal address may stand.
    private static func addresses(in paragraph: [Int], _ ends: [LineEnds]) -> [[Int]] {
        paragraph.indices.filter { ends[paragraph[$0]].hasNumber }.compactMap { line in
            // The lines of the next number hold them, too.
            if line + 1 < paragraph.count, ends[paragraph[line + 1]].hasNumber { return nil }
            let first = max(0, line - lineLimit)
            return Array(paragraph[first..<min(paragraph.count, line + 2)])
        }
    }

    /// Lines that each end in the middle of a possible value.
    private static func lines(
        from piece: Int,
        _ ends: [LineEnds],
        _ layout: PieceLayout,
        _ captions: Captions
    ) -> [Int] {
        // The lines of a key are read from the first one on.
        if ends[piece].isLong, let before = layout.vertical(of: piece, downward: false),
            ends[before].mayGoOn(in: ends[piece]),
            layout.isNextLine(before, piece)
        {
            return [piece]
        }
        var lines = [piece]
        while let last = lines.last, let next = layout.vertical(of: last, downward: true),
            ends[last].mayGoOn(in: ends[next]),
            lines.count <= (ends[next].isLong ? longLimit : lineLimit),
            layout.isNextLine(last, next) || ends[last].isOpen,
            captions.isOneCell(last, next)
        {
            lines.append(next)
        }
        return lines
    }

    /// A line and the lines of the same block beneath it, up to one with a label.
    private static func block(
        from piece: Int,
        _ layout: PieceLayout,
        _ captions: Captions,
        limit: Int,
        _ goesOn: (Int) -> Bool
    ) -> [Int] {
        var lines = [piece]
        while lines.count < limit, let last = lines.last, let next = layout.vertical(of: last, downward: true),
            !captions.isLabelled(next), layout.isNextLine(last, next), goesOn(next)
        {
            lines.append(next)
        }
        return lines
    }

    private static func words(from piece: Int, _ ends: [LineEnds], _ captions: Captions) -> [Int] {
        Array(
            (piece..<min(piece + longLimit, ends.count)).prefix {
                $0 == piece || ends[$0].isSmallWords && !captions.isLabelled($0)
            }
        )
    }
}
