import ImageCore

/// Policies are written as they are read: ``Policy/init(parsing:)`` makes an equal policy of what an encoder writes.
extension Policy: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, summary, units, scale, minimumAssurance, rules, keep, phases, minimumCoverage
    }

    /// Writes what differs from the defaults.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(name, forKey: .name)
        try members.encodeIfPresent(summary, forKey: .summary)
        switch unit {
        case .pixels: break
        case .ratio: try members.encode(LengthUnit.Name.ratio.rawValue, forKey: .units)
        case .points(let scale):
            try members.encode(LengthUnit.Name.points.rawValue, forKey: .units)
            try members.encodeIfPresent(scale, forKey: .scale)
        }
        if minimumAssurance != .obscured { try members.encode(minimumAssurance.rawValue, forKey: .minimumAssurance) }
        try members.encode(rules, forKey: .rules)
        if !keep.isEmpty { try members.encode(keep, forKey: .keep) }
        let phases = Phase.allCases.filter(phases.contains)
        if phases != Phase.allCases { try members.encode(phases, forKey: .phases) }
        if minimumCoverage != 0 { try members.encode(minimumCoverage, forKey: .minimumCoverage) }
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
        if atLeast != target.leastMatches { try members.encode(atLeast, forKey: .atLeast) }
        if unplaceable != .refuse { try members.encode(unplaceable.rawValue, forKey: .unplaceable) }
        if target.isLevel, outside != .cover { try members.encode(outside.rawValue, forKey: .outside) }
    }
}

extension Target: Encodable {
    private enum CodingKeys: String, CodingKey {
        case region, element, elements
    }

    /// Writes a word, or an object with one member.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .screen, .regions:
            var word = encoder.singleValueContainer()
            try word.encode(kind)
        case .region(let region):
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(region, forKey: .region)
        case .elements(let selector):
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(selector, forKey: selector.isLevel ? .elements : .element)
        }
    }
}
