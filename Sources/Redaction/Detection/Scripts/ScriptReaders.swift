import BoundedWork
import ImageCore

/// Reads the lines of a picture again that the recogniser is unsure of, as they may be in a script that it does not know.
struct ScriptReaders: Sendable {
    /// Below this score of the recogniser, a line may be in any script.
    private static let unsureScore = 0.93
    /// Below this score, a line beside others in a script may hold words in it, too.
    private static let sureScore = 0.998
    /// How many lines in no known script are read before nothing is expected of a picture any more.
    private static let attemptLimit = 5

    let readers: [ScriptReader]

    /// The lines, with what they say in the scripts that the readers know.
    ///
    /// - Throws: ``DetectionFailure``.
    func read(
        _ lines: [TextLine],
        of pixels: borrowing PixelBuffer,
        _ picture: borrowing LinePicture,
        _ run: ModelRun,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [TextLine] {
        var lines = lines
        var counts: [Script: Int] = [:]
        var attempts: [Int] = []
        let mayBeCyrillic = CyrillicLookAlikes.fill(lines) || Self.isHardlyLatin(lines)
        let readers = readers.filter { mayBeCyrillic || !$0.script.isLikeLatin }
        var indices = Self.unsureFirst(lines)[...]
        while let index = indices.popFirst() {
            // The script of most lines so far comes first.
            let candidates = readers.sorted { counts[$0.script] ?? 0 > counts[$1.script] ?? 0 }
            let isUnsure = lines[index].readingScore < Self.unsureScore && attempts.count < Self.attemptLimit
            guard isUnsure || !counts.isEmpty else { break }
            var best: ScriptReading?
            for reader in isUnsure ? candidates : Array(candidates.prefix(1)) {
                try DetectionFailure.wrapping { try budget.spend(reader.cost(of: lines[index].quadrilateral)) }
                let reading = try reader.reading(of: lines[index].quadrilateral, in: pixels, picture, run)
                let isKnown = counts[reader.script] != nil
                guard reading.isLikely(isKnown: isKnown), reading.score > best?.score ?? 0 else { continue }
                best = reading
                if isKnown { break }
            }
            guard let best else {
                if isUnsure { attempts.append(index) }
                continue
            }
            if counts.isEmpty {
                // It takes less now to be sure of them.
                indices = attempts + indices
                attempts = []
            }
            counts[best.script, default: 0] += 1
            lines[index] = try DetectionFailure.wrapping { try lines[index].combined(with: best) }
        }
        return lines
    }

    /// The lines along which characters stand side by side and that may be read again, those that are the least sure first.
    private static func unsureFirst(_ lines: [TextLine]) -> [Int] {
        lines.indices.filter { index in
            let place = lines[index].quadrilateral
            return lines[index].readingScore < sureScore && 2 * place.width >= place.height
        }.sorted { lines[$0].readingScore < lines[$1].readingScore }
    }

    /// Whether no more words in Latin letters are sure than unsure, of the latter those of unsure lines.
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

extension ClassifiedText {
    /// How sure each word of four or more Latin letters is.
    fileprivate var scoresOfLatinWords: [Double] {
        classes.indices.split { classes[$0] != .latin }.filter { $0.count >= 4 }
            .map { score(of: $0.startIndex..<$0.endIndex) }
    }
}

extension TextLine {
    /// How sure the recogniser is of what the line says.
    fileprivate var readingScore: Double { text?.score ?? 0 }

    fileprivate func combined(with reading: ScriptReading) throws -> TextLine {
        guard let text, let combined = try CombinedReading(text, reading).text() else { return self }
        return TextLine(quadrilateral: quadrilateral, score: score, text: combined)
    }
}
