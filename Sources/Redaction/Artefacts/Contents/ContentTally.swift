import Redaction

/// What was done to a content and to all that is in it, or found in it. It holds no value.
struct ContentTally {
    /// A report on a picture.
    struct Picture {
        /// The line that it begins in, of a picture in a text.
        let line: Int?
        let report: CheckReport
    }

    /// Lines that are told of a kind, at most.
    private static let mostLines = 10

    /// The number of values that were taken out, by the word for their kind.
    private(set) var values: [String: Int] = [:]
    /// The lines of the first values of each kind, each once, those of contents in a text before its own; of a check alone.
    private(set) var lines: [String: [Int]] = [:]
    /// The number of pictures that were redacted.
    var pictures = 0
    /// The reports on pictures; of a check alone.
    var reports: [Picture] = []
    /// Parts that were left out, each with the reason.
    var dropped: [String] = []

    var isEmpty: Bool { values.isEmpty && pictures == 0 && dropped.isEmpty }

    /// Counts a value of a kind; in a check with its line, unless it has none.
    mutating func count(_ kind: String, line: Int? = nil) {
        values[kind, default: 0] += 1
        guard let line, lines[kind, default: []].count < Self.mostLines, !lines[kind, default: []].contains(line) else {
            return
        }
        lines[kind, default: []].append(line)
    }
}
