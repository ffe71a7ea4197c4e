import StrictJSON

extension Policy {
    /// One target, and the style that covers it.
    public struct Rule: Sendable, Hashable {
        /// The target on the snapshot.
        public let target: Target
        /// The style that covers it.
        public let style: Style
        /// The margin round the target, 0 or more, in the units of the policy; by default 0.
        public let padding: Double
        /// The fewest matches, 0 or more; by default 1 for elements that an XPath or patterns name, else 0.
        public let atLeast: Int

        /// The least height of a finding that is covered, 0 or more, in the units of the policy; by default 0, as always for other
        /// targets.
        public let minimumHeight: Double

        /// The treatment of an element that cannot be placed; by default the snapshot is refused.
        public let unplaceable: Unplaceable

        /// The treatment of a visible element of unknown place.
        public enum Unplaceable: String, Sendable, CaseIterable {
            /// The snapshot is refused.
            case refuse
            /// The element is not covered in the picture, though its text is taken out of the page source.
            case skip
        }

        /// The treatment of the screen outside the page source, where the target is a level; by default it is covered.
        public let outside: Outside

        /// The treatment of the screen outside the page source: the surroundings of a dialog, or the other half of a split screen.
        public enum Outside: String, Sendable, CaseIterable {
            /// These parts are covered, since their content is not known.
            case cover
            /// These parts stay as they are.
            case keep
        }

        /// Makes a rule that covers `target` with `style`; see the properties of the same names. Without `atLeast` it takes the
        /// default of the target.
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

        func replacing(target: Target? = nil, style: Style? = nil, atLeast: Int? = nil) -> Rule {
            Rule(
                target ?? self.target,
                style ?? self.style,
                padding: padding,
                atLeast: atLeast ?? self.atLeast,
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
            "distance to cover beyond the target on each side"
        ),
        .optional(
            "atLeast",
            \.statedMatches,
            .integer(in: 0...1_000_000),
            "the smallest number of matches; by default 1 for an element, 0 for any other target"
        ),
        .optional(
            "minimumHeight",
            \.statedHeight,
            .number(in: 0...LengthUnit.maximumLength),
            "for text, faces and codes: the smallest height to cover; by default 0"
        ),
        .optional(
            "unplaceable",
            \.unplaceable,
            .word,
            default: .refuse,
            "treatment of a visible element without a frame"
        ),
        .optional(
            "outside",
            \.statedOutside,
            .word,
            "for elements: treatment of places outside the page source; by default covered"
        ),
        make: { (target, style, padding, atLeast, minimumHeight, unplaceable, outside) in
            guard minimumHeight == nil || target.definition.evidence.contains(.pixels) else {
                let sentence = "only a rule for \"text\", \"faces\" or \"codes\" has a minimum height"
                throw InvalidMember("minimumHeight", "is for text, faces and codes", description: sentence)
            }
            guard outside == nil || target.definition.mayLieOutside else {
                let sentence = "only a rule for \"elements\" has the member \"outside\""
                throw InvalidMember("outside", "is for elements", description: sentence)
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

    /// Nil for the default of the target.
    private var statedMatches: Int? { atLeast == target.definition.leastMatches ? nil : atLeast }

    /// Nil for any height.
    private var statedHeight: Double? { minimumHeight == 0 ? nil : minimumHeight }

    /// Nil where there is no outside, or it is covered.
    private var statedOutside: Outside? { target.definition.mayLieOutside && outside != .cover ? outside : nil }
}

extension Policy.Rule: Encodable {
    /// Leaves out the members with default values.
    public func encode(to encoder: any Encoder) throws {
        try Self.form.write(self, to: encoder)
    }
}
