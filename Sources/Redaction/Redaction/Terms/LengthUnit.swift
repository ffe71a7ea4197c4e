public import StrictJSON

/// What the lengths of a policy are measured in.
public enum LengthUnit: Sendable, Hashable {
    /// Pixels of the snapshot.
    case pixels
    /// Points or CSS pixels, of which each is `scale` pixels wide and high. Within ``scaleRange``; nil where it is left
    /// to the request to say it.
    case points(scale: Double?)
    /// Fractions of the snapshot: of its width for `x` and `width`, of its height for `y` and `height`, of its shorter
    /// edge for every other length.
    case ratio

    /// The numbers of pixels for each point that are taken: from a reduced screenshot to the densest displays.
    public static let scaleRange = 0.1...16.0

    /// The largest magnitude of a coordinate or length, in any unit.
    public static let maximumLength = 1_000_000.0

    /// The coordinates that are taken, in any unit.
    static let coordinates = -maximumLength...maximumLength

    /// Pixels for each point; nil where the unit does not tell.
    public var scale: Double? {
        if case .points(let scale) = self { scale } else { nil }
    }

    /// The unit that the words of a policy name; `scale` alone means points.
    ///
    /// - Throws: ``InvalidUnits`` for a scale of any other unit than points.
    init(name: Name?, scale: Double?) throws(InvalidUnits) {
        switch (name, scale) {
        case (nil, nil), (.pixels, nil): self = .pixels
        case (.ratio, nil): self = .ratio
        case (nil, let scale?): self = .points(scale: scale)
        case (.points, let scale): self = .points(scale: scale)
        case (.pixels?, .some), (.ratio?, .some): throw InvalidUnits(sentence: "a scale goes with units of points only")
        }
    }

    /// The word that a policy states the unit by; nil for pixels, which it need not state.
    var name: Name? {
        switch self {
        case .pixels: nil
        case .points: .points
        case .ratio: .ratio
        }
    }

    /// The word for a unit in a policy.
    enum Name: String, CaseIterable {
        case pixels
        case points
        case ratio
    }

    /// A unit and a scale that do not go together.
    struct InvalidUnits: Error {
        /// What is wrong: a sentence without a full stop.
        let sentence: String
    }

    /// Reads the members `units` and `scale` of an object. Nil if there is neither.
    ///
    /// - Throws: `JSONSchemaError` for a word or a scale that is not allowed, and for two that do not go together.
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
