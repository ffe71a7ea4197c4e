public import StrictJSON

/// The unit of the lengths of a policy.
public enum LengthUnit: Sendable, Hashable {
    /// Pixels of the snapshot.
    case pixels
    /// Points or CSS pixels of `scale` pixels each, within ``scaleRange``; nil leaves the scale to the request.
    case points(scale: Double?)
    /// Fractions of the snapshot: of its width for `x` and `width`, its height for `y` and `height`, else its shorter edge.
    case ratio

    /// The allowed pixels for each point: from reduced screenshots to the densest displays.
    public static let scaleRange = 0.1...16.0

    /// The largest magnitude of a coordinate or length, in any unit.
    public static let maximumLength = 1_000_000.0

    static let coordinates = -maximumLength...maximumLength

    /// Pixels for each point; nil if not known.
    public var scale: Double? {
        if case .points(let scale) = self { scale } else { nil }
    }

    /// `scale` alone means points; throws ``InvalidUnits`` for a scale of any other unit.
    init(name: Name?, scale: Double?) throws(InvalidUnits) {
        switch (name, scale) {
        case (nil, nil), (.pixels, nil): self = .pixels
        case (.ratio, nil): self = .ratio
        case (nil, let scale?): self = .points(scale: scale)
        case (.points, let scale): self = .points(scale: scale)
        case (.pixels?, .some), (.ratio?, .some): throw InvalidUnits(sentence: "a scale goes only with units of points")
        }
    }

    /// Nil for pixels, which a policy need not state.
    var name: Name? {
        switch self {
        case .pixels: nil
        case .points: .points
        case .ratio: .ratio
        }
    }

    enum Name: String, CaseIterable {
        case pixels
        case points
        case ratio
    }

    /// A unit and a scale that contradict each other.
    struct InvalidUnits: Error {
        /// A sentence without a full stop.
        let sentence: String
    }

    /// Reads the members `units` and `scale` of an object; nil if there is neither. Throws `JSONSchemaError` also for two that
    /// contradict each other.
    public init?(of object: JSONObjectCursor) throws(JSONSchemaError) {
        let units = try object.optional("units")?.word(of: Name.self)
        let scale = try object.optional("scale")?.number(in: Self.scaleRange)
        guard units != nil || scale != nil else { return nil }
        do {
            try self.init(name: units, scale: scale)
        } catch {
            throw object.invalid(error.sentence)
        }
    }
}
