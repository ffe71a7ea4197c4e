import SecureMemory

/// A line with Latin letters round a part in another script, which the reader of that script reads better alone:
/// `Author: מרים לוין <mail@example.com>`.
struct MixedLine {
    /// The recogniser's reading, from the left to the right.
    private let text: RecognizedText
    /// Characters from the first to the last word that the recogniser is unsure of.
    private let part: Range<Int>

    /// Score of a word below which it may be in another script.
    private static let unsureScore = 0.95
    /// Score of words in Latin letters, and how many letters these have.
    private static let (sureScore, sureCount) = (0.97, 4)
    /// Characters of a word that is judged.
    private static let leastLength = 2

    /// The line; nil if the recogniser is as sure, or as unsure, of all of it.
    init?(_ text: RecognizedText) {
        let words = text.words.filter { $0.count >= Self.leastLength }
        let scores = words.map { text.characters[$0].meanScore }
        let sure = zip(words, scores).filter { $1 >= Self.sureScore }.flatMap(\.0)
            .count { text.scalar(of: $0)?.properties.isAlphabetic ?? false }
        guard sure >= Self.sureCount, let first = scores.firstIndex(where: { $0 < Self.unsureScore }),
            let last = scores.lastIndex(where: { $0 < Self.unsureScore })
        else { return nil }
        self.text = text
        part = words[first].lowerBound..<words[last].upperBound
    }

    /// Room at both ends of the part, in heights of the line: characters are not placed exactly.
    static let margin = 0.2

    /// The place of the part along the line, from 0 to 1.
    var extent: ClosedRange<Double> { text.extent(of: part) ?? 0...1 }

    /// The line with another reading of the part, from the left to the right.
    func joined(with reading: RecognizedText) throws(OutOfMemory) -> RecognizedText {
        var line = try RecognizedText.Builder(capacity: text.utf8.count + reading.utf8.count)
        let (place, length) = (extent.lowerBound, extent.upperBound - extent.lowerBound)
        try line.append(text, text.characters.indices.prefix(part.lowerBound)) { $0 }
        try line.append(reading, reading.characters.indices) { place + length * $0 }
        try line.append(text, text.characters.indices[part.upperBound...]) { $0 }
        return line.finish()
    }
}

extension RecognizedText.Builder {
    /// Appends characters of another text, whose middles are moved.
    fileprivate mutating func append(
        _ text: RecognizedText,
        _ range: Range<Int>,
        moved: (Double) -> Double
    ) throws(OutOfMemory) {
        for index in range {
            guard let scalar = text.scalar(of: index) else { continue }
            let character = text.characters[index]
            let middle = (character.extent.lowerBound + character.extent.upperBound) / 2
            try append(String(scalar), middle: moved(middle), score: character.score)
        }
    }
}
