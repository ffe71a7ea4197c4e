import BoundedRegex
import SensitiveText
import StrictJSON

extension TextSight {
    private static let words = ["all", "sensitive", "unread"]
    private static let members = SoughtKinds.form.members.map(\.name) + ["matches", "beside", "extent"]

    private static let patternBytes = 1...BoundedRegex.maximumByteCount
    private static let patternSchema = JSONSchema.string(bytes: patternBytes)

    private static func pattern(_ json: JSONCursor) throws(JSONSchemaError) -> RegexPattern {
        try RegexPattern(json, bytes: patternBytes, scope: .part)
    }

    static let schema = JSONSchema.any(of: [
        .word(among: words).described(
            "All text in the snapshot, the sensitive text, or unreadable lines."
        ),
        .object(
            SoughtKinds.form.members.map { JSONSchema.Member($0.name, $0.schema, isRequired: false) } + [
                .optional("matches", patternSchema, "a regular expression for a part of a line"),
                .optional("beside", patternSchema, "a regular expression for a label; its value is covered"),
                .optional(
                    "extent",
                    .word(of: Extent.self),
                    "the part of a line to cover; by default the match"
                ),
            ],
            count: 1...3
        ),
    ])
    .described("Text, found by looking at the snapshot.")

    init(_ json: JSONCursor) throws(JSONSchemaError) {
        guard case .object = json.value else {
            switch try json.word(among: Self.words) {
            case 0: self.init(.all)
            case 1: self.init(.kinds(.all))
            default: self.init(.unread)
            }
            return
        }
        let object = try json.object(allowing: Self.members)
        let extent = try object.optional("extent").map { (json) throws(JSONSchemaError) in
            try json.word(of: Extent.self)
        }
        var selections: [Selection] = []
        if object.optional("kinds") != nil {
            selections.append(.kinds(try SoughtKinds.form.read(membersOf: object)))
        } else if let score = object.optional("minimumScore") {
            throw score.invalid("only kinds have a minimumScore")
        }
        if let pattern = object.optional("matches") { selections.append(.matches(try Self.pattern(pattern))) }
        if let pattern = object.optional("beside") { selections.append(.beside(try Self.pattern(pattern))) }
        guard let selection = selections.first, selections.count == 1 else {
            throw object.invalid("a text target needs one of kinds, matches and beside")
        }
        self.init(selection, extent: extent ?? .value)
    }
}

extension FaceSight {
    static let schema = JSONSchema.any(of: [
        .word(of: Part.self).described("Whole faces, or the band over both eyes."),
        .object([
            .required("part", .word(of: Part.self), "whole faces, or the band over both eyes"),
            .optional("shape", .word(of: Shape.self), "the outline; by default a rectangle"),
        ]),
    ])
    .described("Faces, found by looking at the snapshot.")

    init(_ json: JSONCursor) throws(JSONSchemaError) {
        guard case .object = json.value else {
            self.init(try json.word(of: Part.self))
            return
        }
        let object = try json.object(allowing: ["part", "shape"])
        let shape = try object.optional("shape").map { (json) throws(JSONSchemaError) in try json.word(of: Shape.self) }
        self.init(try object.required("part").word(of: Part.self), shape: shape ?? .rect)
    }
}

extension TextSight: Encodable {
    /// Writes the member `text` of a target.
    public func encode(to encoder: any Encoder) throws {
        switch selection {
        case .all: try "all".encode(to: encoder)
        case .unread: try "unread".encode(to: encoder)
        case .kinds(.all) where extent == .value:
            try "sensitive".encode(to: encoder)
        case .kinds(let sought):
            try SoughtKinds.form.write(sought, to: encoder)
            try writeExtent(to: encoder)
        case .matches(let pattern): try write(pattern.text, as: "matches", to: encoder)
        case .beside(let pattern): try write(pattern.text, as: "beside", to: encoder)
        case .known: try "known".encode(to: encoder)
        }
    }

    private func write(_ value: some Encodable, as name: String, to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MemberName.self)
        try object.encode(value, forKey: MemberName(stringValue: name))
        try writeExtent(to: encoder)
    }

    private func writeExtent(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MemberName.self)
        if extent != .value { try object.encode(extent.rawValue, forKey: MemberName(stringValue: "extent")) }
    }
}

extension FaceSight: Encodable {
    /// Writes the member `faces` of a target.
    public func encode(to encoder: any Encoder) throws {
        guard shape != .rect else { return try part.rawValue.encode(to: encoder) }
        try ["part": part.rawValue, "shape": shape.rawValue].encode(to: encoder)
    }
}
