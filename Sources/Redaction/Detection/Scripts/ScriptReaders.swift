import BoundedWork
import ImageCore

/// Second readings of the lines of a picture that the recogniser is unsure of, because they may be in a script that it does not
/// know.
struct ScriptReaders: Sendable {
    /// Score of the recogniser below which a line may be in any script.
    private static let unsureScore = 0.93
    /// Score below which a line beside others in a script may hold words in it, too.
    private static let sureScore = 0.998
    /// Lines in no known script after which nothing is expected of a picture any more.
    private static let attemptLimit = 5

    /// Captions in no known script after which none is expected among lines that are sure.
    private static let captionLimit = 2

    /// Width of a line of two characters, in heights.
    private static let leastLength = 1.5

    let readers: [ScriptReader]

    /// The lines, with their text in the scripts that the readers know.
    func read(
        _ lines: [TextLine],
        of pixels: borrowing PixelBuffer,
        _ picture: LinePicture,
        _ run: ModelRun,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [TextLine] {
        var lines = lines
        var ahead = ReadingsAhead()
        var counts: [Script: Int] = [:]
        var attempts: [Int] = []
        var (captions, vain) = (0, 0)
        let mayBeCyrillic = CyrillicLookAlikes.fill(lines) || Self.isHardlyLatin(lines)
        var indices = Self.unsureFirst(lines)[...]
        while let index = indices.popFirst() {
            // The script of most lines so far comes first.
            let isCaption = lines[index].hasUnsureCaption
            let candidates = readers.filter { mayBeCyrillic || !$0.script.isLikeLatin || isCaption }
                .sorted { counts[$0.script] ?? 0 > counts[$1.script] ?? 0 }
            let isUnsure =
                lines[index].readingScore < Self.unsureScore
                ? attempts.count < Self.attemptLimit
                : isCaption && captions < (counts.isEmpty ? Self.captionLimit : Self.attemptLimit)
            guard isUnsure || !counts.isEmpty else {
                if captions < Self.captionLimit { continue }
                break
            }
            // Without a known script all readers are asked; with one, its reader for this line and for those behind it.
            let wanted =
                counts.isEmpty
                ? candidates.map { (index, $0) }
                : candidates.prefix(1).flatMap { first in
                    ([index] + indices.prefix(run.work.threads - 1)).map { ($0, first) }
                }
            try ahead.read(wanted, of: lines, in: pixels, picture, run)
            var best: ScriptReading?
            for reader in isUnsure ? candidates : Array(candidates.prefix(1)) {
                try DetectionFailure.wrapping { try budget.spend(reader.cost(of: lines[index].quadrilateral)) }
                let reading =
                    if let made = ahead.take(index, reader.script) { made } else {
                        try reader.reading(of: lines[index], in: pixels, picture, run)
                    }
                let isKnown = counts[reader.script] != nil
                let isLikely = reading.isLikely(isKnown: isKnown, besides: lines[index].readingScore)
                guard isLikely, reading.isSurer(than: best) else { continue }
                best = reading
                if isKnown, reading.isSure || vain >= Self.captionLimit { break }
            }
            guard let best else {
                if isUnsure, isCaption, lines[index].readingScore >= Self.unsureScore { captions += 1 }
                if isUnsure { attempts.append(index) }
                continue
            }
            if counts[best.script] == nil {
                // It takes less now to be sure of them.
                indices = attempts + indices
                (attempts, captions, vain) = ([], 0, 0)
            } else if !best.isSure {
                vain += 1
            }
            counts[best.script, default: 0] += 1
            lines[index] = try DetectionFailure.wrapping { try lines[index].combined(with: best) }
        }
        return lines
    }

    /// The lines along which characters stand side by side and that may be read again, the least sure first; unsure ones of hardly
    /// more than a character come behind other unsure ones, because they may be pictures.
    static func unsureFirst(_ lines: [TextLine]) -> [Int] {
        func rank(_ line: TextLine) -> Int {
            guard line.readingScore < unsureScore else { return 2 }
            return line.quadrilateral.width < leastLength * line.quadrilateral.height ? 1 : 0
        }
        return lines.indices.filter { index in
            let place = lines[index].quadrilateral
            return lines[index].readingScore < sureScore && 2 * place.width >= place.height
        }.sorted { (rank(lines[$0]), lines[$0].readingScore) < (rank(lines[$1]), lines[$1].readingScore) }
    }

    /// Whether no more words in Latin letters are sure than unsure; the latter of unsure lines alone.
    private static func isHardlyLatin(_ lines: [TextLine]) -> Bool {
        var (sure, unsure) = (0, 0)
        for line in lines {
            let scores = line.text.map { ClassifiedText($0, in: .cyrillic).scoresOfLatinWords } ?? []
            let count = scores.count { $0 >= sureScoreOfWords }
            sure += count
            if line.readingScore < unsureScore { unsure += scores.count - count }
        }
        return sure <= unsure
    }

    private static let sureScoreOfWords = 0.985
}

/// Readings of lines that are made before they are asked for, because several threads make them.
private struct ReadingsAhead {
    private struct Key: Hashable {
        let line: Int
        let script: Script
    }

