extension CompactNumber {
    /// The sum of digits times weights, from the first digit on.
    func weighted(_ weights: [Int]) -> Int {
        var sum = 0
        for (index, weight) in weights.enumerated() { sum += digit(index) * weight }
        return sum
    }

    /// Luhn's algorithm (ISO/IEC 7812-1, annex B), by default over all digits.
    func followsLuhn(_ range: Range<Int>? = nil) -> Bool {
        let range = range ?? 0..<count
        var sum = 0
        for (place, index) in range.reversed().enumerated() {
            let digit = digit(index)
            sum += place % 2 == 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit
        }
        return sum % 10 == 0
    }

    /// The remainder by 97 of the number, with 10...35 in place of letters (ISO 7064), from `start` round to it.
    func remainder97(from start: Int = 0) -> Int {
        var remainder = 0
        for place in 0..<count {
            let value = value36((start + place) % count)
            remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
        }
        return remainder
    }

    /// MOD 11,10 of ISO 7064.
    var followsMod11And10: Bool {
        var check = 5
        for index in 0..<count {
            check = ((check == 0 ? 10 : check) * 2 % 11 + digit(index)) % 10
        }
        return check == 1
    }

    /// Verhoeff's algorithm ("Error detecting decimal codes", 1969).
    var followsVerhoeff: Bool {
        var check = 0
        for place in 0..<count {
            check = Self.dihedral(check, Self.permuted(digit(count - 1 - place), place % 8))
        }
        return check == 0
    }

    /// The product in the dihedral group of ten elements.
    private static func dihedral(_ left: Int, _ right: Int) -> Int {
        switch (left < 5, right < 5) {
        case (true, true): (left + right) % 5
        case (true, false): (left + right - 5) % 5 + 5
        case (false, true): (left - 5 - right + 5) % 5 + 5
        case (false, false): (left - right + 5) % 5
        }
    }

    private static let permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

    private static func permuted(_ digit: Int, _ times: Int) -> Int {
        (0..<times).reduce(digit) { value, _ in permutation[value] }
    }
}
