public import SecureMemory

/// What a line says, as far as it could be read.
public struct RecognizedText: Sendable {
    /// The text as UTF-8, in memory that is wiped.
    public let utf8: SecureBytes
    /// The characters, in the order of the text: what is written from the right, such as Arabic, begins on the right of the line.
    public let characters: [RecognizedCharacter]
    /// How sure the characters are on average, 0 to 1; 0 if there are none.
    public let score: Double

    /// Where some characters stand along the line, with all that is between them; nil if there are none. What is written from the
    /// right has its first character at the end.
    public func extent(of range: Range<Int>) -> ClosedRange<Double>? {
        let all = characters[range].map(\.extent)
        guard let lower = all.map(\.lowerBound).min(), let upper = all.map(\.upperBound).max() else { return nil }
        return lower...upper
    }
}

/// A character of a line that was read.
public struct RecognizedCharacter: Sendable, Hashable {
    /// Its bytes in ``RecognizedText/utf8``.
    public let bytes: Range<Int>
    /// How sure it is, 0 to 1.
    public let score: Double
    /// Where it stands along the line, from 0, the left edge of the line's quadrilateral, to 1. Each character reaches to about
    /// the middle between it and the next one, so that characters that stand side by side hardly leave a gap.
    public let extent: ClosedRange<Double>
}
