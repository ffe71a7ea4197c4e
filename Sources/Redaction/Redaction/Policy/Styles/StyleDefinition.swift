import ImageCore
import Messages
import StrictJSON

/// One style: its form, its promise and its brush. Each style is one type that conforms.
protocol StyleDefinition: Sendable, Hashable {
    /// The word in policies, queries and receipts.
    static var kind: String { get }
    static var assurance: Assurance { get }
    /// A few words on the cover.
    static var help: String { get }
    /// The members for reading, writing and help texts.
    static var form: ObjectForm<Self> { get }

    /// The asset of the style; nil by default.
    var picture: PictureReference? { get }

    /// The brush for a snapshot; throws ``PolicyError/lengthOutOfRange(_:found:allowed:)`` for a length that does not suit the
    /// snapshot.
    func brush(for snapshot: StyleContext) throws(PolicyError) -> any Brush
}

/// An asset that a style names.
struct PictureReference {
    let name: String
    /// Covers where there is no such asset; nil where that is an error.
    let substitute: Style?
}

extension StyleDefinition {
    var picture: PictureReference? { nil }

    var kind: String { Self.kind }
    var assurance: Assurance { Self.assurance }
    /// Lengths in the units of the policy.
    var lengths: [Double] { Self.form.lengths(of: self) }

    func write(to encoder: any Encoder) throws {
        try Self.form.write(self, to: encoder)
    }
}

/// Reads one style, whose type only its initialiser knows.
struct StyleReader: Sendable {
    let kind: String
    let members: [MemberDescription]
    let help: String
    let assurance: Assurance
    let schema: JSONSchema
    let json: @Sendable (JSONCursor) throws(JSONSchemaError) -> Style
    let parameters: @Sendable (ParameterValues) throws(ShorthandError) -> Style

    /// Takes the case of ``Style`` that holds a `Definition`.
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

/// The snapshot and the place of a style that is to be painted.
struct StyleContext {
    let rule: Int
    /// Converts lengths of the policy to pixels.
    let scale: PixelScale
    /// Pixels for each point; nil if not known.
    let displayScale: Double?
    /// The space that colours are converted to.
    let colorSpace: ColorSpace
    /// The text for what is covered; nil unless the style writes one.
    let label: LabelText?

    /// A length of `style` in pixels, from `least` to the longest edge of the snapshot; `member` names it in errors.
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
