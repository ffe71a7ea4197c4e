public import BoundedWork
public import ImageCore

extension Detector {
    /// The lines of text in a picture, from the top down.
    ///
    /// - Parameters:
    ///   - pixels: The picture. What shines through it is looked at over white.
    ///   - area: Where to look; nil is everywhere. A line that reaches beyond it is found in part.
    ///   - recognizing: Whether they are read, which takes longer than finding them.
    ///   - budget: Pays for it, and tells whether it is still wanted.
    /// - Throws: ``DetectionFailure``.
    public func lines(
        of pixels: borrowing PixelBuffer,
        in area: PixelRect? = nil,
        recognizing: Bool = false,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [TextLine] {
        guard let area = PixelRect(pixels.size).intersection(area ?? PixelRect(pixels.size)) else { return [] }
        defer { runtime.wipe() }
        let run = try ModelRun(in: runtime, budget.cancellation)
        let found = try textDetector.lines(in: pixels, area, run, budget: &budget)
        let picture = try DetectionFailure.wrapping { try LinePicture(for: pixels, budget.cancellation) }
        var lines: [TextLine] = []
        for line in found {
            guard recognizing else {
                lines.append(TextLine(quadrilateral: line.quadrilateral.covering, score: line.score, text: nil))
                continue
            }
            let (text, read) = try textRecognizer.read(line.quadrilateral, of: pixels, picture, run, budget: &budget)
            lines.append(TextLine(read, line.score, text))
        }
        return lines.sorted {
            ($0.quadrilateral.topLeft.y, $0.quadrilateral.topLeft.x) < (
                $1.quadrilateral.topLeft.y, $1.quadrilateral.topLeft.x
            )
        }
    }
}

extension Quadrilateral {
    /// How far beyond what the network marks a line is covered, in heights of what it marks.
    private static let (marginAlong, marginAcross) = (0.05, 0.08)
    /// Pixels that are added to that, for what is smoothed at the edges.
    private static let margin = 1.0

    /// The line with its ascenders, descenders and what is smoothed at its edges.
    fileprivate var covering: Quadrilateral {
        grown(alongLine: coveringMargin, acrossLine: height * Self.marginAcross + Self.margin)
    }

    fileprivate var coveringMargin: Double { height * Self.marginAlong + Self.margin }
}

extension TextLine {
    /// A line that was read, with the extents of its characters along the larger quadrilateral that covers it.
    fileprivate init(_ read: Quadrilateral, _ score: Double, _ text: RecognizedText) {
        let covering = read.covering
        let (margin, width) = (read.coveringMargin, max(covering.width, 1))
        let characters = text.characters.enumerated().map { index, character in
            let lower = index == 0 ? 0 : (margin + character.extent.lowerBound * read.width) / width
            let upper =
                index + 1 == text.characters.count ? 1 : (margin + character.extent.upperBound * read.width) / width
            return RecognizedCharacter(bytes: character.bytes, score: character.score, extent: lower...upper)
        }
        self.init(
            quadrilateral: covering,
            score: score,
            text: RecognizedText(utf8: text.utf8, characters: characters, score: text.score)
        )
    }
}
