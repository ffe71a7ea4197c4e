import StrictJSON

/// What a rule covers, or a policy keeps.
///
/// Each target is a type of its own, which says all about it; this enumeration names them.
public enum Target: Sendable, Hashable {
    /// The whole snapshot, whatever its size.
    case screen
    /// A rectangle on the snapshot, whose corners may be rounded.
    case region(Region)
    /// An ellipse on the snapshot.
    case ellipse(Ellipse)
    /// A polygon on the snapshot, whose edges may cross.
    case polygon(Polygon)
    /// The rectangles that a request brings; ``Policy/covering(_:)`` puts them in.
    case regions
    /// Elements of the hierarchy that comes with the snapshot.
    case elements(ElementSelector)
    /// What is seen in the pixels of the snapshot.
    case sight(Sight)

    /// The targets that are a word, by that word.
    private static let words: [(name: String, target: Target)] = [("screen", .screen), ("regions", .regions)]

    /// A target that is an object with one member.
    private struct Reader: Sendable {
        /// The name of the member.
        let name: String
        /// What the value of the member has to be.
        let schema: JSONSchema
        /// Reads the value of the member.
        let read: @Sendable (JSONCursor) throws(JSONSchemaError) -> Target
    }

    /// The targets that are an object, by the name of its only member.
    private static let members: [Reader] = [
        Reader(name: Region.kind, schema: Region.form.schema.described("A rectangle.")) {
            (json) throws(JSONSchemaError) in .region(try Region.form.read(json))
        },
        Reader(name: Ellipse.kind, schema: Ellipse.form.schema.described("The ellipse in a rectangle.")) {
            (json) throws(JSONSchemaError) in .ellipse(try Ellipse.form.read(json))
        },
        Reader(name: Polygon.kind, schema: Polygon.schema.described("The inside of a closed line: its corners.")) {
            (json) throws(JSONSchemaError) in .polygon(try Polygon(json))
        },
        Reader(name: "element", schema: ElementSelector.elementSchema) {
            (json) throws(JSONSchemaError) in .elements(try ElementSelector(element: json))
        },
        Reader(name: "elements", schema: ElementSelector.elementsSchema) {
            (json) throws(JSONSchemaError) in .elements(try ElementSelector(elements: json))
        },
        Reader(name: "text", schema: TextSight.schema) {
            (json) throws(JSONSchemaError) in .sight(.text(try TextSight(json)))
        },
        Reader(name: "faces", schema: FaceSight.schema) {
            (json) throws(JSONSchemaError) in .sight(.faces(try FaceSight(json)))
        },
        Reader(
            name: "codes",
            schema: .word(among: ["all"]).described("Barcodes and QR codes, found by looking at the picture.")
        ) { (json) throws(JSONSchemaError) in
            _ = try json.word(among: ["all"])
            return .sight(.codes)
        },
    ]

    /// What the value that ``init(_:)`` reads has to be.
    static let schema = JSONSchema.any(of: [
        .word(among: words.map(\.name))
            .described("The whole screen, or the regions that the request brings."),
        .soleMember(of: members.map { .optional($0.name, $0.schema) }),
    ])

    /// The type that says all about the target.
    var definition: any TargetDefinition {
        switch self {
        case .screen: ScreenTarget()
        case .region(let region): region
        case .ellipse(let ellipse): ellipse
        case .polygon(let polygon): polygon
        case .regions: RequestedRegionsTarget()
        case .elements(let selector): selector
        case .sight(let sight): sight
        }
    }

    /// The word for the target in policies and in receipts.
    public var kind: String { definition.kind }

    /// Reads a word, or an object with one member.
    init(_ json: JSONCursor) throws(JSONSchemaError) {
        switch try json.wordOrSoleMember(words: Self.words.map(\.name), members: Self.members.map(\.name)) {
        case .word(let index): self = Self.words[index].target
        case .member(let index, let value): self = try Self.members[index].read(value)
        }
    }
}

extension Target: Encodable {
    /// Writes a word, or an object with one member.
    public func encode(to encoder: any Encoder) throws {
        try definition.write(to: encoder)
    }
}

extension ValueForm where Value == Target {
    /// A target, which the schema of a policy defines once.
    static var target: Self {
        .json("a target", .reference(to: "Target")) { (json) throws(JSONSchemaError) in try Target(json) }
    }
}
