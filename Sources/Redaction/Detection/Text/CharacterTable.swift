import SecureMemory

/// The characters that the recogniser knows.
struct CharacterTable: Sendable {
    /// What each class of the network stands for. Class 0 stands for no character.
    private let characters: [String]

    /// How many classes there are.
    var count: Int { characters.count }

    /// Reads a file with a character in each line, to which a space is added as the last.
    ///
    /// - Parameters:
    ///   - path: Of the file, for the error.
    ///   - bytes: What the file holds: UTF-8.
    /// - Throws: ``DetectorError/damaged(path:reason:)``.
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

    /// Most bytes of a character.
    private static let longest = 16

    /// What a class other than 0 stands for.
    subscript(index: Int) -> String { characters[index] }
}
