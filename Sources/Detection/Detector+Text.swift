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
        let picture = try DetectionFailure.wrapping {
            // For all of them first, so that nothing is read that would not be told.
            if recognizing { try budget.spend(found.reduce(0) { $0 + TextRecognizer.cost(of: $1.quadrilateral) }) }
            return try LinePicture(for: pixels, budget.cancellation)
        }
        var lines: [TextLine] = []
        for line in found {
            guard recognizing else {
                lines.append(TextLine(quadrilateral: line.fitted.quadrilateral, score: line.score, text: nil))
                continue
            }
            let reading = try textRecognizer.read(line.quadrilateral, of: pixels, picture, run)
            lines.append(TextLine(line, reading))
        }
        return lines.sorted {
            ($0.quadrilateral.topLeft.y, $0.quadrilateral.topLeft.x) < (
                $1.quadrilateral.topLeft.y, $1.quadrilateral.topLeft.x
            )
        }
    }
}

extension TextLine {
    /// How far the recogniser is off, in heights of the line.
    private static let imprecision = 0.16

    /// A line that was read, with the extents of its characters along what covers it.
    fileprivate init(_ line: TextDetector.Line, _ reading: TextRecognizer.Reading) {
        let read = line.quadrilateral.turned(by: reading.quarterTurns)
        let covering = line.fitted.quadrilateral.turned(by: reading.quarterTurns)
        let ends = reading.text.characters.count - 1
        func place(_ share: Double) -> Double {
            var point = read.topLeft + (read.topRight - read.topLeft) * share
            if reading.quarterTurns == 0, let gaps = line.fitted.gaps {
                point.x = gaps.nearest(to: point.x, reach: covering.height * Self.imprecision)
            }
            return covering.share(of: point)
        }
        let characters = reading.text.characters.enumerated().map { index, character in
            // The first and the last one reach to the ends, wherever these are.
            let lower = index == 0 ? 0 : place(character.extent.lowerBound)
            let upper = index == ends ? 1 : place(character.extent.upperBound)
            return RecognizedCharacter(
                bytes: character.bytes,
                score: character.score,
                extent: lower...max(lower, upper)
            )
        }
        self.init(
            quadrilateral: covering,
            score: line.score,
            text: RecognizedText(utf8: reading.text.utf8, characters: characters, score: reading.text.score)
        )
    }
}
