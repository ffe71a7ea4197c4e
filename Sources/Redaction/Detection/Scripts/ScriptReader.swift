import BoundedWork
import ImageCore
import SecureMemory

/// Reads lines in a script that the recogniser does not know: a network of Tesseract.
struct ScriptReader: Sendable {
    /// What reading a column of a line costs.
    private static let unitsOfColumn = 1_600

    let script: Script
    let model: Model
    let characters: ScriptCharacters
    /// Sets words right that can only be in the script; nil where they are mixed with Latin letters.
    private let words: PureWords?

    init(script: Script, model: Model, characters: ScriptCharacters) {
        (self.script, self.model, self.characters) = (script, model, characters)
        words = script.isRightToLeft ? PureWords(of: script, characters) : nil
    }

    /// What reading a line costs: units of a `WorkBudget`.
    func cost(of line: Quadrilateral) -> Int {
        Self.unitsOfColumn * LinePicture.width(of: shown(line), height: characters.rowCount)
    }

    /// Reads a line. Places of characters are shares of its length.
    ///
    /// - Parameters:
    ///   - line: The line, with room for ascenders and descenders.
    ///   - pixels: The picture.
    ///   - picture: Shows it to the network.
    ///   - run: Calls it off.
    /// - Throws: ``DetectionFailure``.
    func reading(
        of line: Quadrilateral,
        in pixels: borrowing PixelBuffer,
        _ picture: borrowing LinePicture,
        _ run: ModelRun
    ) throws(DetectionFailure) -> ScriptReading {
        let shown = shown(line)
        let planes = try DetectionFailure.wrapping {
            try picture.show(shown, of: pixels, height: characters.rowCount, as: .plain)
        }
        let margin = line.height * script.margin.along / max(shown.width, 1)
        return ScriptReading(try read(planes, run, margin: margin), in: script)
    }

    /// Reads a small picture.
    ///
    /// - Throws: ``DetectionFailure`` if the network is another than it should be, or knows other characters.
    func tryOut(_ run: ModelRun) throws(DetectionFailure) {
        let height = characters.rowCount
        _ = try read(DetectionFailure.wrapping { try Planes.blank(width: height, height: height) }, run, margin: 0)
    }

    /// A line with its margin.
    private func shown(_ line: Quadrilateral) -> Quadrilateral {
        line.grown(alongLine: line.height * script.margin.along, acrossLine: line.height * script.margin.across)
    }

    /// - Parameter margin: Which share of the picture is beyond each end of the line.
    private func read(
        _ planes: borrowing Planes,
        _ run: ModelRun,
        margin: Double
    ) throws(DetectionFailure) -> RecognizedText {
        LineContrast(of: planes).apply(to: planes)
        return try model.read(
            planes,
            classCount: characters.classCount,
            none: characters.none,
            as: "the reader of \(script)",
            run
        ) { decoding throws(OutOfMemory) in
            try text(decoding, margin: margin)
        }
    }

    private func text(
        _ decoding: CTCDecoding,
        margin: Double
    ) throws(OutOfMemory) -> RecognizedText {
        let decoded = words?.characters(of: decoding) ?? decoding.characters
        var line = try RecognizedText.Builder(capacity: decoded.count * 4)
        var rest = decoded[...]
        while !rest.isEmpty {
            guard let (character, count) = characters.first(of: rest.lazy.map(\.index)) else {
                // Classes that stand for no character in this order.
                rest.removeFirst()
                continue
            }
            let parts = rest.prefix(count)
            rest.removeFirst(count)
            let steps = parts[parts.startIndex].steps.lowerBound + parts[parts.endIndex - 1].steps.upperBound
            let score = parts.reduce(0) { $0 + Double($1.score) } / Double(count)
            let place = (Double(steps) / 2 / Double(decoding.stepCount) - margin) / (1 - 2 * margin)
            try line.append(character, middle: min(max(place, 0), 1), score: score)
        }
        return line.finish()
    }
}

extension Script {
    /// What is shown beyond a line along and across it, in heights of the line, as measured. Arabic letters may stand apart from
    /// the line; short Russian words are not read with any margin.
    fileprivate var margin: (along: Double, across: Double) {
        switch self {
        case .arabic: (0.35, 0.05)
        case .cyrillic, .hebrew: (0, 0)
        case .devanagari, .hangul, .japanese, .thai: (0.1, 0.05)
        }
    }
}
