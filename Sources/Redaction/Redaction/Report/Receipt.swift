import Detection
public import ImageCore

/// What was covered in a snapshot, and what the covers are worth. Nothing of what the snapshot showed is in here.
public struct Receipt: Sendable, Equatable, Codable {
    /// The name of the policy; nil if it has none.
    public let policy: String?
    /// What the app was doing when the snapshot was taken; nil if the request did not say.
    public let phase: Phase?
    /// The size and the format of the snapshot that was sent.
    public let snapshot: Snapshot
    /// How far the snapshot was checked, if its pixels were not decoded; nil if they were.
    public let verified: Verification?
    /// The weakest assurance of all that was covered; ``Assurance/untouched`` if nothing was.
    public let assurance: Assurance
    /// Every rectangle that was painted, in the order of painting.
    public let covered: [Covered]
    /// How many elements each rule found whose target names elements, in the order of the rules. Nil if there is no
    /// such rule.
    public let matches: [Matches]?
    /// True if targets were found by looking at the picture: more may be there than was found. Nil if none was.
    public let detected: Bool?
    /// What was looked for in the picture: `codes`, `faces`, `text`. Nil if nothing was.
    public let lookedFor: [String]?
    /// What it was looked for with, in the same order. Nil if nothing was.
    public let models: [String]?
    /// What you have to know before you rely on the picture, as sentences, besides the warnings of single rectangles.
    /// Nil if there is nothing.
    public let warnings: [String]?

    /// The size and the format of a snapshot that was sent.
    public struct Snapshot: Sendable, Equatable, Codable {
        /// Width in pixels, after any turn that the file asks for.
        public let width: Int
        /// Height in pixels, after any turn that the file asks for.
        public let height: Int
        /// The format of the file that was sent.
        public let format: ImageFormat
    }

    /// How far a snapshot was checked whose pixels do not show in the result.
    public enum Verification: String, Sendable, Codable {
        /// The structure of the file was checked, and the checksums of a PNG. A policy that does not erase the whole
        /// screen may refuse the same file, for damage in its compressed pixels.
        case structure
    }

    /// One rectangle that was painted.
    public struct Covered: Sendable, Equatable, Codable {
        /// Index of the rule in the policy, from 0.
        public let rule: Int
        /// The word for the rule's target: `screen`, `region`, `ellipse`, `polygon`, `element`, `elements`.
        public let target: String
        /// The place of the rectangle in the picture. On a JPEG it is larger than was asked for, by up to a block and a
        /// pixel.
        public let rect: Rect
        /// The outline of what was painted within ``rect``, where that is not all of it: `rounded`, `ellipse`,
        /// `polygon`. Every pixel that the outline touches was painted. Nil if all of the rectangle was.
        public let shape: String?
        /// The word for the rule's style: one of `Style.kinds`.
        public let style: String
        /// The element that was covered; nil if the target names no elements, and for a part of the screen that the
        /// hierarchy is not about.
        public let matched: Element?
        /// What was seen there: `text`, `face` or `code`; nil if the target is not found by looking.
        public let found: String?
        /// The kind of what was seen: of sensitive text, or of a code. Nil if nothing is known of it.
        public let kind: String?
        /// How sure it is that it is there, 0 to 1; nil if that is not known.
        public let score: Double?
        /// True for a part of the screen that the hierarchy is not about: what lies round a dialog. Nil for all else.
        public let outside: Bool?
        /// What the style promises: whether the picture still depends on the pixels that were covered.
        public let assurance: Assurance
        /// What is known to get at text beneath the style, and what it takes, as a sentence; nil if nothing is known.
        public let warning: String?
        /// What became of the words of a message; nil where they were drawn, and for any other style.
        public let message: MessageOutcome?
    }

    /// What became of the words of a message.
    public enum MessageOutcome: String, Sendable, Codable {
        /// The words would not have fit at a size that can be read: the rectangle shows the background alone.
        case omitted
    }

    /// An element of the hierarchy that was covered. What it shows is not in here.
    public struct Element: Sendable, Equatable, Codable {
        /// What kind of element it is, in the words of the tool that wrote the hierarchy.
        public let type: String
        /// What it is called in code. Nil where it has no name, or one of more than 512 bytes, and where that holds
        /// what a covered element shows.
        public let identifier: String?
    }

    /// How many elements the target of one rule found.
    public struct Matches: Sendable, Equatable, Codable {
        /// Index of the rule in the policy, from 0.
        public let rule: Int
        /// How many elements are covered, by themselves or with one that holds them. Those that cannot be seen are not
        /// counted.
        public let count: Int
    }

    /// A rectangle in pixels of a picture. The origin is the top left corner.
    public struct Rect: Sendable, Equatable, Codable {
        /// The first column, from 0.
        public let x: Int
        /// The first row, from 0.
        public let y: Int
        /// Number of columns, at least 1.
        public let width: Int
        /// Number of rows, at least 1.
        public let height: Int

        init(_ rect: PixelRect) {
            x = rect.x
            y = rect.y
            width = rect.width
            height = rect.height
        }
    }

    /// The receipt for a plan that is painted.
    ///
    /// - Parameters:
    ///   - plan: The plan, and what it was resolved from.
    ///   - omitted: Indices of the steps whose words did not fit and were left out.
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
                    kind: step.finding?.kind,
                    score: step.finding?.toldScore,
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
    }
}
