import StrictJSON

extension Policy {
    /// One target, and the style that covers it.
    public struct Rule: Sendable, Hashable {
        /// What to cover on the snapshot.
        public let target: Target
        /// How to cover the target.
        public let style: Style
        /// How far to cover beyond the target on each side, 0 or more, in the units of the policy. By default 0.
        public let padding: Double
        /// How many matches of the target there have to be, 0 or more. By default 1 for elements that an XPath or
        /// patterns name, and 0 for any other target.
        public let atLeast: Int

        /// How tall something that is found by looking has to be to be covered, 0 or more, in the units of the policy. By default
        /// 0; for any other target always.
        public let minimumHeight: Double

        /// What to do about an element that the target names and that cannot be placed; by default the snapshot is
        /// refused.
        public let unplaceable: Unplaceable

        /// What to do about an element that can be seen while nothing says where.
        public enum Unplaceable: String, Sendable, CaseIterable {
            /// The snapshot is refused.
            case refuse
            /// The element is not covered in the picture. What it says is still taken out of the page source.
            case skip
        }

        /// What becomes of the parts of the screen that the hierarchy is not about, where the target is a level. By
        /// default they are covered.
        public let outside: Outside

        /// What becomes of the parts of the screen that the hierarchy is not about: what lies round a dialog, or in the
        /// other half of a split screen.
        public enum Outside: String, Sendable, CaseIterable {
            /// These parts are covered: what they show is not known.
            case cover
            /// These parts stay as they are.
            case keep
        }

        /// Makes a rule that covers `target` with `style`.
        ///
        /// - Parameters:
        ///   - target: What to cover.
        ///   - style: How to cover it.
        ///   - padding: How far to cover beyond the target on each side, 0 or more, in the units of the policy.
        ///   - atLeast: How many matches of the target there have to be, 0 or more. Nil takes the default of the
        ///     target.
        ///   - minimumHeight: How tall something that is found by looking has to be to be covered, 0 or more, in the units of
        ///     the policy.
        ///   - unplaceable: What to do about an element that cannot be placed.
        ///   - outside: What becomes of the parts of the screen that the hierarchy is not about.
        public init(
            _ target: Target,
            _ style: Style,
            padding: Double = 0,
            atLeast: Int? = nil,
            minimumHeight: Double = 0,
            unplaceable: Unplaceable = .refuse,
            outside: Outside = .cover
        ) {
            self.target = target
            self.style = style
            self.padding = padding
            self.atLeast = atLeast ?? target.definition.leastMatches
            self.minimumHeight = minimumHeight
            self.unplaceable = unplaceable
            self.outside = outside
        }

        /// The rule with another target or style; nil keeps its own.
        func replacing(target: Target? = nil, style: Style? = nil) -> Rule {
            Rule(
                target ?? self.target,
                style ?? self.style,
                padding: padding,
                atLeast: atLeast,
                minimumHeight: minimumHeight,
                unplaceable: unplaceable,
                outside: outside
            )
        }
    }
}

extension Policy.Rule {
    static let form = ObjectForm<Policy.Rule>(
        .required("target", \.target, .target, "what to cover"),
        .required("style", \.style, .style, "how to cover it"),
        .optional(
            "padding",
            \.padding,
            .number(in: 0...LengthUnit.maximumLength),
            default: 0,
            "how far to cover beyond the target on each side"
        ),
        .optional(
            "atLeast",
            \.statedMatches,
            .integer(in: 0...1_000_000),
            "how many matches there have to be; by default 1 for an element, and 0 for any other target"
        ),
        .optional(
            "minimumHeight",
            \.statedHeight,
            .number(in: 0...LengthUnit.maximumLength),
            "for text, faces and codes: how tall each has to be to be covered; by default 0"
        ),
        .optional(
            "unplaceable",
            \.unplaceable,
            .word,
            default: .refuse,
            "what to do about an element that can be seen while nothing says where"
        ),
        .optional(
            "outside",
            \.statedOutside,
            .word,
            "for elements: what becomes of what the hierarchy is not about; by default it is covered"
        ),
        make: { (target, style, padding, atLeast, minimumHeight, unplaceable, outside) in
            guard minimumHeight == nil || target.definition.evidence.contains(.pixels) else {
                let sentence = "only a rule for \"text\", \"faces\" or \"codes\" has a minimum height"
                throw InvalidMember("minimumHeight", "is for what is found by looking", description: sentence)
            }
            guard outside == nil || target.definition.mayLieOutside else {
                let sentence = "only a rule for \"elements\" says what becomes of the outside"
                throw InvalidMember("outside", "is for a rule for \"elements\"", description: sentence)
            }
            return Policy.Rule(
                target,
                style,
                padding: padding,
                atLeast: atLeast,
                minimumHeight: minimumHeight ?? 0,
                unplaceable: unplaceable,
                outside: outside ?? .cover
            )
        }
    )

    /// How many matches there have to be, where that is not the default of the target.
    private var statedMatches: Int? { atLeast == target.definition.leastMatches ? nil : atLeast }

    /// How tall what is seen has to be, where that is not any height.
    private var statedHeight: Double? { minimumHeight == 0 ? nil : minimumHeight }

    /// What becomes of the outside, where there is one and it is not covered.
    private var statedOutside: Outside? { target.definition.mayLieOutside && outside != .cover ? outside : nil }
}

extension Policy.Rule: Encodable {
    /// Writes an object with the members that differ from their defaults.
    public func encode(to encoder: any Encoder) throws {
        try Self.form.write(self, to: encoder)
    }
}
