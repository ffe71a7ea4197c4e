public import StrictJSON

/// The targets to cover in a snapshot, with their styles. A policy that exists is valid; its fit to a snapshot shows when it is
/// carried out.
public struct Policy: Sendable, Hashable {
    /// The name: 1 to 64 letters, digits, dots, hyphens and underscores, safe in a header field; nil without one.
    public let name: String?
    /// The purpose in a line of at most 256 bytes; nil if not stated.
    public let summary: String?
    /// The unit of coordinates and lengths; pixels by default.
    public let unit: LengthUnit
    /// The weakest assurance that a style may have; by default any.
    public let minimumAssurance: MinimumAssurance
    /// The rules in the order of painting, 1 to ``maximumRules``.
    public let rules: [Rule]
    /// The targets that are never covered, whatever the rules say, 0 to ``maximumRules``.
    public let keep: [Target]
    /// The phases of the app in which the policy applies: at least one, by default all.
    public let phases: Set<Phase>
    /// The smallest share of a snapshot's pixels to cover where the policy applies, 0 to 1; by default 0.
    public let minimumCoverage: Double
    /// What is taken out of the texts of an artefact.
    public let texts: TextRules
    /// Whether covered pixels may be sealed to those who may see them; by default they may.
    public let sealing: SealingRule

    /// Bound on the rules, and on the kept targets, which limits the work of one request.
    public static let maximumRules = 256

    /// Makes a policy of checked parts.
    ///
    /// - Throws: ``PolicyError/invalid(_:)`` for a malformed name or summary, too few or many rules, lengths or a coverage out of
    ///   range, and no phases; ``PolicyError/assuranceTooWeak(rule:style:)`` for a style weaker than `minimumAssurance`.
    public init(
        name: String? = nil,
        summary: String? = nil,
        unit: LengthUnit = .pixels,
        minimumAssurance: MinimumAssurance = .obscured,
        rules: [Rule],
        keep: [Target] = [],
        phases: Set<Phase> = Set(Phase.allCases),
        minimumCoverage: Double = 0,
        texts: TextRules = .standard,
        sealing: SealingRule = .allowed
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
            throw .invalid(at: "keep", "a request cannot keep anything: it names only what to cover")
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
        self.texts = texts
        self.sealing = sealing
    }

    /// The weakest promise of the rules.
    public var assurance: Assurance { rules.map(\.style.assurance).min() ?? .untouched }

    /// Whether the policy covers anything in `phase`; true for nil, a phase not known.
    public func applies(in phase: Phase?) -> Bool {
        phase.map(phases.contains) ?? true
    }

    /// Whether a rule covers with words, which need fonts.
    public var showsMessages: Bool {
        rules.contains { rule in
            switch rule.style {
            case .message, .label: true
            case .fill, .blur, .pixelate, .image, .veil: false
            }
        }
    }

    /// The place of a target that is found in pixels, which takes a detector; nil if none is.
    public var pointerToSight: JSONPointer? { sights.first?.pointer }

    /// Whether a rule names elements of a page source.
    public var takesSources: Bool { !elementSelectors.isEmpty }

    var coversScreen: Bool { keep.isEmpty && rules.contains { $0.target == .screen } }

    /// Whether the result shows no pixel of a snapshot, since all are erased.
    var hidesEverything: Bool {
        coversScreen && rules.contains { $0.target == .screen && $0.style.assurance == .erased }
    }

    /// The policy with the stronger of `minimum` and its own minimum assurance; throws
    /// ``PolicyError/assuranceTooWeak(rule:style:)`` if a style is weaker.
    public func demanding(_ minimum: MinimumAssurance) throws(PolicyError) -> Policy {
        try replacing(minimumAssurance: max(minimum, minimumAssurance))
    }

    /// The policy under `name`, an identifier and its own name if it has one.
    package func named(_ name: String) throws(PolicyError) -> Policy {
        guard self.name == nil || self.name == name else {
            throw .invalid(at: "name", "the name has to be \"\(name)\"")
        }
        return try replacing(name: name)
    }

    /// Checks the new parts; nil keeps the policy's own.
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
            minimumCoverage: minimumCoverage,
            texts: texts,
            sealing: sealing
        )
    }
}

extension Policy {
    /// Includes the evidence for kept targets.
    var evidence: Set<Evidence.Kind> {
        targets.reduce(into: []) { $0.formUnion($1.target.definition.evidence) }
    }

    var coveredElements: [ElementSelector] { rules.compactMap(\.target.selector) }

    var keptElements: [ElementSelector] { keep.compactMap(\.selector) }

    /// Each selector with the place of its target.
    var elementSelectors: [(selector: ElementSelector, pointer: JSONPointer)] {
        targets.compactMap { target, pointer in target.selector.map { ($0, pointer) } }
    }

    /// Each target found in pixels with its place.
    var sights: [(sight: Sight, pointer: JSONPointer)] {
        targets.compactMap { target, pointer in
            if case .sight(let sight) = target { (sight, pointer.appending(.name(sight.kind))) } else { nil }
        }
    }

    /// Targets with their places, those of rules first.
    var targets: [(target: Target, pointer: JSONPointer)] {
        let ruled = rules.enumerated().map { ($1.target, JSONPointer.rule($0, "target")) }
        let kept = keep.enumerated().map { ($1, JSONPointer([.name("keep"), .index($0)])) }
        return ruled + kept
    }
}

extension Target {
    /// Nil for anything but elements.
    var selector: ElementSelector? {
        if case .elements(let selector) = self { selector } else { nil }
    }
}

extension Policy {
    /// The names of all assets of its styles, required or not.
    public var assetNames: Set<String> {
        Set(rules.compactMap(\.style.definition.picture?.name))
    }

    /// The policy for the assets that exist: a style without its optional asset becomes a fill with its background. Throws
    /// ``PolicyError/assetMissing(rule:name:)``, or ``PolicyError/assetUnused(name:)`` if no style names one of `sent`.
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
