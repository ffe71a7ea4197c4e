public import Redaction

/// What was found in each part of an artefact: kinds and places, and never a value.
public struct ArtefactReport: Codable, Sendable, Equatable {
    /// Values of a kind in the texts of an entry.
    public struct Texts: Codable, Sendable, Equatable {
        /// The word for the kind, or the name of a known secret.
        public let kind: String
        /// How many there are.
        public let count: Int
        /// The lines of the first of them, from 1 and in order; empty for those in a name.
        public let lines: [Int]
    }

    /// A picture.
    public struct Picture: Codable, Sendable, Equatable {
        /// The line of the text that it is in; nil for a file of its own.
        public let line: Int?
        /// What is sensitive in it.
        public let report: CheckReport
    }

    /// An entry of an archive or a folder, or all of an artefact that is neither.
    public struct Entry: Codable, Sendable, Equatable {
        /// The path within the artefact, without the secrets in it; nil for the artefact itself.
        public let name: String?
        /// What was found in its texts and its name, by kind.
        public let texts: [Texts]
        /// The reports on its pictures.
        public let pictures: [Picture]
        /// The reasons why it, or parts of it, could not be looked into.
        public let failures: [String]

        init(_ entry: EntryTally) {
            name = entry.name
            texts = entry.tally.values.sorted { $0.key < $1.key }
                .map { Texts(kind: $0, count: $1, lines: entry.tally.lines[$0]?.sorted() ?? []) }
            pictures = entry.tally.reports.map { Picture(line: $0.line, report: $0.report) }
            failures = entry.tally.dropped
        }
    }

    /// All entries in the order of the artefact, without its directories.
    public let entries: [Entry]
}

extension ArtefactReport {
    init(_ entries: [EntryTally]) {
        self.init(entries: entries.map(Entry.init))
    }
}
