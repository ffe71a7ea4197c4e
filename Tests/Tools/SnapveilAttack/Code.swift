/// A secret of decimal digits, leading zeros included.
struct Code: Hashable, Sendable, CustomStringConvertible {
    /// 0 to 10^``length`` - 1.
    let value: Int
    /// Digits, 1 to ``maximumLength``.
    let length: Int

    /// Most digits: what an exhaustive search can hold.
    static let maximumLength = 6

    /// The code with the number `value` and `length` digits.
    ///
    /// - Precondition: The length is within 1 and ``maximumLength``, and the number has no more digits.
    init(_ value: Int, length: Int) {
        precondition((1...Self.maximumLength).contains(length), "a code has 1 to 6 digits")
        precondition((0..<Self.count(length: length)).contains(value), "the number has more digits than the code")
        self.value = value
        self.length = length
    }

    /// How many codes of `length` digits there are.
    static func count(length: Int) -> Int {
        (0..<length).reduce(1) { count, _ in count * 10 }
    }

    /// The digits, the leading one first.
    var digits: [Int] {
        var rest = value
        var digits = [Int](repeating: 0, count: length)
        for place in digits.indices.reversed() {
            (rest, digits[place]) = rest.quotientAndRemainder(dividingBy: 10)
        }
        return digits
    }

    /// The digits of the code, for example `004711`.
    var description: String { digits.map(String.init).joined() }

    /// In how many places both have the same digit.
    ///
    /// - Precondition: Both are of one length.
    func commonDigits(with other: Code) -> Int {
        precondition(length == other.length, "the codes differ in length")
        return zip(digits, other.digits).count { $0 == $1 }
    }
}
