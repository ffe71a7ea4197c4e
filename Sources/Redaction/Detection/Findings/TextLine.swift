/// A line of text that was seen in a picture.
public struct TextLine: Sendable {
    /// Where it is: the upper edge runs along the line in the direction of reading. It holds ascenders, descenders and what is
    /// smoothed at the edges.
    public let quadrilateral: Quadrilateral
    /// How sure it is that there is text, 0 to 1.
    public let score: Double
    /// What it says; nil if that was not asked for.
    public let text: RecognizedText?

    /// The place of some characters of the text.
    ///
    /// - Parameter characters: Indices of ``RecognizedText/characters``. Nil if there are none, or if the text was not asked for.
    public func quadrilateral(of characters: Range<Int>) -> Quadrilateral? {
        guard let text, !characters.isEmpty, text.characters.indices.contains(characters.lowerBound),
            text.characters.count >= characters.upperBound
        else { return nil }
        return text.extent(of: characters).map(quadrilateral.part)
    }
}
