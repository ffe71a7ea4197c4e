import ImageCore

/// How many pixels of the detector's network show a pixel of the picture.
///
/// The network finds lines from five of its pixels high up to a hundred. The screens of phones show three pixels where those of
/// browsers show one, and have about as many columns as these have rows.
enum TextScale {
    /// Columns or rows of the network, whichever are fewer, that a picture is brought to.
    private static let shorterEdge = 704.0
    /// Beyond these, text of a picture would be too small, or nothing more be seen.
    private static let bounds = 0.5...1.5

    static func scale(for size: PixelSize) -> Double {
        min(max(shorterEdge / Double(min(size.width, size.height)), bounds.lowerBound), bounds.upperBound)
    }
}
