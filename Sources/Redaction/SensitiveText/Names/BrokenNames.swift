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

    /// A name at the beginning of a line that goes on with a sentence of the line above.
    struct Rest {
        let line: Int
        /// Whether it is none behind the words of that line, as in "Rue Jean" above "Jaurès".
        let isRefuted: Bool
    }

    /// What lines say that are read as one text.
    struct Reading {
        var names: [Name] = []
        var rests: [Rest] = []
        /// Lines whose last name is none before the words of the next one, as in "from Hugo" above "Boss", or without any.
        var refuted: [Int] = []
    }

    private let lexicon: NameLexicon
    private let spans: [[NameSpan]]
    private let joints: LineJoints

    /// Units of a line at whose end or beginning a part of a name may stand.
    private static let reach = 48
    /// Lines of a name in a cell.
    private static let lineLimit = 3

    init(_ lexicon: NameLexicon, _ layout: PieceLayout, _ spans: [[NameSpan]]) {
        (self.lexicon, self.spans, joints) = (lexicon, spans, LineJoints(layout))
    }

    /// The names, with the scores that their words give, and the lines that begin with the rest of a sentence.
    func reading(
        of pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Reading {
        var reading = Reading()
        var text = try WipedArray<TextUnit>()
        for first in 0..<pieces.count {
            var lines = [first]
            text.removeAll()
            for unit in pieces.units(of: first).suffix(Self.reach) { try text.append(unit) }
            let end = text.count
            if endsWithPossessive(first, pieces), try joints.next(to: first, pieces, budget: &budget) == nil {
                reading.refuted.append(first)
            }
            while lines.count < Self.lineLimit, let last = lines.last,
                let (next, joint) = try joints.next(to: last, pieces, budget: &budget),
                lines.count == 1 || joint == .cell || LineJoints.endsWithHyphen(pieces.units(of: first))
            {
                lines.append(next)
                let isOpen = try append(next, to: &text, pieces)
                let tokens = try NameTokens(text.values, lexicon, budget: &budget).tokens
                let spans = try NameSearch.spans(text.values, tokens, lexicon, budget: &budget)
                if joint == .full, lines.count == 2 {
                    if let rest = rest(first, next, spans, text.values, pieces) { reading.rests.append(rest) }
                    if isRefuted(first, above: spans, text.values[..<end], pieces) { reading.refuted.append(first) }
                }
                for var span in spans
                where span.range.lowerBound < end && Int(text.values[span.range.upperBound - 1].piece) == next
                    && isOne(span, lines, joint, isOpen: isOpen, text.values, pieces)
                {
                    span.isWhole = NameSearch.isWhole(span, text.values)
                    let texts = TextSpan.spans(of: text.values[span.range])
                    let evidence = NameActions.evidence(for: span.range, text.values)
                    reading.names.append(Name(span: span, pieces: lines, texts: texts, evidence: evidence))
                }
            }
        }
        return reading
    }

    /// The name that begins a line, as the words above it show it; nil if these are no sentence.
    ///
    /// - Parameter joined: The names in both lines, read as one text.
    private func rest(
        _ line: Int,
        _ next: Int,
        _ joined: [NameSpan],
        _ text: UnsafeBufferPointer<TextUnit>,
        _ pieces: borrowing TextPieces
    ) -> Rest? {
        guard let own = spans[next].first, !own.isListed, !(own.isSure && own.isFull),
            joints.isSentence(line, above: next, pieces),
            !pieces.units(of: next)[..<own.range.lowerBound].contains(where: \.isWordPart),
            let start = text.firstIndex(where: {
                Int($0.piece) == next && Int($0.offset) == Int(pieces.units(of: next)[own.range.lowerBound].offset)
            })
        else { return nil }
        return Rest(line: next, isRefuted: !joined.contains { $0.range.contains(start) })
    }

    /// Whether the name that ends a line is none before the words of the next one, where a firm or a place goes on.
    ///
    /// - Parameters:
    ///   - joined: The names in both lines, read as one text.
    ///   - text: The units of that text that are of the line.
    private func isRefuted(
        _ line: Int,
        above joined: [NameSpan],
        _ text: Slice<UnsafeBufferPointer<TextUnit>>,
        _ pieces: borrowing TextPieces
    ) -> Bool {
        guard let own = spans[line].last, !(own.isSure && own.isFull), own.range.lowerBound > 0 else { return false }
        let units = pieces.units(of: line)
        guard units[own.range.upperBound...].allSatisfy({ !$0.isWordPart }),
            let start = text.firstIndex(where: { $0.offset == units[own.range.lowerBound].offset })
        else { return false }
        return !joined.contains { $0.range.contains(start) }
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

    /// Whether a name that goes on from one line to the next is one name.
    private func isOne(
        _ span: NameSpan,
        _ lines: [Int],
        _ joint: LineJoints.Joint,
        isOpen: Bool,
        _ units: UnsafeBufferPointer<TextUnit>,
        _ pieces: borrowing TextPieces
    ) -> Bool {
        let (before, after) = (units[..<span.range.lowerBound], units[span.range.upperBound...])
        let beginsLine = !Self.hasLetters(before)
        let endsLine = !Self.hasLetters(after)
        let isWhole = beginsLine && endsLine
        let next = lines[lines.count - 1]
        if isBroken(span, units, in: pieces.units(of: lines[0])) { return true }
        if let own = spans[next].first, own.isFull, own.range.lowerBound == 0,
            own.isSure || own.isWhole && ends(span, before: own, units, pieces.units(of: next))
        {
            return false
        }
        // Beneath the name of who wrote, a text in a smaller size may begin with a name.
        if joint == .cell, !isWhole, !joints.isOneSize(lines[0], next) { return false }
        if endsWithName(lines[0], pieces) { return !beginsLine && span.isOfKnownNames }
        return joint == .cell && isWhole || isOpen || !beginsLine && !endsLine || span.isOfKnownNames
            || !beginsLine && NameActions.evidence(for: span.range, units) >= .possible
    }

    /// Whether a line ends with the hyphen of a double name, or the name stands in quotation marks.
    private func isBroken(
        _ span: NameSpan,
        _ units: UnsafeBufferPointer<TextUnit>,
        in line: UnsafeBufferPointer<TextUnit>
    ) -> Bool {
        let isQuoted = [span.range.lowerBound - 1, span.range.upperBound].allSatisfy { index in
            units.indices.contains(index) && units[index].equals("\"")
        }
        return LineJoints.endsWithHyphen(line) || isQuoted
    }

    /// Whether a name that goes on in a line has only a part of the name in that line.
    private func ends(
        _ span: NameSpan,
        before own: NameSpan,
        _ units: UnsafeBufferPointer<TextUnit>,
        _ line: UnsafeBufferPointer<TextUnit>
    ) -> Bool {
        units[span.range.upperBound - 1].offset < line[own.range.upperBound - 1].offset
    }

    /// Whether a line ends with a name that something should belong to, as those of shops do: "Anna Schmidt's".
    private func endsWithPossessive(_ line: Int, _ pieces: borrowing TextPieces) -> Bool {
        guard let own = spans[line].last, own.isFull else { return false }
        let rest = pieces.units(of: line)[own.range.upperBound...]
        return rest.count { !$0.isSpace } == 2 && rest.starts(with: [0x27, 0x73]) { $0.folded == $1 }
    }

    private func endsWithName(_ piece: Int, _ pieces: borrowing TextPieces) -> Bool {
        guard let own = spans[piece].last, own.isSure, own.isFull else { return false }
        return pieces.units(of: piece)[own.range.upperBound...].allSatisfy { !$0.isWordPart }
    }
}
