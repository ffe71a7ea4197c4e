struct NumberRule: Sendable {
    enum Check: Sendable {
        case none
        /// One of about ten to fifty other numbers passes, too.
        case weak
        /// One of some hundreds passes.
        case strong
        /// Practically nothing else passes.
        case certain
    }

    let kind: SensitiveKind
    let scheme: NumberScheme?
    /// Forms that need no label.
    let distinct: [NumberShape]
    /// Further forms, beside a label.
    let labelled: [NumberShape]
    let check: Check
    let isFree: Bool
    /// Whether a label does without the check, for numbers that were made up or misread.
    let trustsLabel: Bool
    let concepts: ConceptSet
    let isValid: @Sendable (CompactNumber) -> Bool

    /// Shapes are separated by commas.
    init(
        _ kind: SensitiveKind,
        _ scheme: NumberScheme? = nil,
        distinct: String = "",
        labelled: String = "",
        check: Check,
        isFree: Bool = true,
        trustsLabel: Bool = true,
        concepts: ConceptSet? = nil,
        isValid: @escaping @Sendable (CompactNumber) -> Bool = { _ in true }
    ) {
        (self.kind, self.scheme, self.check, self.isFree, self.trustsLabel) = (kind, scheme, check, isFree, trustsLabel)
        self.distinct = distinct.split(separator: ",").map(NumberShape.init)
        self.labelled = labelled.split(separator: ",").map(NumberShape.init)
        self.concepts = concepts ?? scheme.map(ConceptSet.scheme) ?? .kind(kind)
        self.isValid = isValid
    }
}

/// The form of a number: `d` is a digit, `a` a letter, `x` either; the rest stands for itself, and a space for any
/// separator.
struct NumberShape: Sendable {
    private enum Class: Sendable {
        case digit
        case letter
        case either
    }

    private var classes: [Class] = []
    /// For each character the separator before it; 0 for none.
    private var separators: [UInt8] = []

    var count: Int { classes.count }

    init(_ template: Substring) {
        var separator: UInt8 = 0
        for byte in template.utf8 {
            switch byte {
            case UInt8(ascii: "d"): classes.append(.digit)
            case UInt8(ascii: "a"): classes.append(.letter)
            case UInt8(ascii: "x"): classes.append(.either)
            default:
                separator = byte
                continue
            }
            separators.append(separator)
            separator = 0
        }
    }

    /// The number in `window` with the classes of the shape; nil if it is not of the shape.
    ///
    /// - Parameter repairs: Counts the characters that were replaced because a recogniser may have confused them; nil if
    ///   none may be.
    func number(_ window: NumberWindow, repairs: inout Int?) -> CompactNumber? {
        var number = window.number
        for index in 0..<classes.count {
            let isDigit = number.isDigit(index)
            guard classes[index] == .digit && !isDigit || classes[index] == .letter && isDigit else { continue }
            guard let count = repairs, count < 3,
                let repaired = isDigit ? Confusions.letter(number[index]) : Confusions.digit(number[index])
            else { return nil }
            number[index] = repaired
            repairs = count + 1
        }
        return number
    }

    /// Whether the separators in `window` are those of the shape. The gap between two pieces may be any.
    func isWritten(as window: NumberWindow) -> Bool {
        (0..<classes.count).allSatisfy { index in
            let separator = window.separators[index]
            return separator == separators[index] || separator == NumberWindow.gap
        }
    }
}
