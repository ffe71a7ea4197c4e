public import BoundedWork
public import ImageCore

extension Detector {
    /// The lines of text in a picture, from the top down.
    ///
    /// - Parameters:
    ///   - pixels: The picture. Where it is translucent, it is looked at before white and before black.
    ///   - area: The part to look at; nil is all. A line that reaches beyond it is found in part.
    ///   - recognizing: Whether they are read, which takes longer than finding them.
    ///   - work: The threads, on which no finding depends.
    ///   - budget: Pays for it, and says whether it is still wanted.
    public func lines(
        of pixels: borrowing PixelBuffer,
        in area: PixelRect? = nil,
        recognizing: Bool = false,
        work: WorkContext = WorkContext(),
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [TextLine] {
        guard let area = PixelRect(pixels.size).intersection(area ?? PixelRect(pixels.size)) else { return [] }
        defer { runtime.wipe() }
        let run = try ModelRun(in: runtime, budget.cancellation, work)
        var lines: [TextLine] = []
        for backdrop in Backdrop.all(for: pixels, area, budget.cancellation) {
            let found = try self.lines(of: pixels, in: area, before: backdrop, recognizing, run, budget: &budget)
            try DetectionFailure.wrapping { try budget.spend(found.count * lines.count) }
            lines += found.filter { line in !lines.contains { $0.isSame(as: line) } }
        }
        return lines.fromTop
    }

    private func lines(
        of pixels: borrowing PixelBuffer,
        in area: PixelRect,
        before backdrop: Backdrop,
        _ recognizing: Bool,
        _ run: ModelRun,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [TextLine] {
        let found = try textDetector.lines(in: pixels, area, before: backdrop, run, budget: &budget)
        guard recognizing else {
            return found.map { TextLine(quadrilateral: $0.fitted.quadrilateral, score: $0.score, text: nil) }
        }
        // For all of them first, so that nothing is read in vain.
        try DetectionFailure.wrapping {
            try budget.spend(found.reduce(0) { $0 + TextRecognizer.cost(of: $1.quadrilateral) })
        }
        let picture = LinePicture(before: backdrop, budget.cancellation)
        let lines = try run.map(found.count) { (index) throws(DetectionFailure) in
            TextLine(found[index], try textRecognizer.read(found[index].quadrilateral, of: pixels, picture, run))
        }
        return try scriptReaders.read(lines, of: pixels, picture, run, budget: &budget)
    }
}

extension [TextLine] {
    /// The lines from the top down, and those that begin at one height from the left.
    package var fromTop: [TextLine] {
        sorted {
            ($0.quadrilateral.topLeft.y, $0.quadrilateral.topLeft.x) < (
                $1.quadrilateral.topLeft.y, $1.quadrilateral.topLeft.x
            )
        }
    }
}

extension TextLine {
    fileprivate func isSame(as other: TextLine) -> Bool {
        let (mine, others) = (quadrilateral, other.quadrilateral)
        let isCovered =
            mine.columns.lowerBound <= others.columns.lowerBound && mine.columns.upperBound >= others.columns.upperBound
            && mine.rows.lowerBound <= others.rows.lowerBound && mine.rows.upperBound >= others.rows.upperBound
        return isCovered && (text == nil || text?.utf8 == other.text?.utf8)
    }

    /// Error of the recogniser, in heights of the line.
    private static let imprecision = 0.16

    /// A line that was read, with the extents of its characters along its cover.
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
