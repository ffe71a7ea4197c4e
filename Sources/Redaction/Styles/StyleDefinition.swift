import ImageCore
import StrictJSON

/// What a style says of itself: one type a style.
protocol StyleDefinition: Sendable, Hashable {
    /// The word for it in policies, queries and receipts.
    static var kind: String { get }
    /// What it promises.
    static var assurance: Assurance { get }
    /// Its members.
    static var form: ObjectForm<Self> { get }

    /// The picture that it covers with; nil for a style that needs none.
    var picture: PictureReference? { get }

    /// What paints it on a snapshot.
    ///
    /// - Throws: ``PolicyError/lengthOutOfRange(_:found:allowed:)``.
    func brush(for snapshot: StyleContext) throws(PolicyError) -> any Brush
}

/// A picture that a style names.
struct PictureReference {
    /// Its name.
    let name: String
    /// The style that covers where there is no such picture; nil where that is an error.
    let substitute: Style?
}

extension StyleDefinition {
    var picture: PictureReference? { nil }

    /// The word for it in policies, queries and receipts.
    var kind: String { Self.kind }
    /// What it promises.
    var assurance: Assurance { Self.assurance }
    /// Every length that it states, in the units of the policy.
    var lengths: [Double] { Self.form.lengths(of: self) }

    /// Writes its members that differ from their defaults.
    func write(to encoder: any Encoder) throws {
        try Self.form.write(self, to: encoder)
    }
}

/// How one style is read.
struct StyleReader: Sendable {
    /// The word for it.
    let kind: String
    /// Its members.
    let members: [MemberDescription]
    /// Reads its members from JSON.
    let json: @Sendable (JSONCursor) throws(JSONSchemaError) -> Style
    /// Reads its members from a query or from options.
    let parameters: @Sendable (ParameterValues) throws(ShorthandError) -> Style

    /// - Parameter style: The case of ``Style`` that holds a definition.
    init<Definition: StyleDefinition>(_ style: @escaping @Sendable (Definition) -> Style) {
        kind = Definition.kind
        members = Definition.form.members
        json = { (json) throws(JSONSchemaError) in style(try Definition.form.read(json)) }
        parameters = { (values) throws(ShorthandError) in style(try Definition.form.read(values)) }
    }
}

/// The snapshot that a style is to be painted on, and the place of the style, for errors.
struct StyleContext {
    /// Index of the rule in its policy.
    let rule: Int
    /// What lengths come to.
    let scale: PixelScale
    /// Pixels for each point, if that is known.
    let displayScale: Double?
    /// What the samples of the snapshot stand for.
    let colorSpace: ColorSpace

    /// A length of a style in pixels, at most the longest edge of the snapshot.
    ///
    /// - Parameters:
    ///   - length: In the units of the policy.
    ///   - least: The fewest pixels that are worth painting.
    ///   - style: The style that states it.
    ///   - member: The name of its member.
    func pixels(
        _ length: Double,
        atLeast least: Double,
        of style: some StyleDefinition,
        _ member: String
    ) throws(PolicyError) -> Double {
        let longestEdge = Double(max(scale.snapshot.width, scale.snapshot.height))
        let pointer = JSONPointer.rule(rule, "style", style.kind, member)
        return try scale.length(length, in: least...max(longestEdge, least), at: pointer)
    }
}
