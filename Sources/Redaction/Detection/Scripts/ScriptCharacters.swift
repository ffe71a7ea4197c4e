import SecureMemory

/// The characters that a reader of a script knows, some of them by several classes in a row: Hangul by its parts, Han characters by
/// radicals and strokes.
struct ScriptCharacters: Sendable {
    /// Rows of a line as the network takes it.
    let rowCount: Int
    /// The class that stands for no character.
    let none: Int
    /// How many classes there are.
    let classCount: Int

    private let characters: [Classes: String]
    /// Most classes of a character.
    private let longest: Int

    /// Some classes in a row.
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

    /// Most rows of a line.
    private static let rowLimit = 128
    /// Most bytes of a character.
    private static let byteLimit = 16

    /// Reads what `Deploy/lib/script-model.py` wrote: the rows of a line and the class of no character, then in each line the
    /// classes of a character and the character.
    ///
    /// - Parameters:
    ///   - path: Of the file, for the error.
    ///   - bytes: What the file holds: UTF-8.
    /// - Throws: ``DetectorError/damaged(path:reason:)``.
    init(path: String, _ bytes: SecureBytes) throws(DetectorError) {
        let damaged = DetectorError.damaged(path: path, reason: "it is not a list of characters by classes")
        guard let text = bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else { throw damaged }
        // Not by lines as characters see them: some files have lone marks at their begin.
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

    /// The classes that each stand alone for a character of one scalar that is wanted.
    func classes(where isWanted: (Unicode.Scalar) -> Bool) -> Set<Int> {
        Set(
            characters.compactMap { classes, character in
                let scalars = character.unicodeScalars
                return scalars.count == 1 && scalars.allSatisfy(isWanted) ? classes.single : nil
            }
        )
    }

    /// The longest character that some classes begin with, and how many of them it takes; nil if none does.
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
