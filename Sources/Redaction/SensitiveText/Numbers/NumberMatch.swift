struct NumberMatch {
    let rule: NumberRule
    let isDistinct: Bool
    /// Whether the separators are those of the shape.
    let isWritten: Bool
    let startsWithLetter: Bool
    let isValid: Bool
    /// Characters that were replaced by those that a recogniser confuses with them.
    let repairs: Int

    /// The certainty that it is one; nil if it is none.
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

    /// The evidence for a match that has a score: a check that much else passes proves less than a caption.
    func reason(_ surroundings: NumberSurroundings) -> SensitiveReason {
        if isValid, rule.check == .strong || rule.check == .certain { return .checksum }
        if surroundings.context.support(rule.concepts) == .labelled { return .caption }
        return rule.check == .none ? .form : .checksum
    }

    private func labelledScore(_ surroundings: NumberSurroundings) -> Double? {
        let isInline = surroundings.context.isInline(rule.concepts)
        if rule.check == .none {
            // Where the label is elsewhere, the number has to be the main part of the text.
            guard isValid, repairs < 3, !surroundings.isMeasure,
                isInline && (!surroundings.isJoined || surroundings.isWrapped || isDistinct && isWritten)
                    || surroundings.isMain
            else { return nil }
            return (isInline ? 0.9 : 0.86) - (isWritten ? 0 : 0.04)
        }
        if isValid { return isWritten ? 0.98 : 0.95 }
        guard rule.trustsLabel, !surroundings.isCrowded,
            isInline && (!surroundings.isJoined || surroundings.isWrapped) || surroundings.isMain
        else { return nil }
        return isWritten ? 0.65 : 0.6
    }

    private func unlabelledScore(_ surroundings: NumberSurroundings) -> Double? {
        guard isValid, isDistinct else { return nil }
        switch rule.check {
        case .certain:
            // Letters at its start mark its beginning, and so its length.
            guard !surroundings.isCrowded || startsWithLetter else { return nil }
            return isWritten ? 0.95 : surroundings.isCrowded ? nil : 0.75
        case .strong: return isWritten && repairs == 0 ? 0.92 : nil
        // Short numbers beneath each other, as in a column, are together no longer one without a label.
        case .weak: return isWritten && !surroundings.isCrowded && !surroundings.isJoined && repairs == 0 ? 0.75 : nil
        case .none: return isWritten && !surroundings.isCrowded && !surroundings.isJoined && repairs == 0 ? 0.62 : nil
        }
    }
}

/// Letters and digits in a row, and their separators.
struct NumberWindow {
    /// In place of a separator, the gap between two pieces.
    static let gap: UInt8 = 0x0A

    private(set) var number = CompactNumber()
    /// For each character the separator before it; 0 for none.
    private(set) var separators = InlineArray<36, UInt8>(repeating: 0)
    private(set) var digitCount = 0

    private(set) var isFree = true

    /// Appends the characters of an atom; false if they do not fit.
    mutating func append(_ units: Slice<UnsafeBufferPointer<TextUnit>>, after separator: UInt8) -> Bool {
        guard number.count + units.count <= CompactNumber.capacity else { return false }
        separators[number.count] = separator
        if separator == UInt8(ascii: ".") || separator == UInt8(ascii: "/") || separator == UInt8(ascii: "(") {
            isFree = false
        }
        for unit in units {
            number.append(unit.capital)
            if unit.isDigit { digitCount += 1 }
        }
        return true
    }

    /// The character for the units between two atoms; nil if the atoms are not of one number.
    static func separator(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> UInt8? {
        guard units.count <= 3 else { return nil }
        var separator: UInt8 = 0x20
        for unit in units {
            if unit.unitClass == .gap {
                separator = gap
            } else if unit.isSpace || unit.unitClass == .mark {
                continue
            } else if unit.isOne(of: "-./("), separator == 0x20 {
                separator = unit.ascii
            } else if unit.equals(")"), separator == 0x20 {
                continue
            } else {
                return nil
            }
        }
        return separator
    }
}