    private var readings: [Key: ScriptReading] = [:]

    /// Makes the readings that are not there yet; none where there is one thread.
    mutating func read(
        _ wanted: [(line: Int, reader: ScriptReader)],
        of lines: [TextLine],
        in pixels: borrowing PixelBuffer,
        _ picture: LinePicture,
        _ run: ModelRun
    ) throws(DetectionFailure) {
        guard run.work.threads > 1 else { return }
        let missing = wanted.filter { readings[Key(line: $0.line, script: $0.reader.script)] == nil }
        let made = try run.map(missing.count) { (index) throws(DetectionFailure) in
            try missing[index].reader.reading(of: lines[missing[index].line], in: pixels, picture, run)
        }
        for (wanted, reading) in zip(missing, made) {
            readings[Key(line: wanted.line, script: wanted.reader.script)] = reading
        }
    }

    /// The reading of a line in a script; nil if it was not made.
    mutating func take(_ line: Int, _ script: Script) -> ScriptReading? {
        readings.removeValue(forKey: Key(line: line, script: script))
    }
}

extension ClassifiedText {
    /// Certainty of each word of four or more Latin letters.
    fileprivate var scoresOfLatinWords: [Double] {
        classes.indices.split { classes[$0] != .latin }.filter { $0.count >= 4 }
            .map { score(of: $0.startIndex..<$0.endIndex) }
    }
}

extension ScriptReading {
    fileprivate func isSurer(than other: ScriptReading?) -> Bool {
        other.map { (words.weight, score) > ($0.words.weight, $0.score) } ?? true
    }
}

extension TextLine {
    fileprivate var readingScore: Double { text?.score ?? 0 }

    /// Score below which the first or the last word of a line may be a caption in another script than the rest.
    private static let unsureCaption = 0.9
    private static let captionLength = 3
    private static let wordLimit = 6
    private static let lengthLimit = 28

    fileprivate var hasUnsureCaption: Bool {
        guard let text, text.characters.count <= Self.lengthLimit else { return false }
        let line = ClassifiedText(text, in: .cyrillic)
        let words = line.words
        guard (2...Self.wordLimit).contains(words.count), let first = words.first, let last = words.last else {
            return false
        }
        return [first, last].contains { word in
            word.count >= Self.captionLength && line.score(of: word) < Self.unsureCaption
                && !line.classes[word].contains(.digit)
        }
    }

    fileprivate func combined(with reading: ScriptReading) throws -> TextLine {
        guard let text, let combined = try CombinedReading(text, reading).text() else { return self }
        return TextLine(quadrilateral: quadrilateral, score: score, text: combined)
    }
}

/// Words that a recogniser of Latin and Greek letters reads in place of Cyrillic ones: "6e3onaCHOCTn" for "безопасности".
enum CyrillicLookAlikes {
    /// Number of such words in a picture with Cyrillic letters: a single one may be a password.
    private static let leastCount = 3
    /// Highest score of such a word: the recogniser is surer of "YouTube".
    private static let greatestScore = 0.985
    private static let lengths = 3...24

    /// Whether some lines have so many words of look-alikes that they can hardly be in another script.
    static func fill(_ lines: [TextLine]) -> Bool {
        var count = 0
        for text in lines.lazy.compactMap(\.text) where count < leastCount {
            count += text.words.count { word in
                text.characters[word].meanScore < greatestScore && isLookAlike(word.compactMap(text.scalar))
            }
        }
        return count >= leastCount
    }

    /// Whether capitals or digits stand behind small letters, or Greek letters beside Latin ones, and Cyrillic letters look like
    /// all of them.
    private static func isLookAlike(_ word: [Unicode.Scalar]) -> Bool {
        guard lengths.contains(word.count), word.allSatisfy({ !$0.isASCII || likeCyrillic.contains($0) }) else {
            return false
        }
        let hasGreek = word.contains { (0x370...0x3FF).contains($0.value) }
        return hasGreek && word.contains { $0.isASCII && $0.properties.isAlphabetic }
            || zip(word, word.dropFirst()).contains { $0.properties.isLowercase && !$1.properties.isLowercase }
    }

    /// Latin letters and digits that Cyrillic letters look like.
    private static let likeCyrillic = Set("ABCEFHIKLMNOPTUVWXYZabceglkmnopqrtuvwxy03467".unicodeScalars)
}
