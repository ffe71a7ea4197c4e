import BoundedWork

/// A text in which values are looked for: one piece, or several that are read as one.
struct RunSearch {
    struct Candidate {
        let kind: SensitiveKind
        let scheme: NumberScheme?
        let score: Double
        let reason: SensitiveReason
        let spans: [TextSpan]
        /// Whether a caption names the kind.
        let isCaptioned: Bool
        /// Whether it is of several lines with gaps between them, not of one word.
        let isOfLines: Bool
    }

    /// The units of the run; they outlive it.
    let units: UnsafeBufferPointer<TextUnit>
    let labels: [LabelLexicon.Label]
    /// The meaning of the labels beside and above.
    let beside: ConceptSet
    /// Whether the run is of several pieces, so that only values in more than one of them count.
    let isJoined: Bool
    /// Whether a recogniser read the text, which confuses characters.
    let isRecognised: Bool
    /// The sequences of ASCII letters and digits, in order.
    let atoms: [Range<Int>]
    private(set) var candidates: [Candidate] = []
    var budget: WorkBudget

    /// Units between a label and its value.
    private static let reach = 40
    /// Units between two labels of the same value.
    private static let labelGap = 6
    /// Units of a word or a number between which a space may have been lost.
    private static let wordLimit = 24

    init(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ labels: [LabelLexicon.Label],
        beside: ConceptSet,
        isJoined: Bool,
        isRecognised: Bool,
        budget: WorkBudget
    ) throws(BudgetFailure) {
        (self.units, self.labels, self.beside) = (units, labels, beside)
        (self.isJoined, self.isRecognised, self.budget) = (isJoined, isRecognised, budget)
        try self.budget.spend(units.count)
        var atoms: [Range<Int>] = []
        var start: Int?
        for index in units.indices {
            if let begin = start, isRecognised, Self.isSpaceLost(before: index, from: begin, in: units) {
                atoms.append(begin..<index)
                start = index
            } else if units[index].isAlphanumeric {
                start = start ?? index
            } else if let begin = start {
                atoms.append(begin..<index)
                start = nil
            }
        }
        if let begin = start { atoms.append(begin..<units.count) }
        self.atoms = atoms
    }

    /// Whether a recogniser lost the space between a word and a number: digits alone follow small letters alone.
    private static func isSpaceLost(
        before index: Int,
        from start: Int,
        in units: UnsafeBufferPointer<TextUnit>
    ) -> Bool {
        guard units[index].isDigit, units[index - 1].unitClass == .small, (3...wordLimit).contains(index - start),
            units[start..<index].allSatisfy(\.isLetter)
        else { return false }
        let digits = units[index...].prefix(wordLimit).prefix { $0.isAlphanumeric }
        return digits.count >= 3 && digits.allSatisfy(\.isDigit)
    }

    mutating func report(
        _ kind: SensitiveKind,
        _ scheme: NumberScheme? = nil,
        at range: Range<Int>,
        score: Double,
        by reason: SensitiveReason
    ) {
        let spans = TextSpan.spans(of: units[range])
        guard !spans.isEmpty, !isJoined || spans.count > 1 else { return }
        let concepts = scheme.map(ConceptSet.scheme) ?? .kind(kind)
        candidates.append(
            Candidate(
                kind: kind,
                scheme: scheme,
                score: score,
                reason: reason,
                spans: spans,
                isCaptioned: context(of: range).support(concepts) == .labelled,
                isOfLines: units[range].contains { $0.unitClass == .gap }
            )
        )
    }

    func unit(at index: Int) -> TextUnit? {
        units.indices.contains(index) ? units[index] : nil
    }

    func labelIndex(endingAfter index: Int) -> Int {
        var low = 0
        var high = labels.count
        while low < high {
            let middle = (low + high) / 2
            if labels[middle].range.upperBound <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func isLabelEnd(_ index: Int) -> Bool {
        let label = labelIndex(endingAfter: index - 1)
        return label < labels.count && labels[label].range.upperBound == index
    }

    /// Whether a digit stands directly behind a word of some letters, so that a space may have been lost.
    func isBehindWord(_ index: Int) -> Bool {
        units[index].isDigit && index >= 3 && units[index - 1].unitClass == .small
            && units[index - 3..<index].allSatisfy(\.isLetter)
    }

    /// Whether a label alone follows with a colon in front of it: where lines begin on the right, both are read so.
    func isTurned(_ end: Int) -> Bool {
        let between = units[end...].prefix(2).prefix { $0.isSpace || $0.equals(":") }
        let label = labelIndex(endingAfter: between.endIndex)
        return between.last?.equals(":") ?? false && label < labels.count
            && labels[label].range.lowerBound == between.endIndex
            && units.count - labels[label].range.upperBound < 2
    }

    func context(of range: Range<Int>) -> LabelContext {
        var context = LabelContext(beside: beside)
        var index = labelIndex(endingAfter: range.lowerBound)
        var end = range.lowerBound
        var limit = Self.reach
        while index > 0, end - labels[index - 1].range.upperBound <= limit {
            index -= 1
            let between = labels[index].range.upperBound..<end
            guard !units[between].contains(where: \.isDigit) || limit == Self.reach else { break }
            if limit == Self.reach { context.isAdjacent = !hasWords(between) && !endsSentence(between) }
            context.before.formUnion(labels[index].concepts)
            end = labels[index].range.lowerBound
            limit = Self.labelGap
        }
        let next = labelIndex(endingAfter: range.upperBound)
        if next < labels.count {
            let label = labels[next]
            if label.range.lowerBound >= range.upperBound, label.range.lowerBound - range.upperBound <= Self.reach,
                !isSentenceEnd(range.upperBound..<label.range.lowerBound) || isTurned(range.upperBound)
            {
                context.after = label.concepts
            }
        }
        return context
    }

    /// Whether there are words in `range` that are more than a joint, such as "is".
    private func hasWords(_ range: Range<Int>) -> Bool {
        let isUnspaced = units[range].contains { $0.unitClass == .letter && LabelStream.isUnspaced($0.scalar) }
        return units[range].count(where: \.isWordPart) > (isUnspaced ? 3 : 5)
    }

    /// Whether a sentence surely ends in `range`, unlike an abbreviation.
    private func endsSentence(_ range: Range<Int>) -> Bool {
        units[range].contains { $0.equals("!") || $0.equals("?") }
    }

    private func isSentenceEnd(_ range: Range<Int>) -> Bool {
        range.contains { index in
            let unit = units[index]
            return unit.isDigit || unit.unitClass == .gap || unit.equals(":") || unit.equals(",") || unit.equals(";")
                || unit.equals("|") || unit.equals(".") && (self.unit(at: index + 1)?.isSpace ?? true)
        }
    }
}
