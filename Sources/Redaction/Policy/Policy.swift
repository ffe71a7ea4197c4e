/// What to cover in a snapshot, and how. A policy that exists is valid; whether it fits a snapshot shows when it is planned.
public struct Policy: Sendable, Hashable {
    /// What the policy is called: 1 to 64 letters, digits, dots, hyphens and underscores, so that it fits a header field.
    public let name: String?
    /// What the policy is for, in a line of at most 256 bytes.
    public let summary: String?
    /// What lengths are measured in.
    public let unit: LengthUnit
    /// The weakest style that is allowed.
    public let minimumAssurance: MinimumAssurance
    /// What to cover, in the order of painting; at least one and at most ``maximumRules``.
    public let rules: [Rule]
    /// What is never covered.
    public let keep: [Target]
    /// The phases of the app in which the policy applies: at least one.
    public let phases: Set<Phase>
    /// The share of the pixels of a snapshot that has to be covered at the least where the policy applies, 0 to 1.
    public let minimumCoverage: Double

    /// Most rules, and most kept targets, of a policy: a bound on the work that one request can ask for.
    public static let maximumRules = 256

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
            self.atLeast = atLeast ?? target.leastMatches
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

    /// A policy.
    ///
    /// - Throws: ``PolicyError/invalid(_:)`` for a malformed name or summary, for no or too many rules, for no phases and for a
    ///   coverage that is no share, ``PolicyError/assuranceTooWeak(rule:style:)`` for a rule whose style is weaker than `minimumAssurance`.
    public init(
        name: String? = nil,
        summary: String? = nil,
        unit: LengthUnit = .pixels,
        minimumAssurance: MinimumAssurance = .obscured,
        rules: [Rule],
        keep: [Target] = [],
        phases: Set<Phase> = Set(Phase.allCases),
        minimumCoverage: Double = 0
    ) throws(PolicyError) {
        guard name?.isIdentifier() ?? true else {
            throw .invalid(at: "name", "a name has 1 to 64 letters, digits, dots, hyphens and underscores")
        }
        guard summary?.isLine(maximumLength: 256) ?? true else {
            throw .invalid(at: "summary", "a summary is a line of 1 to 256 bytes without control characters")
        }
        guard !rules.isEmpty else { throw .invalid(at: "rules", "a policy needs at least one rule") }
        guard max(rules.count, keep.count) <= Self.maximumRules else {
            throw .invalid(at: "rules", "a policy has at most \(Self.maximumRules) rules and as many kept targets")
        }
        guard !keep.contains(.regions) else {
            throw .invalid(at: "keep", "a request says what to cover, not what to keep")
        }
        for (index, rule) in rules.enumerated() where !minimumAssurance.allows(rule.style.assurance) {
            throw .assuranceTooWeak(rule: index, style: rule.style.kind)
        }
        guard rules.allSatisfy({ (0...Region.maximumLength).contains($0.padding) && $0.style.hasValidLengths }) else {
            throw .invalid(at: "rules", "a length is from 0 to \(Int(Region.maximumLength)), and above 0 in a style")
        }
        if let scale = unit.scale, !LengthUnit.scaleRange.contains(scale) {
            throw .invalid(at: "scale", "a scale is from 0.1 to 16 pixels for each point")
        }
        guard (0...1).contains(minimumCoverage) else {
            throw .invalid(at: "minimumCoverage", "a coverage is a share of the snapshot, from 0 to 1")
        }
        self.name = name
        self.summary = summary
        self.unit = unit
        self.minimumAssurance = minimumAssurance
        guard !phases.isEmpty else { throw .invalid(at: "phases", "a policy applies in at least one phase") }
        self.rules = rules
        self.keep = keep
        self.phases = phases
        self.minimumCoverage = minimumCoverage
    }

    /// What all of the policy promises where it applies: what its weakest rule does.
    public var assurance: Assurance { rules.map(\.style.assurance).min() ?? .untouched }

    /// Whether the policy covers anything in `phase`; where the phase is not known, it does.
    public func applies(in phase: Phase?) -> Bool {
        phase.map(phases.contains) ?? true
    }

    /// Whether all of the screen is covered, and nothing kept.
    var coversScreen: Bool { keep.isEmpty && rules.contains { $0.target == .screen } }

    /// Whether nothing of a snapshot is seen in the result, as all of it is erased.
    var hidesEverything: Bool {
        coversScreen && rules.contains { $0.target == .screen && $0.style.assurance == .erased }
    }

    /// The policy with a minimum assurance of `minimum` or its own, whichever is stronger.
    ///
    /// - Throws: ``PolicyError/assuranceTooWeak(rule:style:)`` if a rule's style is weaker.
    public func demanding(_ minimum: MinimumAssurance) throws(PolicyError) -> Policy {
        try replacing(minimumAssurance: max(minimum, minimumAssurance))
    }

    /// The policy under `name`, which has to be its own if it has one.
    ///
    /// - Throws: ``PolicyError/invalid(_:)``.
    package func named(_ name: String) throws(PolicyError) -> Policy {
        guard self.name == nil || self.name == name else {
            throw .invalid(at: "name", "the policy is to be called \"\(name)\"")
        }
        return try replacing(name: name)
    }

    /// The policy with other parts in the place of its own, checked anew.
    func replacing(
        name: String? = nil,
        unit: LengthUnit? = nil,
        minimumAssurance: MinimumAssurance? = nil,
        rules: [Rule]? = nil
    ) throws(PolicyError) -> Policy {
        try Policy(
            name: name ?? self.name,
            summary: summary,
            unit: unit ?? self.unit,
            minimumAssurance: minimumAssurance ?? self.minimumAssurance,
            rules: rules ?? self.rules,
            keep: keep,
            phases: phases,
            minimumCoverage: minimumCoverage
        )
    }
}
