public import Redaction

/// What was done to each part of an artefact. It holds no value.
public struct ArtefactReceipt: Codable, Sendable, Equatable {
    /// What became of an entry.
    public enum Outcome: String, CaseIterable, Codable, Sendable {
        /// It is as it was: nothing sensitive was found in it.
        case kept
        /// It was written again without what is sensitive.
        case redacted
        /// It is not in the result.
        case dropped
    }

    /// An entry of an archive, or all of an artefact that is none.
    public struct Entry: Codable, Sendable, Equatable {
        /// The name within the archive, as it is in the result; nil for an artefact that is no archive.
        public let name: String?
        /// What became of it.
        public private(set) var outcome: Outcome
        /// The number of values that were taken out of texts, by the word for their kind or the name of a known secret.
        public let values: [String: Int]
        /// The number of pictures that were redacted.
        public let pictures: Int
        /// The reason why it was dropped, and the reasons of parts of it that were.
        public let dropped: [String]

        /// An entry that is left out before it was opened, for a reason.
        public init(leftOut name: String, _ reason: String) {
            self.init(EntryTally(name: name, .dropped, ContentTally(dropped: [reason])))
        }

        /// The entry, once something was taken out of it.
        public var redacted: Entry {
            var entry = self
            if outcome == .kept { entry.outcome = .redacted }
            return entry
        }

        init(_ entry: EntryTally) {
            (name, outcome) = (entry.name, entry.outcome)
            (values, pictures, dropped) = (entry.tally.values, entry.tally.pictures, entry.tally.dropped)
        }
    }

    /// All entries in the order of the archive, without its directories.
    public var entries: [Entry]
    /// The fate of the artefact as it was; nil where nobody asked to seal it and nobody forbids it.
    public var sealed: SealingFate?

    /// Takes entries in the order of the archive.
    public init(entries: [Entry], sealed: SealingFate? = nil) {
        (self.entries, self.sealed) = (entries, sealed)
    }
}
