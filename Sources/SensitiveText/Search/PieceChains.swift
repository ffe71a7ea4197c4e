import BoundedWork

/// Pieces that may hold parts of one value, and are read as one text in addition to each alone.
struct PieceChains {
    let texts: Chains
    typealias Chains = [[Int]]

    /// Cells that a number is written in at most.
    private static let cellLimit = 24
    /// Lines of an address, or of a long number, after the first.
    private static let lineLimit = 4
    /// Lines of a key in text, and words of a phrase in cells.
    private static let longLimit = 64
    /// How far apart two cells stand, in heights.
    private static let cellGap = 3.0

    /// - Parameters:
    ///   - concepts: What is beside each piece, and what its labels name.
    ///   - budget: Pays for each piece that is looked at.
    init(
        in pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        _ captions: Captions,
        concepts: [ConceptSet],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var chains: Chains = []
        let ends = try (0..<pieces.count).map { piece throws(BudgetFailure) in
            try budget.spend(2)
            return LineEnds(pieces.units(of: piece))
        }
        for piece in 0..<pieces.count {
            try budget.spend(16)
            let cells = Self.cells(from: piece, ends, layout)
            if cells.count > 1 { chains.append(cells) }
            let lines = Self.lines(from: piece, ends, layout)
            if lines.count > 1 { chains.append(lines) }
            try budget.spend(4 * (cells.count + lines.count))
            if concepts[piece].contains(.kind(.postalAddress)) {
                let block = Self.block(from: piece, layout, captions)
                if block.count > 1 { chains.append(block) }
            }
            if concepts[piece].contains(.kind(.recoveryPhrase)) {
                let words = Self.words(from: piece, ends, captions)
                try budget.spend(words.count)
                if words.count > 1 { chains.append(words) }
            }
        }
        texts = chains
    }

    /// Cells of a row, from the first on.
    private static func cells(from piece: Int, _ ends: [LineEnds], _ layout: PieceLayout) -> [Int] {
        guard ends[piece].isFragment, ends[piece].hasDigit else { return [] }
        if let before = layout.neighbour(of: piece, toTheRight: false), ends[before].isFragment, ends[before].hasDigit,
            isNear(before, piece, layout)
        {
            return []
        }
        var cells = [piece]
        while cells.count < cellLimit, let last = cells.last, let next = layout.neighbour(of: last, toTheRight: true),
            ends[next].isFragment, isNear(last, next, layout)
        {
            cells.append(next)
        }
        return cells
    }

    private static func isNear(_ left: Int, _ right: Int, _ layout: PieceLayout) -> Bool {
        let (frame, next) = (layout.frame(of: left), layout.frame(of: right))
        return next.x - frame.right < cellGap * max(frame.height, next.height)
    }

    /// Lines of which each ends in the middle of what may be a value.
    private static func lines(from piece: Int, _ ends: [LineEnds], _ layout: PieceLayout) -> [Int] {
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
            layout.isNextLine(last, next) || ends[last].isOpen
        {
            lines.append(next)
        }
        return lines
    }

    /// A line and those of the same block beneath it, up to one with a label.
    private static func block(from piece: Int, _ layout: PieceLayout, _ captions: Captions) -> [Int] {
        var lines = [piece]
        while lines.count < lineLimit, let last = lines.last, let next = layout.vertical(of: last, downward: true),
            !captions.isLabelled(next), layout.isNextLine(last, next)
        {
            lines.append(next)
        }
        return lines
    }

    /// Pieces of small words and numbers, in reading order.
    private static func words(from piece: Int, _ ends: [LineEnds], _ captions: Captions) -> [Int] {
        Array(
            (piece..<min(piece + longLimit, ends.count)).prefix {
                $0 == piece || ends[$0].isSmallWords && !captions.isLabelled($0)
            }
        )
    }
}

/// What the first and the last word of a piece tell about whether values go on from one line to the next.
private struct LineEnds {
    let isFragment: Bool
    let hasDigit: Bool
    /// Whether the piece is one long word with digits, as lines of keys are.
    let isLong: Bool
    let isSmallWords: Bool
    /// Whether the last word is of a mail address or a URL.
    let isOpen: Bool
    private let startsWithNumber: Bool
    private let endsWithNumber: Bool
    private let endsWithLong: Bool
    private let startsWithLong: Bool
    private let startsWithAt: Bool
    /// Whether it begins with dashes, as the first line of a key does.
    private let isHeader: Bool

    /// How much of a piece is looked at, from each end.
    private static let reach = 64

    init(_ units: UnsafeBufferPointer<TextUnit>) {
        isFragment = Captions.isFragment(units)
        let head = units.prefix(Self.reach)
        let tail = units.suffix(Self.reach)
        hasDigit = head.contains(where: \.isDigit)
        let first = head.prefix { !$0.isSpace }
        let last = tail.suffix(from: tail.lastIndex(where: \.isSpace).map { $0 + 1 } ?? tail.startIndex)
        isLong =
            units.count >= 16 && first.count == head.count && !tail.contains(where: \.isSpace)
            && head.contains(where: \.isDigit)
        isSmallWords =
            units.count <= 100 && units.contains { $0.unitClass == .small }
            && units.allSatisfy { $0.unitClass == .small || $0.isDigit || $0.isSpace || $0.equals(".") }
        isOpen =
            last.contains { $0.equals("@") }
            || zip(last, last.dropFirst()).contains { $0.equals("/") && $1.equals("/") }
        startsWithNumber = first.contains(where: \.isDigit)
        // Groups of letters are parts of numbers, too.
        let isGroup = last.count >= 2 && last.allSatisfy { $0.unitClass == .capital } && tail.contains(where: \.isDigit)
        endsWithNumber =
            isGroup || last.contains(where: \.isDigit) && last.last.map { $0.isAlphanumeric || $0.equals("-") } ?? false
        endsWithLong =
            last.count >= 12 && (last.contains(where: \.isDigit) || last.contains { $0.unitClass == .capital })
        startsWithLong = first.count >= 4 && first.contains(where: \.isDigit)
        startsWithAt = first.first?.equals("@") ?? false
        isHeader = head.count > 5 && head.prefix(5).allSatisfy { $0.equals("-") }
    }

    /// Whether a value at the end of this may go on in `next`.
    func mayGoOn(in next: LineEnds) -> Bool {
        endsWithNumber && next.startsWithNumber || isOpen || next.startsWithAt || isHeader && next.isLong
            || endsWithLong && (next.startsWithLong || next.isLong)
    }
}
