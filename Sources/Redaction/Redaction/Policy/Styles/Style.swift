public import ImageCore
public import Messages
import StrictJSON

/// A way to cover a target, with lengths in the units of the policy. Each style is a type of its own; this enumeration names them.
public enum Style: Sendable, Hashable {
    /// Covers with one opaque colour.
    case fill(FillStyle)
    /// Covers with a Gaussian blur.
    case blur(BlurStyle)
    /// Covers with square cells, each painted with the mean of its pixels.
    case pixelate(PixelateStyle)
    /// Covers with an asset of the request or the server.
    case image(ImageStyle)
    /// Covers with frosted glass, painted from the surroundings of the target.
    case veil(VeilStyle)
    /// Covers with words on a plain colour: the privacy screen.
    case message(Message)
    /// Covers with a word for what stood there, in the colours of the surroundings.
    case label(LabelStyle)

    /// In the order of help texts.
    static let readers: [StyleReader] = [
        StyleReader(Style.fill), StyleReader(Style.blur), StyleReader(Style.pixelate), StyleReader(Style.image),
        StyleReader(Style.veil), StyleReader(Style.message), StyleReader(Style.label),
    ]

    var definition: any StyleDefinition {
        switch self {
        case .fill(let style): style
        case .blur(let style): style
        case .pixelate(let style): style
        case .image(let style): style
        case .veil(let style): style
        case .message(let style): style
        case .label(let style): style
        }
    }
}

extension Style {
    /// Covers with one opaque colour, in sRGB.
    public static func fill(_ color: Color) -> Style { .fill(FillStyle(color: color)) }

    /// Covers with a Gaussian blur of the standard deviation `radius`, above 0, in the units of the policy.
    public static func blur(radius: Double) -> Style { .blur(BlurStyle(radius: radius)) }

    /// Covers with square cells with the edge `block`, above 0, in the units of the policy.
    public static func pixelate(block: Double) -> Style { .pixelate(PixelateStyle(block: block)) }

    /// Covers with frosted glass of the standard deviation `radius`, above 0, in the units of the policy; nil for one that fits the
    /// target.
    public static func veil(radius: Double?) -> Style { .veil(VeilStyle(radius: radius)) }

    /// Covers with a word for what stood there, in the colours of the surroundings, and with a number if `numbered`.
    public static func label(numbered: Bool) -> Style { .label(LabelStyle(isNumbered: numbered)) }

    /// The words for all styles in policies, queries and receipts.
    public static var kinds: [String] { readers.map(\.kind) }

    /// The word for the style in policies, queries and receipts.
    public var kind: String { definition.kind }

    /// The promise of the style for covered pixels.
    public var assurance: Assurance { definition.assurance }

    /// Whether every length is above 0 and at most ``LengthUnit/maximumLength``.
    var hasValidLengths: Bool { definition.lengths.allSatisfy { $0 > 0 && $0 <= LengthUnit.maximumLength } }

    static let schema = JSONSchema.soleMember(of: readers.map { .optional($0.kind, $0.schema) })

    /// Reads an object with one member, named like the style.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let (index, members) = try json.soleMember(of: Self.kinds)
        self = try Self.readers[index].json(members)
    }
}

extension Style: Encodable {
    /// Writes an object with one member, named like the style.
    public func encode(to encoder: any Encoder) throws {
        var style = encoder.container(keyedBy: MemberName.self)
        let definition = definition
        try definition.write(to: style.superEncoder(forKey: MemberName(stringValue: definition.kind)))
    }
}

extension ValueForm where Value == Style {
    /// The schema of a policy defines it once.
    static var style: Self {
        .json("a style", .reference(to: "Style")) { (json) throws(JSONSchemaError) in try Style(json) }
    }
}
