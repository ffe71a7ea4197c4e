extension SnapveilClient {
    /// What a screenshot shows of what the rules of a policy look for.
    ///
    /// Without findings, nothing was found. That does not say that nothing is there: what is looked for in pixels may be missed.
    public struct Check: Sendable, Equatable, Codable {
        /// The name of the policy; nil if it has none.
        public let policy: String?
        /// What was found, by rule.
        public let findings: [Finding]
        /// What was looked for in the pixels: `codes`, `faces`, `text`; nil if nothing was.
        public let lookedFor: [String]?
        /// What it was looked for with; nil if nothing was.
        public let models: [String]?
        /// What you have to know before you rely on the check, as sentences; nil if there is nothing.
        public let warnings: [String]?

        /// Something that a rule would have covered. What it says is not in here.
        public struct Finding: Sendable, Equatable, Codable {
            /// Index of the rule in the policy, from 0.
            public let rule: Int
            /// The word for the rule's target.
            public let target: String
            /// A kind of sensitive text or of a code, else `text`, `face` or `element`.
            public let kind: String
            /// How sure it is that it is there, 0 to 1; nil if that is not known.
            public let score: Double?
            /// The evidence: `caption`, `checksum`, `form`, `lexicon` or `surroundings` for a kind of sensitive text, else `look`,
            /// `pattern`, `selector` or `source`; nil from a server before it gave one.
            public let reason: String?
            /// Where it is in the picture.
            public let rect: Receipt.Rect
            /// The element that it is; nil if it was seen in the pixels.
            public let matched: Receipt.Element?
        }
    }
}
