import BoundedWork
import ImageCore
import SecureMemory

/// Reader of lines of text: PP-OCRv6's recogniser.
struct TextRecognizer: Sendable {
    private static let unitsOfColumn = 1_600
    /// Height of a line that runs down the picture, in its widths.
    private static let uprightShare = 1.5
    /// Rows of a line for the network.
    private static let height = 48

    /// Steps between the middle of a character and the greatest certainty, by measurement.
    private static let delay = 0.33

    let model: Model
    let characters: CharacterTable

    struct Reading {
        let text: RecognizedText
        /// Clockwise quarter turns of the line: from the left to the right, downwards, from the right to the left, upwards.
        let quarterTurns: Int
    }

    /// Reads a line, which is close round its characters. One that is higher than wide is read downwards and upwards, and the
    /// better reading counts.
    func read(
        _ line: Quadrilateral,
        of pixels: borrowing PixelBuffer,
        _ picture: LinePicture,
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

    static func cost(of line: Quadrilateral) -> Int {
        let along = LinePicture.width(of: line, height: height)
        guard mayRunDown(line) else { return unitsOfColumn * along }
        return unitsOfColumn * (along + 2 * LinePicture.width(of: line.turned(by: 1), height: height))
    }

    private static func mayRunDown(_ line: Quadrilateral) -> Bool { line.height > line.width * uprightShare }

    private func readAlong(
        _ line: Quadrilateral,
        of pixels: borrowing PixelBuffer,
        _ picture: LinePicture,
        _ run: ModelRun
    ) throws(DetectionFailure) -> RecognizedText {
        let planes = try DetectionFailure.wrapping {
            try picture.show(line, of: pixels, height: Self.height, as: .textRecognizer)
        }
        return try read(planes, run)
    }

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

struct CharacterTable: Sendable {
    /// The character of each class of the network. Class 0 stands for no character.
    private let characters: [String]

    var count: Int { characters.count }

    /// Reads a file with a character in each line, to which a space is added as the last.
    init(path: String, _ bytes: SecureBytes) throws(DetectorError) {
        guard let text = bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw .damaged(path: path, reason: "it is not UTF-8")
        }
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard !lines.isEmpty, lines.allSatisfy({ $0.utf8.count <= Self.longest && !$0.isEmpty }) else {
            throw .damaged(path: path, reason: "it is not a list of characters")
        }
        characters = [""] + lines.map(String.init) + [" "]
    }

    private static let longest = 16

    /// - Precondition: `index` is not 0.
    subscript(index: Int) -> String { characters[index] }
}
