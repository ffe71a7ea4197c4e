import StrictJSON

/// The regions of a request for a policy whose rules cover ``Target/regions``.
public struct RequestedRegions: Sendable, Hashable {
    /// The rectangles to cover, in ``unit``.
    public let regions: [Region]
    /// The unit of the regions; nil for that of the policy.
    public let unit: LengthUnit?

    /// Takes regions in `unit`; nil for that of the policy.
    public init(_ regions: [Region], unit: LengthUnit? = nil) {
        self.regions = regions
        self.unit = unit
    }
}

extension Policy {
    /// The policy for a request with `requested`: each rule on ``Target/regions`` becomes one for each region.
    ///
    /// A policy without lengths takes the unit of the regions. A policy with lengths keeps its own, and the regions are converted,
    /// so that no request changes its meaning.
    ///
    /// - Throws: ``PolicyError/regionsMissing(rule:)`` or ``PolicyError/regionsNotTaken`` where only one side has regions,
    ///   ``PolicyError/unitFixed`` or ``PolicyError/scaleConflict(policy:request:)`` for units that do not convert,
    ///   ``PolicyError/invalid(_:)`` for too many regions.
    public func covering(_ requested: RequestedRegions?) throws(PolicyError) -> Policy {
        guard let first = rules.firstIndex(where: { $0.target == .regions }) else {
            guard requested == nil else { throw .regionsNotTaken }
            return self
        }
        guard let requested, !requested.regions.isEmpty else { throw .regionsMissing(rule: first) }
        let (unit, regions) = try counted(requested)
        let rules = rules.flatMap { rule in
            guard rule.target == .regions else { return [rule] }
            return regions.map { rule.replacing(target: .region($0)) }
        }
        return try replacing(unit: unit, rules: rules)
    }

    /// The unit of the policy with `requested`, and the regions in that unit.
    private func counted(_ requested: RequestedRegions) throws(PolicyError) -> (LengthUnit, [Region]) {
        guard let other = requested.unit, other != unit else { return (unit, requested.regions) }
        guard statesLengths else { return (other, requested.regions) }
        let factor: Double
        switch (unit, other) {
        case (.points(nil), .points): return (other, requested.regions)
        case (.points, .points(nil)): return (unit, requested.regions)
        case (.points(let own?), .points(let scale?)): throw .scaleConflict(policy: own, request: scale)
        case (.pixels, .points(let scale?)): factor = scale
        case (.points(let scale?), .pixels): factor = 1 / scale
        default: throw .unitFixed
        }
        let regions = requested.regions.compactMap { $0.scaled(by: factor) }
        guard regions.count == requested.regions.count else { throw .unitFixed }
        return (unit, regions)
    }

    /// The policy for a request in `unit`; throws ``PolicyError/scaleMissing`` for points without a scale, and
    /// ``PolicyError/scaleConflict(policy:request:)`` for two scales that differ.
    func counting(in unit: LengthUnit?) throws(PolicyError) -> Policy {
        guard case .points(let own) = self.unit else { return self }
        guard let scale = unit?.scale ?? own else { throw .scaleMissing }
        if let own, own != scale { throw .scaleConflict(policy: own, request: scale) }
        return try replacing(unit: .points(scale: scale))
    }

    /// Whether the policy depends on its unit.
    private var statesLengths: Bool {
        (rules.map(\.target) + keep).contains { $0.definition.statesLengths }
            || rules.contains { $0.padding > 0 || $0.minimumHeight > 0 || !$0.style.definition.lengths.isEmpty }
    }
}
