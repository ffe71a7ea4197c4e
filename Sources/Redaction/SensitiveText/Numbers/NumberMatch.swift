/// A text that has the shape of a number.
struct NumberMatch {
    let rule: NumberRule
    /// Whether the shape needs no label.
    let isDistinct: Bool
    /// Whether the separators are those of the shape.
    let isWritten: Bool
    let startsWithLetter: Bool
    /// Whether it passes the check.
    let isValid: Bool
    /// How many characters were replaced by those that a recogniser confuses with them.
    let repairs: Int

    /// How sure it is that it is one; nil if it is none.
    func score(_ surroundings: NumberSurroundings) -> Double? {
        guard !surroundings.isTorn, repairs == 0 || isValid else { return nil }
        let penalty = 0.08 * Double(repairs)
        switch surroundings.context.support(rule.concepts) {
        case .labelled: return labelledScore(surroundings).map { $0 - penalty }
        case .unlabelled: return unlabelledScore(surroundings).map { $0 - penalty }
        case .otherwise: return unlabelledScore(surroundings).map { $0 - penalty - 0.08 }
        case .contradicted:
            return rule.check == .certain && isDistinct && isWritten && isValid && repairs == 0 ? 0.93 : nil
        }
    }

    private func labelledScore(_ surroundings: NumberSurroundings) -> Double? {
        let isInline = surroundings.context.isInline(rule.concepts)
        if rule.check == .none {
            // Where the label is elsewhere, the number has to be what the text is about.
            guard isValid, repairs < 3, !surroundings.isMeasure,
                isInline && !surroundings.isJoined || surroundings.isMain
            else { return nil }
            return (isInline ? 0.9 : 0.86) - (isWritten ? 0 : 0.04)
        }
        if isValid { return isWritten ? 0.98 : 0.95 }
        guard rule.trustsLabel, !surroundings.isCrowded, isInline || surroundings.isMain else { return nil }
        return isWritten ? 0.65 : 0.6
    }

    private func unlabelledScore(_ surroundings: NumberSurroundings) -> Double? {
        guard isValid, isDistinct else { return nil }
        switch rule.check {
        case .certain:
            // Letters at its start tell where it begins, and so how long it is.
            guard !surroundings.isCrowded || startsWithLetter else { return nil }
            return isWritten ? 0.95 : surroundings.isCrowded ? nil : 0.75
        case .strong: return isWritten && repairs == 0 ? 0.92 : nil
        // Short numbers beneath each other, as in a column, are together no longer one without a label.
        case .weak: return isWritten && !surroundings.isCrowded && !surroundings.isJoined && repairs == 0 ? 0.75 : nil
        case .none: return isWritten && !surroundings.isCrowded && !surroundings.isJoined && repairs == 0 ? 0.62 : nil
        }
    }
}
