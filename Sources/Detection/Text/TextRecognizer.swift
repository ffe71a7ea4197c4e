import BoundedWork
import ImageCore
import SecureMemory

/// Reads lines of text: PP-OCRv6's recogniser.
struct TextRecognizer: Sendable {
    /// What reading a column of a line costs.
    private static let unitsOfColumn = 1_600
    /// From how many times its width on the height of a line says that it runs down the picture.
    private static let uprightShare = 1.5

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
        let along = LinePicture.width(of: line)
        return unitsOfColumn * (mayRunDown(line) ? along + 2 * LinePicture.width(of: line.turned(by: 1)) : along)
    }

    private static func mayRunDown(_ line: Quadrilateral) -> Bool { line.height > line.width * uprightShare }

    private func readAlong(
        _ line: Quadrilateral,
        of pixels: borrowing PixelBuffer,
        _ picture: borrowing LinePicture,
        _ run: ModelRun
    ) throws(DetectionFailure) -> RecognizedText {
        let planes = try DetectionFailure.wrapping { try picture.show(line, of: pixels) }
        return try read(planes, run)
    }

    /// Reads a small picture.
    ///
    /// - Throws: ``DetectionFailure`` if the network is another than it should be, or knows other characters.
    func tryOut(_ run: ModelRun) throws(DetectionFailure) {
        let edge = LinePicture.height
        _ = try read(DetectionFailure.wrapping { try Planes.blank(width: edge, height: edge) }, run)
    }

    private func read(_ planes: borrowing Planes, _ run: ModelRun) throws(DetectionFailure) -> RecognizedText {
        try model.run(planes, run) { (outputs) throws(DetectionFailure) in
            guard let output = outputs.first, output.shape.count == 3, output.shape[2] == characters.count,
                let probabilities = output.values.baseAddress
            else { throw .broken("the text recogniser does not know the characters that it should") }
            let stepCount = output.shape[1]
            let decoding = CTCDecoding(probabilities, stepCount: stepCount, classCount: characters.count)
            return try DetectionFailure.wrapping { try text(decoding, stepCount: stepCount) }
        }
    }

    private func text(_ decoding: CTCDecoding, stepCount: Int) throws(OutOfMemory) -> RecognizedText {
        let middles = decoding.characters.map { character in
            (Double(character.steps.lowerBound + character.steps.upperBound) / 2 - Self.delay) / Double(stepCount)
        }
        var builder = try SecureBytesBuilder(capacity: decoding.characters.count * 4)
        var recognized: [RecognizedCharacter] = []
        for (index, character) in decoding.characters.enumerated() {
            let start = builder.count
            try builder.append(characters[character.index])
            let lower = index == 0 ? 0 : max((middles[index - 1] + middles[index]) / 2, 0)
            let upper = index + 1 == middles.count ? 1 : (middles[index] + middles[index + 1]) / 2
            recognized.append(
                RecognizedCharacter(
                    bytes: start..<builder.count,
                    score: Double(character.score),
                    extent: lower...max(lower, upper)
                )
            )
        }
        let score = recognized.isEmpty ? 0 : recognized.reduce(0) { $0 + $1.score } / Double(recognized.count)
        return RecognizedText(utf8: builder.finish(), characters: recognized, score: score)
    }
}
