/// The parameters of a query in the order in which they stand, decoded as `application/x-www-form-urlencoded`.
struct QueryParameters {
    /// Names and values; a name may be repeated.
    let pairs: [(name: String, value: String)]

    /// Most parameters of a query.
    private static let maximumCount = 512

    /// Reads the query of a request.
    ///
    /// - Parameter target: The request target; what follows its first `?` is the query.
    /// - Throws: A 400 for a percent-escape or bytes that are no UTF-8.
    init(target: String) throws(Problem) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            pairs = []
            return
        }
        let fields = target.utf8[target.utf8.index(after: mark)...].split(separator: UInt8(ascii: "&"))
        guard fields.count <= Self.maximumCount else {
            throw .malformed(.queryMalformed, "It has more than \(Self.maximumCount) parameters")
        }
        var pairs: [(name: String, value: String)] = []
        for field in fields {
            let sides = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            pairs.append((try Self.decode(sides[0]), sides.count == 2 ? try Self.decode(sides[1]) : ""))
        }
        self.pairs = pairs
    }

    private static func decode(_ text: Substring.UTF8View) throws(Problem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else {
                    throw malformedEscape()
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw malformedEscape() }
        return decoded
    }

    /// The value of a hexadecimal digit.
    private static func digit(_ character: UInt8?) -> UInt8? {
        character.flatMap { UInt8(exactly: Character(Unicode.Scalar($0)).hexDigitValue ?? -1) }
    }

    private static func malformedEscape() -> Problem {
        .malformed(.queryMalformed, "A percent escape in it is incomplete or not UTF-8")
    }
}
