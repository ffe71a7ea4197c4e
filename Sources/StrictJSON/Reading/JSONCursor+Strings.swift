import SecureMemory

extension JSONCursor {
    /// Reads a string as a slice of the text: for images and other long strings, which ``JSONString/bytes()`` hands on
    /// without leaving wiped memory.
    public func text() throws(JSONSchemaError) -> JSONString {
        guard case .string(let text) = value else { throw wrongType(expected: "a string") }
        return text
    }

    /// Reads a string, and copies it into memory that is not wiped.
    ///
    /// - Parameter byteCount: How many bytes it may have in UTF-8.
    public func string(bytes byteCount: ClosedRange<Int> = 0...Int.max) throws(JSONSchemaError) -> String {
        let text = try text()
        // What is too long even if it were all escapes is refused before it is copied.
        let string = text.escaped.count / 6 > byteCount.upperBound ? nil : text.string
        guard let string, byteCount.contains(string.utf8.count) else {
            throw outOfRange(
                expected: "a string of \(NumberText.describe(byteCount)) bytes",
                found: string.map { "one of \($0.utf8.count)" } ?? "a longer one"
            )
        }
        return string
    }

    /// The word among the cases of `words` that the string is:
    /// ```swift
    /// enum Units: String, CaseIterable { case pixels, points, ratio }
    /// let units = try policy.optional("units")?.word(of: Units.self) ?? .pixels
    /// ```
    public func word<Word: RawRepresentable<String> & CaseIterable>(
        of words: Word.Type
    ) throws(JSONSchemaError) -> Word {
        let text = try text()
        let short = text.escaped.count <= 256 ? text.string : nil
        guard let short, let word = Word(rawValue: short) else {
            throw JSONSchemaError(.unknownWord(short, known: Word.allCases.map(\.rawValue)), at: pointer)
        }
        return word
    }
}
