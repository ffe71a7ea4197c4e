public import StrictJSON

/// What to cover in a snapshot, and how. A policy that exists is valid; whether it fits a snapshot shows when it is
/// carried out.
public struct Policy: Sendable, Hashable {
    /// The name of the policy: 1 to 64 letters, digits, dots, hyphens and underscores, so that it fits a header field.
    /// Nil if it has none.
    public let name: String?
    /// What the policy is for, in a line of at most 256 bytes. Nil if nothing says.
    public let summary: String?
    /// What coordinates and lengths are measured in; pixels by default.
    public let unit: LengthUnit
    /// The weakest assurance that a style of the policy may have; by default, that of any style.
    public let minimumAssurance: MinimumAssurance
    /// What to cover, in the order of painting; at least one and at most ``maximumRules``.
    public let rules: [Rule]
    /// What is never covered, whatever the rules say; at most ``maximumRules`` targets, by default none.
    public let keep: [Target]
    /// The phases of the app in which the policy applies: at least one, by default all.
    public let phases: Set<Phase>
    /// The smallest share of the pixels of a snapshot that has to be covered where the policy applies, 0 to 1. By
    /// default 0.
    public let minimumCoverage: Double

    /// Most rules, and most kept targets, of a policy: a bound on the work that one request can ask for.
    public static let maximumRules = 256

    /// Makes a policy, and checks its parts.
    ///
    /// - Throws: ``PolicyError/invalid(_:)`` for a malformed name or summary, for no or too many rules, for a length
    ///   out of range, for no phases and for a coverage that is no share, ``PolicyError/assuranceTooWeak(rule:style:)``
    ///   for a rule whose style is weaker than `minimumAssurance`.
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
        let lengths = 0...LengthUnit.maximumLength
        guard
            rules.allSatisfy({ rule in
                lengths.contains(rule.padding) && lengths.contains(rule.minimumHeight) && rule.style.hasValidLengths
            })
        else {
            throw .invalid(
                at: "rules",
                "a length is from 0 to \(Int(LengthUnit.maximumLength)), and above 0 in a style"
            )
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

    /// What the policy promises where it applies: the weakest promise of its rules.
    public var assurance: Assurance { rules.map(\.style.assurance).min() ?? .untouched }

    /// Whether the policy covers anything in `phase`. It does if the phase is nil, for not known.
    public func applies(in phase: Phase?) -> Bool {
        phase.map(phases.contains) ?? true
    }

    /// Whether a rule covers with words, which fonts are needed for.
    public var showsMessages: Bool {
        rules.contains { rule in if case .message = rule.style { true } else { false } }
    }

    /// Where a target is that is found by looking at the pixels of a snapshot, which takes a detector; nil if none is.
    public var pointerToSight: JSONPointer? { sights.first?.pointer }

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
    /// - Throws: ``PolicyError/invalid(_:)`` if it is not, or is no identifier.
    package func named(_ name: String) throws(PolicyError) -> Policy {
        guard self.name == nil || self.name == name else {
            throw .invalid(at: "name", "the policy is to be called \"\(name)\"")
        }
        return try replacing(name: name)
    }

    /// The policy with other parts instead of its own, checked anew; nil keeps its own.
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

extension Policy {
    /// The evidence that the targets of the policy are found by, those that are kept included.
    var evidence: Set<Evidence.Kind> {
        targets.reduce(into: []) { $0.formUnion($1.target.definition.evidence) }
    }

    /// The selectors of the rules whose targets name elements.
    var coveredElements: [ElementSelector] { rules.compactMap(\.target.selector) }

    /// The selectors of the kept targets that name elements.
    var keptElements: [ElementSelector] { keep.compactMap(\.selector) }

    /// All selectors of the policy, each with the place of its target.
    var elementSelectors: [(selector: ElementSelector, pointer: JSONPointer)] {
        targets.compactMap { target, pointer in target.selector.map { ($0, pointer) } }
    }

    /// What the targets look for that are found in pixels, each with the place of its target.
    var sights: [(sight: Sight, pointer: JSONPointer)] {
        targets.compactMap { target, pointer in
            if case .sight(let sight) = target { (sight, pointer.appending(.name(sight.kind))) } else { nil }
        }
    }

    /// All targets of the policy, those of its rules first, each with its place.
    var targets: [(target: Target, pointer: JSONPointer)] {
        let ruled = rules.enumerated().map { ($1.target, JSONPointer.rule($0, "target")) }
        let kept = keep.enumerated().map { ($1, JSONPointer([.name("keep"), .index($0)])) }
        return ruled + kept
    }
}

extension Target {
    /// The selector of a target that names elements; nil for any other.
    fileprivate var selector: ElementSelector? {
        if case .elements(let selector) = self { selector } else { nil }
    }
}

extension Policy {
    /// The names of all pictures that styles cover with, whether they have to be there or not.
    public var assetNames: Set<String> {
        Set(rules.compactMap(\.style.definition.picture?.name))
    }

    /// The policy for the pictures that are there: a style whose picture is missing becomes a fill with its background,
    /// if it can do without the picture.
    ///
    /// - Parameters:
    ///   - sent: Names of the pictures that come with the snapshot, each of which has to be named by a style.
    ///   - stored: Whether the server has a picture of a name.
    /// - Throws: ``PolicyError/assetMissing(rule:name:)`` or ``PolicyError/assetUnused(name:)``.
    func resolvingAssets(sent: Set<String>, stored: (String) -> Bool) throws(PolicyError) -> Policy {
        if let name = sent.subtracting(assetNames).min() { throw .assetUnused(name: name) }
        var rules = rules
        for (index, rule) in rules.enumerated() {
            guard let picture = rule.style.definition.picture, !sent.contains(picture.name), !stored(picture.name)
            else { continue }
            guard let substitute = picture.substitute else { throw .assetMissing(rule: index, name: picture.name) }
            rules[index] = rule.replacing(style: substitute)
        }
        return try replacing(rules: rules)
    }
}
