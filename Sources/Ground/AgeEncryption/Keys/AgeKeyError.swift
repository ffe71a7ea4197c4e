/// Reason why a text is not a key of age.
public struct AgeKeyError: Error, Sendable, Equatable {
    /// The line of the file, counted from 1; nil for a text that is not a file, and for a fault of the whole file.
    public let line: Int?

    /// The fault, as a sentence without a full stop. It never repeats a secret.
    public let sentence: String

    init(line: Int? = nil, _ sentence: String) {
        (self.line, self.sentence) = (line, sentence)
    }

    /// The same fault, in a line of a file.
    func at(line: Int) -> AgeKeyError {
        AgeKeyError(line: line, sentence)
    }
}

extension AgeKeyError: CustomStringConvertible {
    /// The line, if there is one, and the fault: `line 3: this is the key of an SSH server, …`.
    public var description: String {
        line.map { "line \($0): \(sentence)" } ?? sentence
    }
}
