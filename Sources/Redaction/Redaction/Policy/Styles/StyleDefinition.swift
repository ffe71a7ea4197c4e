import ImageCore
import StrictJSON

/// All that there is to know of one style: how it is read and written, what it promises and what paints it. Each style
/// is one type that conforms.
protocol StyleDefinition: Sendable, Hashable {
    /// The word for the style in policies, queries and receipts.
    static var kind: String { get }
    /// What the style promises of the pixels that it covers.
    static var assurance: Assurance { get }
    /// What the style covers with, in a few words.
    static var help: String { get }
    /// The members of the style, for reading, for writing and for help texts.
    static var form: ObjectForm<Self> { get }

    /// The picture that the style covers with. Nil for a style that needs none, which is the default.
    var picture: PictureReference? { get }

    /// What paints the style on a snapshot: its lengths in pixels, its colours in the colour space of the snapshot.
    ///
    /// - Throws: ``PolicyError/lengthOutOfRange(_:found:allowed:)`` for a length that is too small or too large for the
    ///   snapshot.
    func brush(for snapshot: StyleContext) throws(PolicyError) -> any Brush
}

/// A picture that a style names.
struct PictureReference {
    /// The name under which the picture came with the snapshot, or that it has on the server.
    let name: String
    /// The style that covers where there is no such picture; nil where that is an error.
    let substitute: Style?
}

extension StyleDefinition {
    var picture: PictureReference? { nil }

    /// The word for the style in policies, queries and receipts.
    var kind: String { Self.kind }
    /// What the style promises of the pixels that it covers.
    var assurance: Assurance { Self.assurance }
    /// Every length that the style states, in the units of the policy.
    var lengths: [Double] { Self.form.lengths(of: self) }

    /// Writes an object with the members of the style that differ from their defaults.
    func write(to encoder: any Encoder) throws {
        try Self.form.write(self, to: encoder)
    }
}

/// Reads one style, whose type only its initialiser knows.
struct StyleReader: Sendable {
    /// The word for the style in policies, queries and receipts.
    let kind: String
    /// What help texts and error messages know of the style's members.
    let members: [MemberDescription]
    /// What the style covers with, in a few words.
    let help: String
    /// What the style promises of the pixels that it covers.
    let assurance: Assurance
    /// What the JSON object of its members has to be.
    let schema: JSONSchema
    /// Reads the style from a JSON object of its members.
    let json: @Sendable (JSONCursor) throws(JSONSchemaError) -> Style
    /// Reads the style from the parameters of a query or of options.
    let parameters: @Sendable (ParameterValues) throws(ShorthandError) -> Style

    /// Reads styles of the type `Definition`.
    ///
    /// - Parameter style: The case of ``Style`` that holds a definition.
    init<Definition: StyleDefinition>(_ style: @escaping @Sendable (Definition) -> Style) {
        kind = Definition.kind
        members = Definition.form.members
        help = Definition.help
        assurance = Definition.assurance
        schema = Definition.form.schema.described("\(help.capitalizedSentence) Assurance: \(assurance.rawValue).")
        json = { (json) throws(JSONSchemaError) in style(try Definition.form.read(json)) }
        parameters = { (values) throws(ShorthandError) in style(try Definition.form.read(values)) }
    }
}

/// The snapshot that a style is to be painted on, and the place of the style, for errors.
struct StyleContext {
    /// Index of the rule in the policy, from 0.
    let rule: Int
    /// Converts lengths of the policy to pixels of the snapshot.
    let scale: PixelScale
    /// Pixels for each point of the display; nil if nothing tells.
    let displayScale: Double?
    /// The colour space of the snapshot, to which the colours of the style are converted.
    let colorSpace: ColorSpace

    /// A length of a style in pixels, at most the longest edge of the snapshot.
    ///
    /// - Parameters:
    ///   - length: The length in the units of the policy.
    ///   - least: The fewest pixels that are worth painting.
    ///   - style: The style that states the length.
    ///   - member: The name of the member that states the length, for errors.
    /// - Throws: ``PolicyError/lengthOutOfRange(_:found:allowed:)``.
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
