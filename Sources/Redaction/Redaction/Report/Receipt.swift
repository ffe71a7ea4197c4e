import Detection
public import ImageCore

/// The covered rectangles of a snapshot and the assurance of each, without any of its content.
public struct Receipt: Sendable, Equatable, Codable {
    /// The name of the policy; nil if it has none.
    public let policy: String?
    /// The state of the app at the time of the snapshot; nil if the request did not say.
    public let phase: Phase?
    /// The size and the format of the snapshot that was sent.
    public let snapshot: Snapshot
    /// The extent of checks on a snapshot that was not decoded; nil if it was.
    public let verified: Verification?
    /// The weakest assurance of all covers; ``Assurance/untouched`` if there are none.
    public let assurance: Assurance
    /// The painted rectangles in the order of painting.
    public let covered: [Covered]
    /// Matches of each rule that names elements, in the order of the rules; nil if there is no such rule.
    public let matches: [Matches]?
    /// True if targets were found by looking, which may miss some; else nil.
    public let detected: Bool?
    /// The targets looked for in the pixels: `codes`, `faces`, `text`; nil if none were.
    public let lookedFor: [String]?
    /// The models for ``lookedFor``, in the same order; nil if none were used.
    public let models: [String]?
    /// Sentences to read before relying on the picture, besides the warnings of single rectangles; nil if there are none.
    public let warnings: [String]?
    /// The fate of the covered pixels; nil where nobody asked to seal them and nobody forbids it.
    public let sealed: SealingFate?

    /// The size and the format of a snapshot that was sent.
    public struct Snapshot: Sendable, Equatable, Codable {
        /// Width in pixels, after any turn that the file asks for.
        public let width: Int
        /// Height in pixels, after any turn that the file asks for.
        public let height: Int
        /// The format of the file that was sent.
        public let format: ImageFormat
    }

    /// The extent of checks on a snapshot whose pixels do not show in the result.
    public enum Verification: String, Sendable, Codable {
        /// The structure of the file, and the checksums of a PNG. Damage in its compressed pixels may make another policy refuse
        /// the file.
        case structure
    }

    /// One painted rectangle.
    public struct Covered: Sendable, Equatable, Codable {
        /// Index of the rule in the policy, from 0.
        public let rule: Int
        /// The word for the rule's target: `screen`, `region`, `ellipse`, `polygon`, `element`, `elements`.
        public let target: String
        /// The place in pixels; on a JPEG larger than asked for, by up to a block and a pixel.
        public let rect: Rect
        /// The painted outline within ``rect``, with every pixel that it touches: `rounded`, `ellipse`, `polygon`; nil for all of
        /// it.
        public let shape: String?
        /// The word for the rule's style: one of `Style.kinds`.
        public let style: String
        /// The covered element; nil for other targets, and for parts of the screen outside the page source.
        public let matched: Element?
        /// A finding in pixels: `text`, `face` or `code`; nil for other targets.
        public let found: String?
        /// The kind of the finding, of sensitive text or of a code; nil if not known.
        public let kind: String?
        /// The confidence of the detector, 0 to 1; nil if not known.
        public let score: Double?
        /// The evidence for a finding or an element; nil where the policy states the place.
        public let reason: FindingReason?
        /// True for a part of the screen outside the page source, such as the surroundings of a dialog; else nil.
        public let outside: Bool?
        /// The promise of the style: whether the picture still depends on covered pixels.
        public let assurance: Assurance
        /// A sentence on known ways to text beneath the style, and their cost, or on what a label shows; nil if there is none.
        public let warning: String?
        /// The fate of the words of a message or a label; nil where they were drawn, and for any other style.
        public let message: MessageOutcome?
    }

    /// The fate of the words of a message or a label.
    public enum MessageOutcome: String, Sendable, Codable {
        /// The words do not fit at a legible size: the rectangle shows the background alone.
        case omitted
    }

    /// A covered element of the page source, without its content.
    public struct Element: Sendable, Equatable, Codable {
        /// The type in the words of the tool that wrote the page source.
        public let type: String
        /// The name in code; nil without one, above 512 bytes, and where it holds text of a covered element.
        public let identifier: String?
    }

    /// The number of matches of one rule.
    public struct Matches: Sendable, Equatable, Codable {
        /// Index of the rule in the policy, from 0.
        public let rule: Int
        /// Covered elements, inner ones counted too; invisible ones are not.
        public let count: Int

        package init(rule: Int, count: Int) {
            (self.rule, self.count) = (rule, count)
        }
    }

    /// A rectangle in pixels from the top left corner.
    public struct Rect: Sendable, Equatable, Codable {
        /// The first column, from 0.
        public let x: Int
        /// The first row, from 0.
        public let y: Int
        /// Number of columns, at least 1.
        public let width: Int
        /// Number of rows, at least 1.
        public let height: Int

        /// The smallest rectangle round both.
        package func joined(with other: Rect) -> Rect {
            let (left, top) = (min(x, other.x), min(y, other.y))
            let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
            return Rect(x: left, y: top, width: right - left, height: bottom - top)
        }

        private init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        package init(_ rect: PixelRect) {
            x = rect.x
            y = rect.y
            width = rect.width
            height = rect.height
        }
    }

    init(_ plan: ResolvedPlan, omitted: Set<Int>) {
        policy = plan.policy.name
        phase = plan.phase
        snapshot = plan.snapshot
        verified = plan.hasVerifiedPixels ? nil : .structure
        covered = plan.steps.enumerated().flatMap { index, step in
            let element = plan.element(of: step)
            return step.rects.map { rect in
                Covered(
                    rule: step.rule,
                    target: step.target,
                    rect: Rect(rect),
                    shape: step.isWholeOutline ? step.outline : nil,
                    style: step.style,
                    matched: element,
                    found: step.finding?.source.rawValue,
                    kind: step.cause?.kind,
                    score: step.cause?.toldScore,
                    reason: step.cause?.reason,
                    outside: step.isOutside ? true : nil,
                    assurance: step.assurance,
                    warning: step.warning,
                    message: omitted.contains(index) ? .omitted : nil
                )
            }
        }
        assurance = covered.map(\.assurance).min() ?? .untouched
        matches = plan.matches
        detected = plan.lookedFor.map { _ in true }
        lookedFor = plan.lookedFor
        models = plan.models
        warnings = plan.warnings
        sealed = plan.sealed
    }
}
