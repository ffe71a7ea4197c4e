import SecureMemory

/// The characters that a reader of a script knows, some of them by several classes in a row: Hangul by its parts, Han characters
/// by radicals and strokes.
struct ScriptCharacters: Sendable {
    /// Rows of a line for the network.
    let rowCount: Int
    let none: Int
    let classCount: Int

    private let characters: [Classes: String]
    private let longest: Int

    private struct Classes: Hashable {
        private var bits: UInt64 = 0
        private(set) var count = 0

        /// The only class; nil if there are several.
        var single: Int? { count == 1 ? Int(bits) - 1 : nil }

        static let limit = 5
        static let classLimit = 1 << 12 - 1

        mutating func append(_ index: Int) {
            bits = bits << 12 | UInt64(index + 1)
            count += 1
        }
    }

    private static let rowLimit = 128
    private static let byteLimit = 16

    /// Reads a file of `Deploy/lib/script-model.py`: the rows of a line and the class of no character, then in each line the
    /// classes of a character and the character.
    init(path: String, _ bytes: SecureBytes) throws(DetectorError) {
        let damaged = DetectorError.damaged(path: path, reason: "it is not a list of characters by classes")
        guard let text = bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else { throw damaged }
        // Not split by lines of characters: some files have lone marks at the start of a line.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map {
            $0.split(separator: UInt8(ascii: " "), maxSplits: 1)
        }
        guard let header = lines.first, header.count == 2, let rowCount = Self.number(header[0]),
            let none = Self.number(header[1]), (1...Self.rowLimit).contains(rowCount), none < Classes.classLimit,
            lines.count > 1
        else { throw damaged }
        var characters: [Classes: String] = [:]
        var (last, longest) = (none, 0)
        for line in lines.dropFirst() {
            let indices = line[0].split(separator: UInt8(ascii: ",")).compactMap(Self.number)
            guard line.count == 2, let greatest = indices.max(), greatest < Classes.classLimit,
                indices.count <= Classes.limit,
                1...Self.byteLimit ~= line[1].count
            else { throw damaged }
            var classes = Classes()
            for index in indices { classes.append(index) }
            characters[classes] = String(line[1])
            (last, longest) = (max(last, greatest), max(longest, indices.count))
        }
        (self.rowCount, self.none, self.characters, self.longest) = (rowCount, none, characters, longest)
        classCount = last + 1
    }

    private static func number(_ digits: Substring.UTF8View) -> Int? {
        digits.count <= 5 ? Int(String(digits) ?? "") : nil
    }

    func classes(where isWanted: (Unicode.Scalar) -> Bool) -> Set<Int> {
        Set(
            characters.compactMap { classes, character in
                let scalars = character.unicodeScalars
                return scalars.count == 1 && scalars.allSatisfy(isWanted) ? classes.single : nil
            }
        )
    }

    /// The longest character that some classes begin with, and the number of its classes.
    func first(of classes: some Collection<Int>) -> (character: String, count: Int)? {
        var prefix = Classes()
        var best: (String, Int)?
        for index in classes.prefix(longest) {
            prefix.append(index)
            if let character = characters[prefix] { best = (character, prefix.count) }
        }
        return best
    }
}

/// Correction of words in which a reader took letters of the script for small Latin ones, like those of Arabic and Hebrew beside
/// Latin words: no word has letters of both.
struct PureWords {
    private let own: Set<Int>
    /// The letters of the script in order, because sums of numbers differ by order.
    private let letters: [Int]
    private let latin: Set<Int>
    /// Signs in place of a lost letter, or of an abbreviation.
    private let quotes: Set<Int>

    init(of script: Script, _ characters: ScriptCharacters) {
        own = characters.classes(where: script.contains)
        letters = own.sorted()
        latin = characters.classes { $0.isASCII && $0.properties.isLowercase }
        quotes = characters.classes { "'\"".unicodeScalars.contains($0) }
    }

    func characters(of decoding: CTCDecoding) -> [CTCDecoding.Character] {
        var characters: [CTCDecoding.Character] = []
        var rest = decoding.characters[...]
        while let first = rest.first {
            let word = rest.prefix { isPart($0.index) == isPart(first.index) }
            rest = rest.dropFirst(word.count)
            let isMixed = word.contains { own.contains($0.index) } && word.contains { latin.contains($0.index) }
            for character in word {
                let isWrong = isMixed && latin.contains(character.index)
                append(isWrong ? decoding.character(character, of: letters) ?? character : character, to: &characters)
            }
        }
        return characters
    }

    private func isPart(_ index: Int) -> Bool {
        own.contains(index) || latin.contains(index) || quotes.contains(index)
    }

    /// Equal neighbours were one character that was taken for two, unless something is between them.
    private func append(_ character: CTCDecoding.Character, to characters: inout [CTCDecoding.Character]) {
        guard let last = characters.last, last.index == character.index,
            last.steps.upperBound == character.steps.lowerBound
        else { return characters.append(character) }
        characters[characters.count - 1] = CTCDecoding.Character(
            index: last.index,
            steps: last.steps.lowerBound..<character.steps.upperBound,
            score: max(last.score, character.score)
        )
    }
}
