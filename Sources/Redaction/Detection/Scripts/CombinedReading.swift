import SecureMemory

/// A line that was read twice: by the recogniser, which knows Latin letters, digits and Han characters best, and by the reader of
/// another script. For each word, the better reading counts.
struct CombinedReading {
    /// Lead in score that the reader of the script needs for a word in which it sees digits.
    private static let lead = 0.03
    /// Score below which Latin letters are hardly ever correct beside words of a script.
    private static let leastScoreOfLatin = 0.97

    /// Score below which digits are hardly ever correct where the reader of a right-to-left script sees letters alone, and the score
    /// of these.
    private static let (leastScoreOfDigits, leastScoreOfLetters) = (0.93, 0.7)

    /// Score from which on Latin capitals count, if letters of the script that look like them are the other reading.
    private static let leastScoreOfAbbreviations = 0.85
    /// Score from which on a single Latin letter or digit is sure.
    private static let sureScore = 0.98

    private let script: Script
    private let recognized: ClassifiedText
    private let read: ClassifiedText
    /// For each character of the recogniser, the reader's.
    private let partners: [Int?]
    private var parts: [Part] = []

    private struct Part {
        let isRead: Bool
        let index: Int
        let characterClass: CharacterClass
    }

    init(_ recognized: RecognizedText, _ reading: ScriptReading) {
        script = reading.script
        self.recognized = ClassifiedText(recognized, in: script)
        read = reading.text
        partners = CharacterAlignment(self.recognized, read).partners
        let words = read.words
        var last: Range<Int>?
        for (word, same) in zip(words, characters(of: words)) {
            let isRead = counts(word, before: same)
            if let last, !isRead, !same.isEmpty {
                // Between words of one reading, its own characters count.
                append(last.upperBound..<max(last.upperBound, same.lowerBound), isRead: false)
            } else if word.lowerBound > 0, read.classes[word.lowerBound - 1] == .space {
                append(word.lowerBound - 1..<word.lowerBound, isRead: true)
            }
            append(isRead ? word : same, isRead: isRead)
            last = isRead || same.isEmpty ? nil : same
        }
    }

    /// The recogniser's characters where words of the reader stand. A character without a partner belongs to the word before, but
    /// for the beginning of the line.
    private func characters(of words: [Range<Int>]) -> [Range<Int>] {
        var numbers = [Int?](repeating: nil, count: read.classes.count)
        for (number, word) in words.enumerated() {
            for index in word { numbers[index] = number }
        }
        var parts = [Range<Int>](repeating: 0..<0, count: words.count)
        var number = 0
        for (index, partner) in partners.enumerated() where recognized.classes[index] != .space {
            if let partner, let own = numbers[partner] { number = max(number, own) }
            guard words.indices.contains(number) else { continue }
            parts[number] = (parts[number].isEmpty ? index : parts[number].lowerBound)..<index + 1
        }
        return parts
    }

    private func counts(_ word: Range<Int>, before same: Range<Int>) -> Bool {
        let (classes, others) = (read.classes[word], recognized.classes[same])
        guard classes.contains(.script) else {
            // Both know Han characters.
            return script == .japanese && classes.contains(.han) && word.count >= same.count
                && read.score(of: word) >= recognized.score(of: same)
        }
        // Where it mixes the letters of several languages, it took Latin ones for them.
        guard !script.isLikeLatin || CyrillicAlphabets.haveWord(read, word) else { return false }
        guard !others.isEmpty, !others.contains(.other), script != .japanese || !others.contains(.han) else {
            return true
        }
        // A number or an address that the reader took for a word is not lost.
        guard recognized.count(ofLatinIn: same, from: Self.sureScore) <= classes.count(where: { $0 == .script }) else {
            return false
        }
        let (score, otherScore) = (read.score(of: word), recognized.score(of: same))
        // An abbreviation such as IP, MAC or API is no word of the script.
        if script.isLikeLatin, otherScore >= Self.leastScoreOfAbbreviations,
            recognized.isCapitals(same, Script.latinCapitals),
            read.isCapitals(word, Script.capitalsLikeLatin)
        {
            return false
        }
        guard others.contains(.digit) else { return otherScore < Self.leastScoreOfLatin || score > otherScore }
        guard classes.contains(.digit) else {
            let isHardlyNumber = script.isRightToLeft && otherScore < Self.leastScoreOfDigits
            return score > otherScore || isHardlyNumber && score >= Self.leastScoreOfLetters
        }
        // Numbers with Latin letters are read as if these were of the script.
        return score > otherScore + Self.lead && !script.isLikeLatin
    }

    private mutating func append(_ characters: Range<Int>, isRead: Bool) {
        for index in characters {
            if isRead, let han = surerHan(than: index) {
                parts.append(Part(isRead: false, index: han, characterClass: .han))
            } else {
                let classes = isRead ? read.classes : recognized.classes
                parts.append(Part(isRead: isRead, index: index, characterClass: classes[index]))
            }
        }
    }

    /// The recogniser's Han character in place of one that the reader is less sure of; nil for another character.
    private func surerHan(than index: Int) -> Int? {
        guard script == .japanese, read.classes[index] == .han, let partner = partners.firstIndex(of: index),
            recognized.classes[partner] == .han,
            recognized.text.characters[partner].score > read.text.characters[index].score
        else { return nil }
        return partner
    }

    /// The text of the line in its own order; nil if it is the recogniser's.
    func text() throws(OutOfMemory) -> RecognizedText? {
        guard parts.contains(where: { $0.isRead && $0.characterClass != .space }) else { return nil }
        var bytes = try SecureBytesBuilder(capacity: recognized.text.utf8.count + read.text.utf8.count)
        var characters: [RecognizedCharacter] = []
        for index in order {
            let part = parts[index]
            let source = part.isRead ? read.text : recognized.text
            let character = source.characters[part.index]
            let start = bytes.count
            try source.utf8.withUnsafeBytes { utf8 throws(OutOfMemory) in
                try bytes.append(UnsafeRawBufferPointer(rebasing: utf8[character.bytes]))
            }
            characters.append(
                RecognizedCharacter(bytes: start..<bytes.count, score: character.score, extent: character.extent)
            )
        }
        return RecognizedText(utf8: bytes.finish(), characters: characters)
    }

    /// The parts in the order of the text. In a right-to-left line, Latin letters and digits, with everything between them, are
    /// read from the left.
    private var order: [Int] {
        guard script.isRightToLeft, parts.contains(where: { $0.characterClass == .script }) else {
            return Array(parts.indices)
        }
        let isFromLeft = parts.map { $0.characterClass == .latin || $0.characterClass == .digit }
        var order: [Int] = []
        var index = parts.count - 1
        while index >= 0 {
            guard isFromLeft[index] else {
                order.append(index)
                index -= 1
                continue
            }
            // As far as no character of the script follows.
            let border = parts[...index].lastIndex { $0.characterClass == .script || $0.characterClass == .other } ?? -1
            let start = isFromLeft[(border + 1)...].firstIndex(of: true) ?? index
            order += start...index
            index = start - 1
        }
        return order
    }
}

extension Script {
    fileprivate static let latinCapitals = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars.map(\.value))
    /// Cyrillic capitals that are Latin ones in any font.
    fileprivate static let capitalsLikeLatin = Set("АВЕКМНОРСТУХІЅЈ".unicodeScalars.map(\.value))
}
