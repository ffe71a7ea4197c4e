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
        ///   - unplaceable: What to do about an element that cannot be placed.
        ///   - outside: What becomes of the parts of the screen that the hierarchy is not about.
        public init(
            _ target: Target,
            _ style: Style,
            padding: Double = 0,
            atLeast: Int? = nil,
            unplaceable: Unplaceable = .refuse,
            outside: Outside = .cover
        ) {
            self.target = target
            self.style = style
            self.padding = padding
            self.atLeast = atLeast ?? target.definition.leastMatches
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
                unplaceable: unplaceable,
                outside: outside
            )
        }
    }
}

extension Policy.Rule {
    /// Reads an object with the members of a rule.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let rule = try json.object(allowing: ["target", "style", "padding", "atLeast", "unplaceable", "outside"])
        let target = try Target(rule.required("target"))
        let outside = rule.optional("outside")
        if let outside, !target.definition.mayLieOutside {
            throw outside.invalid("only a rule for \"elements\" says what becomes of the outside")
        }
        self.init(
            target,
            try Style(rule.required("style")),
            padding: try rule.optional("padding")?.number(in: 0...LengthUnit.maximumLength) ?? 0,
            atLeast: try rule.optional("atLeast")?.integer(in: 0...1_000_000),
            unplaceable: try rule.optional("unplaceable")?.word(of: Unplaceable.self) ?? .refuse,
            outside: try outside?.word(of: Outside.self) ?? .cover
        )
    }
}

extension Policy.Rule: Encodable {
    private enum CodingKeys: String, CodingKey {
        case target, style, padding, atLeast, unplaceable, outside
    }

    /// Writes an object with the members that differ from their defaults.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(target, forKey: .target)
        try members.encode(style, forKey: .style)
        if padding != 0 { try members.encode(padding, forKey: .padding) }
        if atLeast != target.definition.leastMatches { try members.encode(atLeast, forKey: .atLeast) }
        if unplaceable != .refuse { try members.encode(unplaceable.rawValue, forKey: .unplaceable) }
        if target.definition.mayLieOutside, outside != .cover { try members.encode(outside.rawValue, forKey: .outside) }
    }
}
