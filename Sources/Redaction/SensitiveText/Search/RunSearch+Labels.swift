extension RunSearch {
    struct LabelledText {
        let range: Range<Int>
        let isInline: Bool
        /// Whether punctuation or a verb is between the label and the text, which makes a value of it.
        let isIntroduced: Bool
        /// Whether other words stand before the label in its line, so that it may be a part of a name: "Victoria Street 12".
        var isBehindWords = false
        /// Whether the label is the last part of a word with a hyphen, as "name" is of "module-name".
        var isOfHyphenatedWord = false
    }

    /// Signs before the first letter or digit of a password.
    private static let signLimit = 3

    /// Words between a label and its value.
    private static let verbs = Set(
        "is ist est es e sono zijn jest to lautet war was are este это は 是 为 為 är er on هي هو αυτό ni je jsou".split(
            separator: " "
        ).map(FoldedWords.folded)
    )

    /// The texts that labels of `concepts` name: the part from the label up to the next one, and the whole run where the
    /// label is beside it.
    ///
    /// - Parameter spansLabels: Whether labels of the same are parts of a value, like "street" in an address.
    func labelledTexts(_ concepts: ConceptSet, spansLabels: Bool = false) -> [LabelledText] {
        var texts: [LabelledText] = []
        var covered = 0
        for (index, label) in labels.enumerated()
        where !label.concepts.isDisjoint(with: concepts) && label.range.lowerBound >= covered {
            var next = index + 1
            while next < labels.count,
                isInsideWord(labels[next].range.lowerBound) || isInsideWord(labels[next].range.upperBound)
                    || spansLabels && !labels[next].concepts.isDisjoint(with: concepts)
            { next += 1 }
            let end = next < labels.count ? labels[next].range.lowerBound : units.count
            if spansLabels { covered = end }
            guard var text = text(label.range.upperBound..<end) ?? textBefore(label.range) else { continue }
            text.isBehindWords =
                units[..<label.range.lowerBound].last { $0.isWordPart || $0.unitClass == .gap }?.isWordPart ?? false
            text.isOfHyphenatedWord = unit(at: label.range.lowerBound - 1)?.equals("-") ?? false
            texts.append(text)
        }
        if !beside.isDisjoint(with: concepts), let whole = trimmed(units.indices),
            labels.allSatisfy({ $0.range.lowerBound > whole.lowerBound })
        {
            texts.append(LabelledText(range: whole, isInline: false, isIntroduced: true))
        }
        return texts
    }

    /// Whether a text goes on the name of a program that its label is a part of: `cardholderNamePlaceholder`, `WithoutPassword_Is`. A
    /// recogniser may have lost a space there.
    func goesOnName(_ text: Range<Int>) -> Bool {
        guard !isRecognised, let before = unit(at: text.lowerBound - 1), let first = unit(at: text.lowerBound) else {
            return false
        }
        return first.scalar < 0x80 && (before.equals("_") || before.isLetter && before.scalar < 0x80)
    }

    /// Whether the unit at `index` is in the middle of a word, or of a password, where no label begins or ends.
    private func isInsideWord(_ index: Int) -> Bool {
        guard let before = unit(at: index - 1), let unit = unit(at: index), before.scalar < 0x80, unit.isAlphanumeric
        else { return false }
        return before.isWordPart || before.isOne(of: "!#$%&*+-@^_~")
    }

    private func text(_ range: Range<Int>) -> LabelledText? {
        var start = range.lowerBound
        var isIntroduced = false
        // A text in parentheses behind a label is a remark.
        while start < range.upperBound, !units[start].isWordPart || units[start].isSpace {
            if isOpening(start) { break }
            if units[start].equals(":") || units[start].equals("=") || units[start].unitClass == .gap {
                isIntroduced = true
            }
            start += 1
        }
        if let end = word(from: start, to: range.upperBound), Self.verbs.contains(folded(start..<end)) {
            isIntroduced = true
            start = end
            while start < range.upperBound, units[start].isSpace || units[start].equals(":") { start += 1 }
        }
        if !isIntroduced, let colon = colon(in: start..<range.upperBound) {
            isIntroduced = true
            start = colon + 1
        }
        guard let trimmed = trimmed(start..<range.upperBound) else { return nil }
        return LabelledText(range: trimmed, isInline: true, isIntroduced: isIntroduced)
    }

    /// The text before a label that ends its line behind a colon, as one in Latin letters does where lines begin on the right:
    /// "hunter2 :Password".
    private func textBefore(_ label: Range<Int>) -> LabelledText? {
        guard labels.count == 1, let colon = unit(at: label.lowerBound - 1), colon.equals(":"),
            unit(at: label.lowerBound - 2)?.isSpace ?? false, trimmed(label.upperBound..<units.count) == nil,
            let trimmed = trimmed(0..<label.lowerBound - 1)
        else { return nil }
        return LabelledText(range: trimmed, isInline: true, isIntroduced: true)
    }

    /// The colon that ends a label with unknown words, as in "Password Wi-Fi:".
    private func colon(in range: Range<Int>) -> Int? {
        guard
            let colon = range.prefix(24).first(where: {
                units[$0].equals(":") || units[$0].isDigit || units[$0].equals(".")
            }),
            units[colon].equals(":"), unit(at: colon + 1)?.isSpace ?? false
        else { return nil }
        return colon
    }

    private func isOpening(_ index: Int) -> Bool {
        let before = unit(at: index - 1)
        guard before.map({ $0.isSpace || $0.equals("=") }) ?? true || units[index].equals("$") else { return false }
        let signs = units[index...].prefix(Self.signLimit).prefix {
            $0.isOne(of: "#$%&!@+*^")
        }
        return signs.first.map { !$0.equals("^") } ?? false && unit(at: signs.endIndex)?.isWordPart ?? false
    }

    /// `range` without spaces and punctuation at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int>? {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isTrimmed(units[start]) { start += 1 }
        while end > start, isTrimmed(units[end - 1]) { end -= 1 }
        return start < end ? start..<end : nil
    }

    private func isTrimmed(_ unit: TextUnit) -> Bool {
        unit.isSpace || unit.unitClass == .gap || unit.isOne(of: "\"'“”„«»「」【】:;,.()[]|<>`，。、")
    }

    func word(from start: Int, to limit: Int) -> Int? {
        var end = start
        while end < limit, units[end].isWordPart { end += 1 }
        return end > start ? end : nil
    }

    /// Small letters without accents, for comparison of a short text with words.
    func folded(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        for unit in units[range.prefix(24)] where unit.unitClass != .mark {
            text.append(Unicode.Scalar(unit.folded) ?? " ")
        }
        return String(text)
    }
}

/// The meaning of the labels round a value.
struct LabelContext {
    /// The evidence of the labels for or against a value.
    enum Support {
        case labelled
        case unlabelled
        /// The labels beside name something else, which may be the label of another text.
        case otherwise
        /// The nearest label names something else.
        case contradicted
    }

    var before: ConceptSet = []
    var isAdjacent = false
    var after: ConceptSet = []
    var beside: ConceptSet = []

    func support(_ concepts: ConceptSet) -> Support {
        if !before.isDisjoint(with: concepts) { return .labelled }
        if !before.isEmpty, isAdjacent { return .contradicted }
        if !after.isDisjoint(with: concepts) { return .labelled }
        if before.isEmpty, !beside.isDisjoint(with: concepts) { return .labelled }
        if !before.union(beside).isDisjoint(with: .nothingSensitive) { return .contradicted }
        return before.isEmpty && !beside.isEmpty ? .otherwise : .unlabelled
    }

    /// Whether a label of the same text, not one beside it, names one of `concepts`.
    func isInline(_ concepts: ConceptSet) -> Bool {
        !before.isDisjoint(with: concepts) || !after.isDisjoint(with: concepts)
    }
}
