@testable import ImageCore
@testable import ImageFixtures

extension Picture {
    /// The picture turned by the words of EXIF 2.32, section 4.6.5: where the 0th row and the 0th column are seen.
    func seen(as orientation: Orientation) -> Picture {
        enum Side { case top, bottom, left, right }
        let (firstRow, firstColumn): (Side, Side) =
            switch orientation {
            case .up: (.top, .left)
            case .upMirrored: (.top, .right)
            case .down: (.bottom, .right)
            case .downMirrored: (.bottom, .left)
            case .leftMirrored: (.left, .top)
            case .right: (.right, .top)
            case .rightMirrored: (.right, .bottom)
            case .left: (.left, .bottom)
            }
        let rowsStayRows = firstRow == .top || firstRow == .bottom
        let seenWidth = rowsStayRows ? width : height
        let seenHeight = rowsStayRows ? height : width
        var output = [UInt8](repeating: 0, count: samples.count)
        for storedY in 0..<height {
            for storedX in 0..<width {
                // Distances from the sides at which the 0th row and column are seen.
                var (x, y) = (0, 0)
                for (side, distance) in [(firstRow, storedY), (firstColumn, storedX)] {
                    switch side {
                    case .top: y = distance
                    case .bottom: y = seenHeight - 1 - distance
                    case .left: x = distance
                    case .right: x = seenWidth - 1 - distance
                    }
                }
                for channel in 0..<channels {
                    output[(y * seenWidth + x) * channels + channel] =
                        samples[(storedY * width + storedX) * channels + channel]
                }
            }
        }
        return Picture(width: seenWidth, height: seenHeight, channels: channels, samples: output)
    }
}
