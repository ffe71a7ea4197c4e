public import ImageCore
public import Messages
import StrictJSON

/// How to cover a target. Lengths are in the units of the policy.
///
/// Each style is a type of its own, which says all about it; this enumeration names them.
public enum Style: Sendable, Hashable {
    /// Covers with one opaque colour.
    case fill(FillStyle)
    /// Covers with a Gaussian blur.
    case blur(BlurStyle)
    /// Covers with square cells, each painted with the mean of its pixels.
    case pixelate(PixelateStyle)
    /// Covers with a picture that comes with the snapshot, or is the server's.
    case image(ImageStyle)
    /// Covers with frosted glass, painted from what surrounds the target.
    case veil(VeilStyle)
    /// Covers with words on a plain colour: the privacy screen.
    case message(Message)

    /// The styles as they are read, in the order in which help texts list them.
    static let readers: [StyleReader] = [
        StyleReader(Style.fill), StyleReader(Style.blur), StyleReader(Style.pixelate), StyleReader(Style.image),
        StyleReader(Style.veil), StyleReader(Style.message),
    ]

    /// The type that says all about the style.
    var definition: any StyleDefinition {
        switch self {
        case .fill(let style): style
        case .blur(let style): style
        case .pixelate(let style): style
        case .image(let style): style
        case .veil(let style): style
        case .message(let style): style
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

    /// Covers with frosted glass whose colours run into each other with the standard deviation `radius`, above 0, in
    /// the units of the policy. Nil for one that fits the target.
    public static func veil(radius: Double?) -> Style { .veil(VeilStyle(radius: radius)) }

    /// The words for all styles in policies, queries and receipts.
    public static var kinds: [String] { readers.map(\.kind) }

    /// The word for the style in policies, queries and receipts.
    public var kind: String { definition.kind }

    /// What the style promises of the pixels that it covers.
    public var assurance: Assurance { definition.assurance }

    /// Whether every length of the style is above 0 and at most ``LengthUnit/maximumLength``.
    var hasValidLengths: Bool { definition.lengths.allSatisfy { $0 > 0 && $0 <= LengthUnit.maximumLength } }

    /// What the object that ``init(_:)`` reads has to be.
    static let schema = JSONSchema.soleMember(of: readers.map { .optional($0.kind, $0.schema) })

    /// Reads an object with one member, which is named like the style.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        let (index, members) = try json.soleMember(of: Self.kinds)
        self = try Self.readers[index].json(members)
    }
}

extension Style: Encodable {
    /// Writes an object with one member, the style's name.
    public func encode(to encoder: any Encoder) throws {
        var style = encoder.container(keyedBy: MemberName.self)
        let definition = definition
        try definition.write(to: style.superEncoder(forKey: MemberName(stringValue: definition.kind)))
    }
}

extension ValueForm where Value == Style {
    /// A style, which the schema of a policy defines once.
    static var style: Self {
        .json("a style", .reference(to: "Style")) { (json) throws(JSONSchemaError) in try Style(json) }
    }
}
