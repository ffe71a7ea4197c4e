import BoundedWork
import ImageCore
import SecureMemory

/// Reads lines of text: PP-OCRv6's recogniser.
struct TextRecognizer: Sendable {
    /// What reading a column of a line costs.
    private static let unitsOfColumn = 1_600
    /// From how many times its width on the height of a line says that it runs down the picture.
    private static let uprightShare = 1.5
    /// Rows of a line as the network takes it.
    private static let height = 48

    /// How many steps after the middle of a character the network is surest of it, as measured.
    private static let delay = 0.33

    let model: Model
    let characters: CharacterTable

    /// What a line says.
    struct Reading {
        let text: RecognizedText
        /// By how many quarters clockwise the line had to be turned: from the left to the right, downwards, from the right to the
        /// left, upwards.
        let quarterTurns: Int
    }

    /// Reads a line. One that is higher than wide is read downwards and upwards, and the better reading counts.
    ///
    /// - Parameters:
    ///   - line: The line, close round its characters.
    ///   - pixels: The picture.
    ///   - picture: Shows it to the network.
    ///   - run: Calls it off.
    /// - Throws: ``DetectionFailure``.
    func read(
        _ line: Quadrilateral,
        of pixels: borrowing PixelBuffer,
        _ picture: borrowing LinePicture,
        _ run: ModelRun
    ) throws(DetectionFailure) -> Reading {
        var best = Reading(
            text: try readAlong(line, of: pixels, picture, run),
            quarterTurns: 0
        )
        guard Self.mayRunDown(line) else { return best }
        for turns in [1, 3] {
            let text = try readAlong(line.turned(by: turns), of: pixels, picture, run)
            if text.score > best.text.score { best = Reading(text: text, quarterTurns: turns) }
        }
        return best
    }

    /// What reading a line costs: units of a `WorkBudget`.
    static func cost(of line: Quadrilateral) -> Int {
        let along = LinePicture.width(of: line, height: height)
        guard mayRunDown(line) else { return unitsOfColumn * along }
        return unitsOfColumn * (along + 2 * LinePicture.width(of: line.turned(by: 1), height: height))
    }

    private static func mayRunDown(_ line: Quadrilateral) -> Bool { line.height > line.width * uprightShare }

    private func readAlong(
        _ line: Quadrilateral,
        of pixels: borrowing PixelBuffer,
        _ picture: borrowing LinePicture,
        _ run: ModelRun
    ) throws(DetectionFailure) -> RecognizedText {
        let planes = try DetectionFailure.wrapping {
            try picture.show(line, of: pixels, height: Self.height, as: .textRecognizer)
        }
        return try read(planes, run)
    }

    /// Reads a small picture.
    ///
    /// - Throws: ``DetectionFailure`` if the network is another than it should be, or knows other characters.
    func tryOut(_ run: ModelRun) throws(DetectionFailure) {
        _ = try read(DetectionFailure.wrapping { try Planes.blank(width: Self.height, height: Self.height) }, run)
    }

    private func read(_ planes: borrowing Planes, _ run: ModelRun) throws(DetectionFailure) -> RecognizedText {
        try model.read(planes, classCount: characters.count, none: 0, as: "the text recogniser", run, text)
    }

    private func text(_ decoding: CTCDecoding) throws(OutOfMemory) -> RecognizedText {
        var line = try RecognizedText.Builder(capacity: decoding.characters.count * 4)
        for character in decoding.characters {
            let step = Double(character.steps.lowerBound + character.steps.upperBound) / 2 - Self.delay
            try line.append(
                characters[character.index],
                middle: step / Double(decoding.stepCount),
                score: Double(character.score)
            )
        }
        return line.finish()
    }
}
