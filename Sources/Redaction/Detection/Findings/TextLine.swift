/// A line of text that was seen in a picture.
public struct TextLine: Sendable {
    /// Where it is: the upper edge runs along the line in the direction of reading. It holds ascenders, descenders and what is
    /// smoothed at the edges.
    public let quadrilateral: Quadrilateral
    /// How sure it is that there is text, 0 to 1.
    public let score: Double
    /// What it says; nil if that was not asked for.
    public let text: RecognizedText?
}
