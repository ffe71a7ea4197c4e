extension JSONCursor {
    /// Reads a number, which is always finite.
    public func number() throws(JSONSchemaError) -> Double {
        guard case .number(let number) = value else { throw wrongType(expected: "a number") }
        return number
    }

    /// Reads a number within `range`.
    public func number(in range: ClosedRange<Double>) throws(JSONSchemaError) -> Double {
        let number = try number()
        guard range.contains(number) else {
            throw outOfRange(
                expected: "a number from \(NumberText.describe(range))",
                found: NumberText.describe(number)
            )
        }
        return number
    }

    /// Reads a number above `lower` and at most `upper`: `width: number(above: 0, upTo: 16_384)`.
    public func number(above lower: Double, upTo upper: Double) throws(JSONSchemaError) -> Double {
        let number = try number()
        guard number > lower, number <= upper else {
            throw outOfRange(
                expected: "a number above \(NumberText.describe(lower)) and up to \(NumberText.describe(upper))",
                found: NumberText.describe(number)
            )
        }
        return number
    }

    /// Reads a whole number within `range`, however it is written: `1e2` is 100.
    ///
    /// Beyond ±(2^53 - 1) a `Double` does not hold every whole number, so those are refused whatever the range.
    public func integer(in range: ClosedRange<Int>) throws(JSONSchemaError) -> Int {
        guard case .number(let number) = value else { throw wrongType(expected: "a whole number") }
        guard abs(number) < 0x1p53, let integer = Int(exactly: number), range.contains(integer) else {
            throw outOfRange(
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
                found: NumberText.describe(number)
            )
        }
        return integer
    }
}

/// Writes numbers and ranges for messages.
enum NumberText {
    /// The number, without a decimal point if it is whole.
    static func describe(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// A range of numbers: `0 to 0.5`.
    static func describe(_ range: ClosedRange<Double>) -> String {
        "\(describe(range.lowerBound)) to \(describe(range.upperBound))"
    }

    /// A range of counts: `1 or more`, `2`, `1 to 8`.
    static func describe(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return String(range.lowerBound) }
        return range.upperBound == .max
            ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
