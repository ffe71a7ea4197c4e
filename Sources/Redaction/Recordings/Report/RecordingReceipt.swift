public import Redaction

/// What was covered in a recording, where, and from when until when, without any of its content.
public struct RecordingReceipt: Sendable, Equatable, Codable {
    /// The name of the policy; nil if it has none.
    public let policy: String?
    /// The state of the app; nil if it is not known.
    public let phase: Phase?
    /// The recording that was sent.
    public let recording: Recording
    /// The weakest assurance of all covers; `untouched` if there are none.
    public let assurance: Assurance
    /// The covers, in the order in which they begin.
    public let covered: [Covered]
    /// The number of covers that are too many for ``covered``; nil if there are none.
    public let omitted: Int?
    /// The covers of each rule that looks for something, in the order of the rules; nil if there is no such rule.
    public let matches: [Receipt.Matches]?
    /// True if targets were found by looking, which may miss some; else nil.
    public let detected: Bool?
    /// Sentences to read before relying on the recording; nil if there are none.
    public let warnings: [String]?

    /// A recording that was sent.
    public struct Recording: Sendable, Equatable, Codable {
        /// Width in pixels, after any turn that the file asks for.
        public let width: Int
        /// Height in pixels, after any turn that the file asks for.
        public let height: Int
        /// The codec, in the words of FFmpeg.
        public let codec: String
        /// The number of frames.
        public let frames: Int
        /// Seconds from the first frame to the last one.
        public let duration: Double
    }

    /// A rectangle that is covered for a time.
    public struct Covered: Sendable, Equatable, Codable {
        /// Index of the rule in the policy, from 0.
        public let rule: Int
        /// The word for the rule's target.
        public let target: String
        /// The place in pixels.
        public let rect: Receipt.Rect
        /// The painted outline within ``rect``; nil for all of it.
        public let shape: String?
        /// The second of the first frame with the cover, from the first frame of all.
        public let from: Double
        /// The second of the first frame without it, or of the end.
        public let until: Double
        /// The word for the rule's style.
        public let style: String
        /// A finding in pixels: `text`, `face` or `code`; nil for other targets.
        public let found: String?
        /// The kind of the finding; nil if not known.
        public let kind: String?
        /// The confidence of the detector, 0 to 1; nil if not known.
        public let score: Double?
        /// The evidence for a finding; nil where the policy states the place.
        public let reason: FindingReason?
        /// The promise of the style.
        public let assurance: Assurance
        /// A sentence on known ways past the style; nil if there is none.
        public let warning: String?

        init(_ cover: FrameCover, from: Double, until: Double) {
            rule = cover.rule
            target = cover.target
            rect = Receipt.Rect(cover.rect)
            shape = cover.shape
            (self.from, self.until) = (from.inMilliseconds, until.inMilliseconds)
            style = cover.style
            found = cover.found
            kind = cover.kind
            score = cover.score
            reason = cover.reason
            assurance = cover.assurance
            warning = cover.warning
        }
    }
}

extension Double {
    /// Seconds to the millisecond.
    var inMilliseconds: Double { (self * 1000).rounded() / 1000 }
}
