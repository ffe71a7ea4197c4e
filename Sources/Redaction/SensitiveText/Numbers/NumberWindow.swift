/// Some letters and digits in a row, and what separates them.
struct NumberWindow {
    /// In place of a separator, the gap between two pieces.
    static let gap: UInt8 = 0x0A

    private(set) var number = CompactNumber()
    /// For each character what separates it from the one before; 0 if nothing does.
    private(set) var separators = InlineArray<36, UInt8>(repeating: 0)
    private(set) var digitCount = 0

    /// Whether only spaces, dashes and gaps separate the characters.
    private(set) var isFree = true

    /// Appends the characters of an atom. False if they do not fit.
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

    /// The character that stands for what is between two atoms; nil if they are not of one number.
    static func separator(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> UInt8? {
        guard units.count <= 3 else { return nil }
        var separator: UInt8 = 0x20
        for unit in units {
            if unit.unitClass == .gap {
                separator = gap
            } else if unit.isSpace || unit.unitClass == .mark {
                continue
            } else if "-./(".unicodeScalars.contains(where: unit.equals), separator == 0x20 {
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
