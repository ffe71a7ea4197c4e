import BoundedWork
import SecureMemory
import TextAlgorithms

/// Search for names that begin at the end of a line and go on in the next one.
///
/// Lines beneath each other may be a name each, as in a list. A name of two lines has to be sure, and the lines have to
/// belong together: other words stand before and behind it, it is of known names, its first line goes on by its last sign or
/// had no room for more, or both lines are of one cell of a table.
struct BrokenNames {
    /// A name of several lines.
    struct Name {
        var span: NameSpan
        let pieces: [Int]
        let texts: [TextSpan]
        let evidence: NameActions.Evidence
    }

    private let lexicon: NameLexicon
    private let layout: PieceLayout
    private let spans: [[NameSpan]]

    /// Units of a line at whose end or beginning a part of a name may stand.
    private static let reach = 48
    /// Lines of a name in a cell.
    private static let lineLimit = 3
    /// The most that a line is indented against the next one, in heights, as where the line is numbered.
    private static let indent = 2.5
    /// Distances of two lines of one cell, and of one text, in heights.
    private static let cellGap = 0.4
    private static let lineGap = 0.5
    /// The least share that a line has of the height of another one in letters of one size.
    private static let sameSize = 0.89

    init(_ lexicon: NameLexicon, _ layout: PieceLayout, _ spans: [[NameSpan]]) {
        (self.lexicon, self.layout, self.spans) = (lexicon, layout, spans)
    }

    /// The reason for taking two lines for one text.
    private enum Joint {
        /// The first one had no room for the first word of the second.
        case full
        /// They are of one cell of a table.
        case cell
    }

    /// The names, with the scores that their words give.
    func names(
        in pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Name] {
        var names: [Name] = []
        var text = try WipedArray<TextUnit>()
        for first in 0..<pieces.count {
            var lines = [first]
            text.removeAll()
            for unit in pieces.units(of: first).suffix(Self.reach) { try text.append(unit) }
            let end = text.count
            while lines.count < Self.lineLimit, let last = lines.last,
                let (next, joint) = try next(to: last, pieces, &budget), lines.count == 1 || joint == .cell
            {
                lines.append(next)
                let isOpen = try append(next, to: &text, pieces)
                let tokens = try NameTokens(text.values, lexicon, budget: &budget).tokens
                for var span in try NameSearch.spans(text.values, tokens, lexicon, budget: &budget)
                where span.range.lowerBound < end && Int(text.values[span.range.upperBound - 1].piece) == next
                    && isOne(span, lines, joint, isOpen: isOpen, text.values, pieces)
                {
                    span.isWhole = NameSearch.isWhole(span, text.values)
                    let texts = TextSpan.spans(of: text.values[span.range])
                    let evidence = NameActions.evidence(for: span.range, text.values)
                    names.append(Name(span: span, pieces: lines, texts: texts, evidence: evidence))
                }
            }
        }
        return names
    }

    /// Appends the beginning of a line, without a gap behind a hyphen or within a script without spaces.
    ///
    /// - Returns: Whether the text before it ends with a sign or a word that a name goes on behind.
    private func append(
        _ line: Int,
        to text: inout WipedArray<TextUnit>,
        _ pieces: borrowing TextPieces
    ) throws(BudgetFailure) -> Bool {
        let units = pieces.units(of: line)
        while let last = text.values.last, last.isSpace { text.removeLast() }
        let (last, first) = (text.values.last, units.first)
        let isHyphen = last?.equals("-") ?? false
        let isWithin = [last, first].allSatisfy { unit in
            unit.map { $0.unitClass == .letter && LabelStream.isUnspaced($0.scalar) } ?? false
        }
        let isOpen = isHyphen || last?.equals(",") ?? false
        if !isHyphen, !isWithin { try text.append(.gap()) }
        for unit in units.prefix(Self.reach) { try text.append(unit) }
        return isOpen
    }

    private static func hasLetters(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        units.contains(where: \.isLetter)
    }

    /// The line beneath one that goes on with it.
    private func next(
        to line: Int,
        _ pieces: borrowing TextPieces,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> (Int, Joint)? {
        try budget.spend(64)
        guard let next = layout.vertical(of: line, downward: true), isOneSize(line, next) else { return nil }
        if layout.isSparser(next, than: line), layout.isTight(line, next, gap: Self.cellGap) { return (next, .cell) }
        guard isFull(line, above: next, pieces) else { return nil }
        return layout.isTight(line, next, gap: Self.lineGap) || isIndented(line, above: next) ? (next, .full) : nil
    }

    private func isOneSize(_ line: Int, _ next: Int) -> Bool {
        let (height, below) = (layout.frame(of: line).height, layout.frame(of: next).height)
        return min(height, below) > Self.sameSize * max(height, below)
    }

    /// Whether a line had no room for the first word of the next one, by the lines round them.
    private func isFull(_ line: Int, above next: Int, _ pieces: borrowing TextPieces) -> Bool {
        let (frame, below) = (layout.frame(of: line), layout.frame(of: next))
        let units = pieces.units(of: next)
        let first =
            units.first.map { LabelStream.isUnspaced($0.scalar) } ?? false ? 1 : units.prefix { !$0.isSpace }.count
        let word = Double(first + 1) * below.width / Double(max(units.count, 1))
        var around = [below]
        if let before = layout.vertical(of: line, downward: false), layout.isTight(before, line) {
            around.append(layout.frame(of: before))
        }
        if let after = layout.vertical(of: next, downward: true), layout.isTight(next, after) {
            around.append(layout.frame(of: after))
        }
        let width = frame.width + word
        return around.allSatisfy { min(frame.x, $0.x) + width > $0.right || width > $0.width }
    }

    private func isIndented(_ line: Int, above next: Int) -> Bool {
        let (frame, below) = (layout.frame(of: line), layout.frame(of: next))
        let height = max(frame.height, below.height)
        return (0...Self.indent * height).contains(frame.x - below.x) && below.y - frame.bottom < Self.lineGap * height
            && below.y > frame.middle
    }

    /// Whether a name that goes on from one line to the next is one name.
    private func isOne(
        _ span: NameSpan,
        _ lines: [Int],
        _ joint: Joint,
        isOpen: Bool,
        _ units: UnsafeBufferPointer<TextUnit>,
        _ pieces: borrowing TextPieces
    ) -> Bool {
        let (before, after) = (units[..<span.range.lowerBound], units[span.range.upperBound...])
        let beginsLine = !Self.hasLetters(before)
        let endsLine = !Self.hasLetters(after)
        let isWhole = beginsLine && endsLine
        let next = lines[lines.count - 1]
        if let own = spans[next].first, own.isSure, own.isFull, own.range.lowerBound == 0 { return false }
        if endsWithName(lines[0], pieces) { return !beginsLine && span.isOfKnownNames }
        return joint == .cell && isWhole || isOpen || !isWhole || span.isOfKnownNames
    }

    private func endsWithName(_ piece: Int, _ pieces: borrowing TextPieces) -> Bool {
        guard let own = spans[piece].last, own.isSure, own.isFull else { return false }
        return pieces.units(of: piece)[own.range.upperBound...].allSatisfy { !$0.isWordPart }
    }
}
