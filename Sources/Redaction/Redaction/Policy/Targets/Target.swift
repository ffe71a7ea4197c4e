import StrictJSON

/// A thing that a rule covers, or a policy keeps. Each target is a type of its own; this enumeration names them.
public enum Target: Sendable, Hashable {
    /// The whole snapshot, whatever its size.
    case screen
    /// A rectangle on the snapshot, whose corners may be rounded.
    case region(Region)
    /// An ellipse on the snapshot.
    case ellipse(Ellipse)
    /// A polygon on the snapshot, whose edges may cross.
    case polygon(Polygon)
    /// The rectangles of a request, which ``Policy/covering(_:)`` puts in.
    case regions
    /// Rectangles of which something beside the policy tells.
    case places(Places)
    /// Elements of the page source.
    case elements(ElementSelector)
    /// Things that are seen in the pixels of the snapshot.
    case sight(Sight)
    /// The screen or a shape, for a time of a recording.
    case timed(TimedTarget)

    /// The targets that are a word.
    private static let words: [(name: String, target: Target)] = [("screen", .screen), ("regions", .regions)]

    /// A target that is an object with one member.
    private struct Reader: Sendable {
        let name: String
        let schema: JSONSchema
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
            schema: .word(among: ["all"]).described("Barcodes and QR codes, found by looking at the snapshot.")
        ) { (json) throws(JSONSchemaError) in
            _ = try json.word(among: ["all"])
            return .sight(.codes)
        },
    ]

    static let schema = JSONSchema.any(of: [
        .word(among: words.map(\.name))
            .described("The whole screen, or the regions of the request."),
        .soleMember(of: members.map { .optional($0.name, $0.schema) }),
        TimedTarget.schema,
    ])

    var definition: any TargetDefinition {
        switch self {
        case .screen: ScreenTarget()
        case .region(let region): region
        case .ellipse(let ellipse): ellipse
        case .polygon(let polygon): polygon
        case .regions: RequestedRegionsTarget()
        case .places(let places): places
        case .elements(let selector): selector
        case .sight(let sight): sight
        case .timed(let target): target
        }
    }

    /// The word in policies and receipts.
    public var kind: String { definition.kind }

    init(_ json: JSONCursor) throws(JSONSchemaError) {
        if let timed = try TimedTarget(json) {
            self = .timed(timed)
            return
        }
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
    /// The schema of a policy defines it once.
    static var target: Self {
        .json("a target", .reference(to: "Target")) { (json) throws(JSONSchemaError) in try Target(json) }
    }
}
