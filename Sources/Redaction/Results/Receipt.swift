public import ImageCore

/// What was covered, and what that is worth. Holds nothing of what the snapshot showed.
public struct Receipt: Sendable, Equatable, Codable {
    /// The name of the policy, if it has one.
    public let policy: String?
    /// The phase of the app, if one was sent.
    public let phase: Phase?
    /// What was sent.
    public let snapshot: Snapshot
    /// How far the snapshot was checked where not all of it was; nil where it was decoded.
    public let verified: Verification?
    /// The weakest assurance of all that was covered.
    public let assurance: Assurance
    /// Every rectangle that was painted, in order.
    public let covered: [Covered]
    /// How many elements each rule found that names some, in the order of the rules. Nil if none does.
    public let matches: [Matches]?
    /// What is to be known by whoever relies on the picture, beyond the warnings of single rectangles. Nil if there is nothing.
    public let warnings: [String]?

    /// What was sent.
    public struct Snapshot: Sendable, Equatable, Codable {
        /// Width in pixels, as seen.
        public let width: Int
        /// Height in pixels, as seen.
        public let height: Int
        /// The format of the file.
        public let format: ImageFormat
    }

    /// How far a snapshot was checked of which nothing is seen in the result.
    public enum Verification: String, Sendable, Codable {
        /// The structure of the file, and the checksums of a PNG. Any other style may refuse the snapshot, for damage in its
        /// compressed pixels.
        case structure
    }

    /// One rectangle that was painted.
    public struct Covered: Sendable, Equatable, Codable {
        /// Index of the rule in its policy.
        public let rule: Int
        /// The word for the rule's target: `screen`, `region`, `ellipse`, `polygon`, `element`, `elements`.
        public let target: String
        /// Where, in pixels. On JPEG larger than was asked for, by up to a block and a pixel.
        public let rect: Rect
        /// The outline of what was painted within `rect`, where that is not all of it: `rounded`, `ellipse`, `polygon`. Every
        /// pixel that the outline touches was.
        public let shape: String?
        /// The style: `fill`, `blur`, `pixelate`, `image`, `veil`, `message`.
        public let style: String
        /// What was covered, if the target names elements.
        public let matched: Element?
        /// True for a part of the screen that the hierarchy is not about: what lies round a dialog. Nil for all else.
        public let outside: Bool?
        /// What the style promises.
        public let assurance: Assurance
        /// That text can be read back from beneath the style, where it can, and what it would take.
        public let warning: String?
        /// What became of the words of a message; nil where they were drawn, and for any other style.
        public let message: MessageOutcome?
    }

    /// What became of the words of a message.
    public enum MessageOutcome: String, Sendable, Codable {
        /// They would not have fit at a size that can be read: the rectangle shows the background alone.
        case omitted
    }

    /// An element of the hierarchy. What it shows is not in here.
    public struct Element: Sendable, Equatable, Codable {
        /// What kind of element it is, in the words of the tool that wrote the hierarchy.
        public let type: String
        /// What it is called in code. Nil where it has no name, or one of more than 512 bytes, and where that holds what a covered
        /// element shows.
        public let identifier: String?
    }

    /// How many elements a rule found.
    public struct Matches: Sendable, Equatable, Codable {
        /// Index of the rule in its policy.
        public let rule: Int
        /// Elements that are covered, by themselves or with one that holds them. Those that cannot be seen are not counted.
        public let count: Int
    }

    /// A rectangle in pixels.
    public struct Rect: Sendable, Equatable, Codable {
        /// The first column.
        public let x: Int
        /// The first row.
        public let y: Int
        /// Columns.
        public let width: Int
        /// Rows.
        public let height: Int

        init(_ rect: PixelRect) {
            x = rect.x
            y = rect.y
            width = rect.width
            height = rect.height
        }
    }

    /// The receipt for a plan that was carried out.
    ///
    /// - Parameter hierarchy: As it is given back, if one was sent.
    init(_ painted: PaintedSnapshot, policy: Policy, phase: Phase?, hierarchy: RedactedHierarchy?) {
        self.policy = policy.name
        self.phase = phase
        self.snapshot = Snapshot(width: painted.size.width, height: painted.size.height, format: painted.input)
        self.verified = painted.hasVerifiedPixels ? nil : .structure
        self.covered = painted.plan.steps.enumerated().flatMap { index, step in
            let element = step.element.flatMap { hierarchy?.element(at: $0) }
            return step.rects.map { rect in
                Covered(
                    rule: step.rule,
                    target: step.target,
                    rect: Rect(rect),
                    shape: step.outline,
                    style: step.style,
                    matched: element,
                    outside: step.isOutside ? true : nil,
                    assurance: step.assurance,
                    warning: step.warning,
                    message: painted.omitted.contains(index) ? .omitted : nil
                )
            }
        }
        self.assurance = covered.map(\.assurance).min() ?? .untouched
        let matches = painted.plan.matches.map { Matches(rule: $0.rule, count: $0.count) }
        self.matches = matches.isEmpty ? nil : matches
        self.warnings = painted.plan.warnings.isEmpty ? nil : painted.plan.warnings
    }
}
