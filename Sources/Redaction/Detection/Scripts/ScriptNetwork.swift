import BoundedWork
import ImageCore
import SecureMemory

/// A network of Tesseract that reads lines in a script, or in a language.
struct ScriptNetwork: Sendable {
    private static let unitsOfColumn = 1_600

    let name: String
    let characters: ScriptCharacters
    private let model: Model
    /// Correction of words that can only be in the script; nil where they are mixed with Latin letters.
    private let words: PureWords?

    init(name: String, of script: Script, model: Model, characters: ScriptCharacters) {
        (self.name, self.model, self.characters) = (name, model, characters)
        words = script.isRightToLeft ? PureWords(of: script, characters) : nil
    }

    func cost(of line: Quadrilateral) -> Int {
        Self.unitsOfColumn * LinePicture.width(of: line, height: characters.rowCount)
    }

    /// - Throws: ``DetectionFailure`` if the network is another than it should be, or knows other characters.
    func tryOut(_ run: ModelRun) throws(DetectionFailure) {
        let height = characters.rowCount
        _ = try read(DetectionFailure.wrapping { try Planes.blank(width: height, height: height) }, run, margin: 0)
    }

    /// - Parameter margin: Share of the picture beyond each end of the line.
    func read(
        _ planes: borrowing Planes,
        _ run: ModelRun,
        margin: Double
    ) throws(DetectionFailure) -> RecognizedText {
        LineContrast(of: planes).apply(to: planes)
        return try model.read(
            planes,
            classCount: characters.classCount,
            none: characters.none,
            as: "the reader of \(name)",
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
                // Classes in this order that stand for no character.
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
