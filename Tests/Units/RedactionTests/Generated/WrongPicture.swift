import ImageCore
import SeededRandom
import Testing

/// A picture that does not belong to the source of a screen: the same screen, in another size.
enum WrongPicture: String, CaseIterable {
    case half
    case threeQuarters
    case turned
    case otherDevice

    /// Columns and rows of this picture of `screen`.
    func size(of screen: GeneratedScreen) throws -> PixelSize {
        let (width, height) = (screen.display.width, screen.display.height)
        switch self {
        case .half: return try #require(PixelSize(width: width / 2, height: height / 2))
        case .threeQuarters: return try #require(PixelSize(width: width * 3 / 4, height: height * 3 / 4))
        case .turned: return try #require(PixelSize(width: height, height: width))
        case .otherDevice:
            var random = SeededGenerator(seed: UInt64(screen.index))
            let isTurned = screen.display.isLandscape
            return try Display.any(apple: screen.display.isApple, isTurned: isTurned, &random).size
        }
    }
}

extension GeneratedScreen {
    /// Whether a picture of `size` can be told from the one that belongs to the source.
    ///
    /// It cannot where it is as wide or as high: what is missing may be system bars, or another app. Nor can it where the
    /// window of an app, or of its dialog, lies somewhere in it and nothing states how large the screen is.
    func isTellable(from size: PixelSize) -> Bool {
        guard size.width != display.width, size.height != display.height else { return false }
        let picture = PixelBox(0, 0, size.width, size.height)
        let isFloating = roots.allSatisfy(picture.contains) && !roots.contains { $0.left == 0 && $0.top == 0 }
        return writing.statedSize != nil || !isFloating
    }
}
