import StrictJSON

extension Policy {
    /// Covers one target.
    public struct Rule: Sendable, Hashable {
        /// What to cover.
        public let target: Target
        /// How to cover it.
        public let style: Style
        /// How far to cover beyond the target on each side, 0 or more.
        public let padding: Double
        /// How many matches of the target there have to be; by default what the target demands by itself.
        public let atLeast: Int

        /// What becomes of an element that the target names and that cannot be placed.
        public let unplaceable: Unplaceable

        /// What becomes of an element that can be seen, and of which nothing says where.
        public enum Unplaceable: String, Sendable, CaseIterable {
            /// The snapshot is refused.
            case refuse
            /// The element is not covered in the picture. What it says is still taken out of the page source.
            case skip
        }

        /// What becomes of the parts of the screen that the hierarchy is not about, where the target is a level.
        public let outside: Outside

        /// What becomes of the parts of the screen that the hierarchy is not about: what lies round a dialog, or in the other
        /// half of a split screen.
        public enum Outside: String, Sendable, CaseIterable {
            /// They are covered: what they show is not known.
            case cover
            /// They stay as they are.
            case keep
        }

        /// A rule. `padding` and `atLeast` are 0 or more; without `atLeast` it is that of the target.
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

        /// The rule with another target or style.
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

    /// Writes what differs from the defaults.
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
