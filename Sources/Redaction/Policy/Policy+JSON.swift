import ImageCore
import Messages
public import SecureMemory
public import StrictJSON

extension Policy {
    /// Reads the text of a policy. Members that are not known, missing or out of range are errors.
    ///
    /// ```json
    /// { "units": "points", "scale": 3,
    ///   "rules": [ { "target": "screen", "style": { "blur": { "radius": 8 } } } ] }
    /// ```
    /// - Throws: ``PolicyError``, whose pointer names the place.
    public init(parsing text: SecureBytes) throws(PolicyError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw .syntax(error)
        }
        try self.init(JSONCursor(json))
    }

    /// Reads a policy that is part of a larger text. The pointers of its errors start at the policy.
    public init(_ json: JSONCursor) throws(PolicyError) {
        let members: Members
        do {
            members = try Members(json)
        } catch {
            throw .invalid(error)
        }
        try self.init(
            name: members.name,
            summary: members.summary,
            unit: members.unit,
            minimumAssurance: members.minimumAssurance,
            rules: members.rules,
            keep: members.keep,
            phases: members.phases,
            minimumCoverage: members.minimumCoverage
        )
    }

    /// What the policy says, before its parts are checked against each other.
    private struct Members {
        let name: String?
        let summary: String?
        let unit: LengthUnit
        let minimumAssurance: MinimumAssurance
        let rules: [Rule]
        let keep: [Target]
        let phases: Set<Phase>
        let minimumCoverage: Double

        init(_ json: JSONCursor) throws(JSONSchemaError) {
            let policy = try json.object(
                allowing: [
                    "name", "summary", "units", "scale", "minimumAssurance", "rules", "keep", "phases",
                    "minimumCoverage",
                ]
            )
            name = try policy.optional("name")?.string(bytes: 0...256)
            summary = try policy.optional("summary")?.string(bytes: 0...1024)
            minimumAssurance = try policy.optional("minimumAssurance")?.word(of: MinimumAssurance.self) ?? .obscured
            rules = try policy.required("rules").array(count: 0...maximumRules).map { (rule) throws(JSONSchemaError) in
                try Rule(rule)
            }
            keep = try (policy.optional("keep")?.array(count: 0...maximumRules) ?? [])
                .map { (target) throws(JSONSchemaError) in try Target(target) }
            phases = try policy.optional("phases")?.phases() ?? Set(Phase.allCases)
            minimumCoverage = try policy.optional("minimumCoverage")?.number(in: 0...1) ?? 0
            unit = try LengthUnit(of: policy) ?? .pixels
        }
    }
}

extension LengthUnit {
    /// Reads what the members `units` and `scale` of an object say. Nil if there is neither.
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

extension Policy.Rule {
    fileprivate init(_ json: JSONCursor) throws(JSONSchemaError) {
        let rule = try json.object(allowing: ["target", "style", "padding", "atLeast", "unplaceable", "outside"])
        let target = try Target(rule.required("target"))
        let outside = rule.optional("outside")
        if let outside, !target.isLevel {
            throw outside.invalid("only a rule for \"elements\" says what becomes of the outside")
        }
        self.init(
            target,
            try Style(rule.required("style")),
            padding: try rule.optional("padding")?.number(in: 0...Region.maximumLength) ?? 0,
            atLeast: try rule.optional("atLeast")?.integer(in: 0...1_000_000),
            unplaceable: try rule.optional("unplaceable")?.word(of: Unplaceable.self) ?? .refuse,
            outside: try outside?.word(of: Outside.self) ?? .cover
        )
    }
}

extension Target {
    private enum Word: String, CaseIterable { case screen, regions }
    private enum Member: String, CaseIterable { case region, element, elements }

    fileprivate init(_ json: JSONCursor) throws(JSONSchemaError) {
        switch try json.wordOrSoleMember(words: Word.self, members: Member.self) {
        case .word(.screen): self = .screen
        case .word(.regions): self = .regions
        case .member(.region, let region): self = .region(try Region(region))
        case .member(.element, let element): self = .elements(try ElementSelector(element: element))
        case .member(.elements, let elements): self = .elements(try ElementSelector(elements: elements))
        }
    }
}

extension Region {
    fileprivate init(_ json: JSONCursor) throws(JSONSchemaError) {
        let region = try json.object(allowing: ["x", "y", "width", "height"])
        let lengths = -Self.maximumLength...Self.maximumLength
        let x = try region.required("x").number(in: lengths)
        let y = try region.required("y").number(in: lengths)
        let width = try region.required("width").number(above: 0, upTo: Self.maximumLength)
        let height = try region.required("height").number(above: 0, upTo: Self.maximumLength)
        guard let valid = Region(x: x, y: y, width: width, height: height) else {
            throw region.invalid("a region needs an area")
        }
        self = valid
    }
}

extension Style {
    fileprivate init(_ json: JSONCursor) throws(JSONSchemaError) {
        switch try json.soleMember(of: Kind.self) {
        case (.fill, let style):
            self = .fill(try style.object(allowing: ["color"]).required("color").color())
        case (.blur, let style):
            self = .blur(radius: try style.object(allowing: ["radius"]).required("radius").length())
        case (.pixelate, let style):
            self = .pixelate(block: try style.object(allowing: ["block"]).required("block").length())
        case (.image, let style):
            self = .image(try ImageStyle(style))
        case (.message, let style): self = .message(try Message(style))
        case (.veil, let style):
            self = .veil(radius: try style.object(allowing: ["radius"]).optional("radius")?.length())
        }
    }
}

extension Style.ImageStyle {
    fileprivate init(_ json: JSONCursor) throws(JSONSchemaError) {
        let image = try json.object(allowing: ["asset", "contentMode", "background", "required"])
        self.init(
            asset: try image.required("asset").assetName(),
            contentMode: try image.optional("contentMode")?.word(of: ContentMode.self) ?? .aspectFill,
            background: try image.optional("background")?.color() ?? .black,
            isRequired: try image.optional("required")?.bool() ?? true
        )
    }
}

extension JSONCursor {
    fileprivate func phases() throws(JSONSchemaError) -> Set<Phase> {
        var phases: Set<Phase> = []
        for phase in try array(count: 1...Phase.allCases.count) {
            guard phases.insert(try phase.word(of: Phase.self)).inserted else {
                throw phase.invalid("the phase is listed already")
            }
        }
        return phases
    }

    func color() throws(JSONSchemaError) -> Color {
        guard let color = Color(hex: try string(bytes: 0...64)) else {
            throw invalid("a color is \"#rgb\" or \"#rrggbb\", without alpha: what covers must be opaque")
        }
        return color
    }

    func length() throws(JSONSchemaError) -> Double {
        try number(above: 0, upTo: Region.maximumLength)
    }

    fileprivate func assetName() throws(JSONSchemaError) -> String {
        let name = try string(bytes: 0...256)
        guard name.isIdentifier() else {
            throw invalid("the name of an asset has 1 to 64 letters, digits, dots, hyphens and underscores")
        }
        return name
    }
}
