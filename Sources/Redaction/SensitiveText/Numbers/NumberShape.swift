/// How a number is written: `d` is a digit, `a` a letter, `x` either; the rest stands for itself, and a space for whatever
/// separates.
struct NumberShape: Sendable {
    private enum Class: Sendable {
        case digit
        case letter
        case either
    }

    private var classes: [Class] = []
    /// For each character what separates it from the one before; 0 if nothing does.
    private var separators: [UInt8] = []

    /// How many letters and digits there are.
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
    /// - Parameter repairs: Counts the characters that a recogniser may have confused and that were replaced; nil if none may.
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

    /// Whether what separates the characters of `window` is as in the shape. The gap between two pieces may be anything.
    func isWritten(as window: NumberWindow) -> Bool {
        (0..<classes.count).allSatisfy { index in
            let separator = window.separators[index]
            return separator == separators[index] || separator == NumberWindow.gap
        }
    }
}
