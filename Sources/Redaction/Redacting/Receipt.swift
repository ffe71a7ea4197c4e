public import ImageCore

/// What was covered, and what that is worth. Holds nothing of what the snapshot showed.
public struct Receipt: Sendable, Equatable, Codable {
    /// The name of the policy, if it has one.
    public let policy: String?
    /// The phase of the app, if one was sent.
    public let phase: Phase?
    /// What was sent.
    public let snapshot: Snapshot
    /// The weakest assurance of all that was covered.
    public let assurance: Assurance
    /// Every rectangle that was painted, in order.
    public let covered: [Covered]

    /// What was sent.
    public struct Snapshot: Sendable, Equatable, Codable {
        /// Width in pixels, as seen.
        public let width: Int
        /// Height in pixels, as seen.
        public let height: Int
        /// The format of the file.
        public let format: ImageFormat
    }

    /// One rectangle that was painted.
    public struct Covered: Sendable, Equatable, Codable {
        /// Index of the rule in its policy.
        public let rule: Int
        /// The word for the rule's target: `screen`, `region`.
        public let target: String
        /// Where, in pixels. On JPEG larger than was asked for, by up to a block and a pixel.
        public let rect: Rect
        /// The style: `fill`, `blur`, `pixelate`, `image`, `veil`, `message`.
        public let style: String
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
    }

    /// The receipt for a plan that was carried out.
    ///
    /// - Parameters:
    ///   - plan: What was painted.
    ///   - omitted: Indices of the rules whose message was omitted.
    ///   - policy: What the plan was made from.
    ///   - phase: In which the app was, if that is known.
    ///   - size: Of the snapshot.
    ///   - format: Likewise.
    init(
        _ plan: Plan,
        omitting omitted: Set<Int>,
        policy: Policy,
        phase: Phase?,
        size: PixelSize,
        format: ImageFormat
    ) {
        self.policy = policy.name
        self.phase = phase
        self.snapshot = Snapshot(width: size.width, height: size.height, format: format)
        self.covered = plan.steps.flatMap { step in
            step.area.parts.map { part in
                Covered(
                    rule: step.rule,
                    target: step.target,
                    rect: Rect(x: part.x, y: part.y, width: part.width, height: part.height),
                    style: step.style.kind.rawValue,
                    assurance: step.assurance,
                    warning: step.warning,
                    message: omitted.contains(step.rule) ? .omitted : nil
                )
            }
        }
        self.assurance = covered.map(\.assurance).min() ?? .untouched
    }
}
