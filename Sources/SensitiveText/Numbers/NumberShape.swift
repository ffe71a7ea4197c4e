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

/// Characters that recognisers take for others.
enum Confusions {
    /// The digit that the capital letter may be.
    static func digit(_ letter: UInt8) -> UInt8? {
        switch Unicode.Scalar(letter) {
        case "O", "Q", "D": 0x30
        case "I", "L", "J": 0x31
        case "Z": 0x32
        case "A": 0x34
        case "S": 0x35
        case "G": 0x36
        case "T": 0x37
        case "B": 0x38
        default: nil
        }
    }

    /// The letter that the digit may be.
    static func letter(_ digit: UInt8) -> UInt8? {
        switch Unicode.Scalar(digit) {
        case "0": 0x4F
        case "1": 0x49
        case "2": 0x5A
        case "4": 0x41
        case "5": 0x53
        case "6": 0x47
        case "8": 0x42
        default: nil
        }
    }
}
