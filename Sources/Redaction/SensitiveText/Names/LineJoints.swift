import BoundedWork

/// Decision whether a line goes on in the one beneath it, by their places, their sizes and their words.
struct LineJoints {
    /// The reason for taking two lines for one text.
    enum Joint {
        /// The first one had no room for the first word of the second.
        case full
        /// They are of one cell of a table.
        case cell
    }

    private let layout: PieceLayout

    /// The most that a line is indented against the next one, in heights, as where the line is numbered.
    private static let indent = 2.5
    /// Distances of two lines of one cell, and of one text, in heights.
    private static let cellGap = 0.4
    private static let lineGap = 0.5
    /// Distance of two lines of one sentence.
    private static let sentenceGap = 0.4
    /// The least share that a line has of the height of another one in letters of one size.
    private static let sameSize = 0.89
    private static let cellSize = 0.8
    /// The same of the mean width of letters.
    private static let sameWidth = 0.75
    /// Words in small letters of a sentence.
    private static let leastWords = 2
    /// Lines to either side whose width says how much room there was.
    private static let paragraphReach = 6
    /// Lines from which on those that all begin with a capital are a value each.
    private static let listLength = 4

    init(_ layout: PieceLayout) { self.layout = layout }

    /// The line beneath one that goes on with it.
    func next(
        to line: Int,
        _ pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> (Int, Joint)? {
        try budget.spend(256)
        guard let next = layout.vertical(of: line, downward: true) else { return nil }
        if share(line, next) > Self.cellSize || isOneWidth(line, next, pieces), layout.isSparser(next, than: line),
            layout.isTight(line, next, gap: Self.cellGap), !isBehindSentence(line, pieces)
        {
            return (next, .cell)
        }
        let units = pieces.units(of: line)
        guard isOneSize(line, next) || Self.endsWithHyphen(units),
            hasOpenQuotation(units) || isFull(line, above: next, pieces)
        else { return nil }
        return layout.isTight(line, next, gap: Self.lineGap) || isIndented(line, above: next) ? (next, .full) : nil
    }

    private func hasOpenQuotation(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        !units.count { $0.equals("\"") }.isMultiple(of: 2)
    }

    /// Whether a line is of a sentence that may go on in the next one.
    func isSentence(_ line: Int, above next: Int, _ pieces: borrowing TextPieces) -> Bool {
        Self.isSentence(pieces.units(of: line)) && layout.isTight(line, next, gap: Self.sentenceGap)
    }

    /// Whether a sentence stands close above a line, which is its end.
    private func isBehindSentence(_ line: Int, _ pieces: borrowing TextPieces) -> Bool {
        guard let before = layout.vertical(of: line, downward: false), layout.isTight(before, line, gap: Self.cellGap)
        else { return false }
        return Self.isSentence(pieces.units(of: before))
    }

    func isOneSize(_ line: Int, _ next: Int) -> Bool { share(line, next) > Self.sameSize }

    /// The height of the lower of two lines, as a share of that of the other one.
    private func share(_ line: Int, _ next: Int) -> Double {
        let (height, below) = (layout.frame(of: line).height, layout.frame(of: next).height)
        return min(height, below) / max(height, below)
    }

    /// Whether the letters of two lines are about as wide, because a recogniser's frames are of any height.
    private func isOneWidth(_ line: Int, _ next: Int, _ pieces: borrowing TextPieces) -> Bool {
        let width = layout.frame(of: line).meanWidth(of: pieces.units(of: line).count)
        let below = layout.frame(of: next).meanWidth(of: pieces.units(of: next).count)
        return min(width, below) > Self.sameWidth * max(width, below)
    }

    /// Whether a line had no room for the first word of the next one, by the lines round them.
    private func isFull(_ line: Int, above next: Int, _ pieces: borrowing TextPieces) -> Bool {
        let (frame, below) = (layout.frame(of: line), layout.frame(of: next))
        let units = pieces.units(of: next)
        let first =
            units.first.map { LabelStream.isUnspaced($0.scalar) } ?? false ? 1 : units.prefix { !$0.isSpace }.count
        let word = Double(first + 1) * below.meanWidth(of: units.count)
        let width = frame.width + word
        let lines = paragraph(of: line, next)
        guard mayGoOn(pieces.units(of: line)) || !isList(lines, pieces) else { return false }
        return lines.allSatisfy { other in
            let around = layout.frame(of: other)
            return other == line || min(frame.x, around.x) + width > around.right || width > around.width
        }
    }

    static func endsWithHyphen(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        units.last { !$0.isSpace }?.equals("-") ?? false
    }

    /// Whether a text is a sentence, or ends with a sign that a name goes on behind.
    private func mayGoOn(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        Self.isSentence(units) || Self.endsWithHyphen(units) || units.last { !$0.isSpace }?.equals(",") ?? false
    }

    /// Whether lines all begin with a capital, as the entries of a menu do.
    private func isList(_ lines: [Int], _ pieces: borrowing TextPieces) -> Bool {
        guard lines.count >= Self.listLength else { return false }
        for line in lines where pieces.units(of: line).first?.unitClass != .capital { return false }
        return true
    }

    /// Two lines and those that stand close above and beneath them.
    private func paragraph(of line: Int, _ next: Int) -> [Int] {
        var lines = [line, next]
        for (start, downward) in [(line, false), (next, true)] {
            var last = start
            for _ in 0..<Self.paragraphReach {
                guard let other = layout.vertical(of: last, downward: downward),
                    downward ? layout.isTight(last, other) : layout.isTight(other, last)
                else { break }
                lines.append(other)
                last = other
            }
        }
        return lines
    }

    private func isIndented(_ line: Int, above next: Int) -> Bool {
        let (frame, below) = (layout.frame(of: line), layout.frame(of: next))
        let height = max(frame.height, below.height)
        return (0...Self.indent * height).contains(frame.x - below.x) && below.y - frame.bottom < Self.lineGap * height
            && below.y > frame.middle
    }

    /// Whether a text has words that no name has.
    private static func isSentence(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        units.split(whereSeparator: \.isSpace).count { $0.count > 1 && $0.first?.unitClass == .small } >= leastWords
    }
}
