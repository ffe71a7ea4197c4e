import StrictJSON

/// What a request brings for a policy whose rules cover ``Target/regions``.
public struct RequestedRegions: Sendable, Hashable {
    /// What to cover.
    public let regions: [Region]
    /// What the regions are measured in; nil for the unit of the policy.
    public let unit: LengthUnit?

    /// Regions in `unit`, or in that of the policy.
    public init(_ regions: [Region], unit: LengthUnit? = nil) {
        self.regions = regions
        self.unit = unit
    }
}

extension Policy {
    /// Whether a request has to bring regions for the policy to cover.
    public var takesRegions: Bool { rules.contains { $0.target == .regions } }

    /// The policy for a request that brings `requested`: each rule that covers ``Target/regions`` becomes one for each of
    /// them.
    ///
    /// The unit of a policy that states no length is that of the regions. One that states any keeps its own, so that no
    /// request changes what the lengths mean.
    ///
    /// - Throws: ``PolicyError/regionsMissing(rule:)`` or ``PolicyError/regionsNotTaken`` where the two do not go together,
    ///   ``PolicyError/unitFixed`` for a unit beside lengths, ``PolicyError/invalid(_:)`` for too many regions.
    public func covering(_ requested: RequestedRegions?) throws(PolicyError) -> Policy {
        guard let first = rules.firstIndex(where: { $0.target == .regions }) else {
            guard requested == nil else { throw .regionsNotTaken }
            return self
        }
        guard let requested, !requested.regions.isEmpty else { throw .regionsMissing(rule: first) }
        if let unit = requested.unit, unit != self.unit, statesLengths { throw .unitFixed }
        let rules = rules.flatMap { rule in
            guard rule.target == .regions else { return [rule] }
            return requested.regions.map { rule.replacing(target: .region($0)) }
        }
        return try replacing(unit: requested.unit, rules: rules)
    }

    /// Whether it depends on the unit what the policy covers and how.
    private var statesLengths: Bool {
        let targets = rules.map(\.target) + keep
        return targets.contains { if case .region = $0 { true } else { false } }
            || rules.contains { $0.padding > 0 || !$0.style.lengths.isEmpty }
    }
}
