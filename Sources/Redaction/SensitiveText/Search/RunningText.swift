/// The lines of a paragraph where a value may go on from one to the next.
struct RunningText {
    private let lines: [Int]
    private let ends: [LineEnds]
    private let layout: PieceLayout
    private let captions: Captions
    private let width: Double

    /// Lines that are read at once; a value of half as many is within one reading.
    private static let lineLimit = 6
    /// Units from which on a number in a cell of a table is broken over lines.
    private static let cellLength = 5
    /// Groups of the longest number that is written in groups of one length.
    private static let groupLimit = 5
    /// Distance of two lines of a password, in heights of the larger one: any word may stand beneath a whole one.
    private static let passwordGap = 0.6
    /// Lines of a broken word.
    private static let wordLimit = 12

    init(_ paragraph: [Int], _ ends: [LineEnds], _ layout: PieceLayout, _ captions: Captions) {
        (lines, self.ends, self.layout, self.captions) = (paragraph, ends, layout, captions)
        width = paragraph.reduce(0) { max($0, layout.frame(of: $1).width) }
    }

    /// Lines with a value that may go on between words and numbers, and for each but the last whether it is a wrap.
    func runs() -> [(pieces: [Int], wraps: [Bool])] {
        groups { line, next in
            ends[line].mayGoOn(in: ends[next])
                && (!isCell(line, above: next) || ends[line].word.count >= Self.cellLength
                    || layout.isSparser(next, than: line))
        }
        .filter { !isColumn($0) }
        .flatMap { run in
            let starts = stride(from: 0, to: max(1, run.count - Self.lineLimit / 2), by: Self.lineLimit / 2)
            return starts.map { start in
                let pieces = Array(run[start..<min(start + Self.lineLimit, run.count)])
                return (pieces, zip(pieces, pieces.dropFirst()).map(isWrap))
            }
        }
    }

    /// Whether a line is a cell of a column, beneath a header or with others beside both lines.
    private func isCell(_ line: Int, above next: Int) -> Bool {
        captions.isCell(line) || layout.isInTable(line) && layout.isInTable(next)
    }

    /// Whether there are more short numbers of one length than groups of a number: they are a value each.
    private func isColumn(_ run: [Int]) -> Bool {
        let length = ends[run[0]].word.count
        return run.count > Self.groupLimit && length < Self.cellLength
            && run.allSatisfy { ends[$0].word.count == length && ends[$0].isDigits }
    }

    /// Lines with a word that goes on from each to the next.
    ///
    /// - Parameter concepts: The meaning of the labels beside a line, and in it.
    func words(concepts: (Int) -> ConceptSet) -> [[Int]] {
        // Whether the word that ends a line has a sign of mail addresses, in it or in a line before.
        var hasAt = false
        var isJoined = false
        return groups { line, next in
            let (end, start) = (ends[line].lastBareWord, ends[next].firstBareWord)
            hasAt = isJoined && hasAt && end.count == ends[line].word.count || end.hasAt
            isJoined = !(hasAt && start.hasAt) && isBroken(line, next, concepts(line), isDomain: hasAt)
            return isJoined
        }
        .flatMap { run in
            stride(from: 0, to: run.count, by: Self.wordLimit).map { Array(run[$0...].prefix(Self.wordLimit)) }
        }
        .filter { $0.count > 1 }
    }

    /// Whether the last word of a line goes on in the next one.
    ///
    /// - Parameter isDomain: Whether the word is a mail address up to its domain.
    private func isBroken(_ line: Int, _ next: Int, _ named: ConceptSet, isDomain: Bool) -> Bool {
        // Behind the first line of a key, its lines are read as they are.
        guard !ends[line].isHeader else { return false }
        let (end, start) = (ends[line].lastBareWord, ends[next].firstBareWord)
        let (frame, below) = (layout.frame(of: line), layout.frame(of: next))
        // A word is broken where the line is full, to a character.
        let isFull = below.width < frame.width + frame.meanWidth(of: ends[line].word.count)
        if named.contains(.kind(.password)) {
            guard below.y - frame.bottom < Self.passwordGap * max(frame.height, below.height) else { return false }
            let (end, start) = (ends[line].lastWord, ends[next].firstWord)
            if end.isPassword(before: start, isFull: isFull, isInText: isInText(end, start, line, next)) { return true }
        }
        return end.isBroken(
            before: start,
            isFull: isFull,
            isInText: isInText(end, start, line, next),
            isMail: named.contains(.kind(.email)),
            isDomain: isDomain
        )
    }

    /// Whether other words stand in one of the lines.
    private func isInText(_ end: WordPart, _ start: WordPart, _ line: Int, _ next: Int) -> Bool {
        end.count < ends[line].word.count || start.count < ends[next].word.count
    }

    /// Whether a line had no room for the first word of the next one.
    private func isWrap(_ line: Int, _ next: Int) -> Bool {
        let (frame, below) = (layout.frame(of: line), layout.frame(of: next))
        let word = Double(ends[next].firstWord.count + 1) * below.meanWidth(of: ends[next].word.count)
        return frame.width + word > width
    }

    /// The lines in groups, each of two and more, within which one goes on in the next.
    private func groups(_ goesOn: (Int, Int) -> Bool) -> [[Int]] {
        var groups = [[lines[0]]]
        for (line, next) in zip(lines, lines.dropFirst()) {
            if goesOn(line, next) {
                groups[groups.count - 1].append(next)
            } else {
                groups.append([next])
            }
        }
        return groups.filter { $0.count > 1 }
    }
}
