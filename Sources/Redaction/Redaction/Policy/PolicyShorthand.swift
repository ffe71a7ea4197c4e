import BoundedWork
public import StrictJSON

/// One style and its regions as names and values: the query of a request, or the options of the command line.
///
/// ```swift
/// let policy = try PolicyShorthand([("style", "blur"), ("radius", "8"), ("region", "0,0,390,47")]).policy()
/// ```
/// Without a region the target is the screen. Unknown parameters, those of another style, and repeated ones other than `region` are
/// refused.
public struct PolicyShorthand: Sendable {
    /// A parameter of a query or the command line.
    public struct Parameter: Sendable {
        /// The name in a query and, with hyphens, as an option.
        public let name: String
        /// The help texts, one for each style that takes the parameter, or one under nil if all do.
        public let uses: [(style: String?, help: String)]
        /// The word for a value in help texts: `length`.
        public let valueName: String
        /// The form of a value.
        public let schema: JSONSchema
        /// Whether the parameter may be given more than once.
        public let isRepeatable: Bool

        init(
            _ name: String,
            _ uses: [(style: String?, help: String)],
            valueName: String,
            _ schema: JSONSchema,
            isRepeatable: Bool = false
        ) {
            self.name = name
            self.uses = uses
            self.valueName = valueName
            self.schema = schema
            self.isRepeatable = isRepeatable
        }
    }

    /// All parameters in the order of help texts.
    public static let parameters: [Parameter] =
        [
            Parameter(
                "style",
                [(nil, "how to cover: \(Style.kinds.joined(separator: ", "))")],
                valueName: "style",
                .word(among: Style.kinds)
            )
        ]
        + styleParameters + commonParameters

    /// The parameters of single styles, each once, in the order of the styles.
    public static let styleParameters: [Parameter] = {
        let uses = Style.readers.flatMap { reader in
            reader.members.filter(\.isParameter).map { (style: reader.kind, member: $0) }
        }
        var names: [String] = []
        for use in uses where !names.contains(use.member.name) { names.append(use.member.name) }
        return names.map { name in
            let own = uses.filter { $0.member.name == name }
            return Parameter(
                name,
                own.map { ($0.style, $0.member.help) },
                valueName: own.first?.member.valueName ?? "",
                own.first?.member.valueSchema ?? .string
            )
        }
    }()

    private static let commonParameters = [
        Parameter(
            "region",
            [(nil, "a rectangle to cover; may be repeated")],
            valueName: "x,y,width,height",
            .string(pattern: "\(number)(?:,\(number)){3}").with(examples: "2,2,10,6"),
            isRepeatable: true
        ),
        Parameter(
            "padding",
            [(nil, "distance to cover beyond a region on each side")],
            valueName: "length",
            .number(in: 0...LengthUnit.maximumLength).with(examples: 2)
        ),
        Parameter(
            "units",
            [(nil, "unit of lengths")],
            valueName: "units",
            ValueForm<LengthUnit.Name>.word.schema
        ),
        Parameter(
            "scale",
            [(nil, "pixels for each point")],
            valueName: "n",
            .number(in: LengthUnit.scaleRange).with(examples: 3)
        ),
    ]

    /// A regular expression for numbers of JSON.
    private static let number = #"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"#

    private var values = ParameterValues()
    private var regions: [String] = []

    /// Takes parameters in the order of writing; throws for unknown ones, and for repeated ones other than `region`.
    public init(_ parameters: some Sequence<(name: String, value: String)>) throws(ShorthandError) {
        for (name, value) in parameters {
            guard Self.parameters.contains(where: { $0.name == name }) else {
                let known = Self.parameters.map(\.name).joined(separator: ", ")
                throw ShorthandError(name, "is not known; known are \(known)")
            }
            if name == "region" {
                regions.append(value)
            } else if values.texts.updateValue(value, forKey: name) != nil {
                throw ShorthandError(name, "is given twice, which only region may be")
            }
        }
    }

    /// The policy with one rule for each region, in order; throws for values that are missing, malformed or of another style.
    public func policy() throws(ShorthandError) -> Policy {
        let style = try style()
        let padding = try values.value(of: "padding", .anyNumber) ?? 0
        guard padding >= 0 else { throw ShorthandError("padding", "has to be 0 or more") }
        var targets: [Target] = []
        for text in regions { targets.append(.region(try region(text))) }
        if targets.isEmpty { targets = [.screen] }
        let unit = try unit()
        do {
            return try Policy(unit: unit, rules: targets.map { Policy.Rule($0, style, padding: padding) })
        } catch {
            throw ShorthandError("region", "cannot be used: \(error)")
        }
    }

    /// Whether the parameters state a policy, and not just regions for one named elsewhere.
    public var isPolicy: Bool { !policyParameters.isEmpty }

    /// The unit of lengths; nil if not stated.
    public func statedUnit() throws(ShorthandError) -> LengthUnit? {
        values.texts["units"] == nil && values.texts["scale"] == nil ? nil : try unit()
    }

    /// The regions for a policy named elsewhere; nil if there are none. Parameters that state a policy are refused.
    public func requestedRegions() throws(ShorthandError) -> RequestedRegions? {
        if let name = policyParameters.min() {
            throw ShorthandError(name, "does not go with a named policy; leave out one of the two")
        }
        guard !regions.isEmpty else { return nil }
        var requested: [Region] = []
        for text in regions { requested.append(try region(text)) }
        return RequestedRegions(requested, unit: try statedUnit())
    }

    /// The parameters that contradict a policy named elsewhere.
    private var policyParameters: [String] { values.texts.keys.filter { $0 != "units" && $0 != "scale" } }

    private func style() throws(ShorthandError) -> Style {
        let reader = try values.requiredValue(of: "style", .one(of: Style.readers, by: \.kind))
        let own = Set(reader.members.filter(\.isParameter).map(\.name))
        let foreign = Self.styleParameters.map(\.name).filter { values.texts[$0] != nil && !own.contains($0) }
        if let name = foreign.min() {
            let sentence =
                "does not go with the style \(reader.kind); it takes \(own.sorted().joined(separator: ", "))"
            throw ShorthandError(name, sentence)
        }
        return try reader.parameters(values)
    }

    private func unit() throws(ShorthandError) -> LengthUnit {
        let scale = try values.value(of: "scale", .anyNumber)
        guard scale.map(LengthUnit.scaleRange.contains) ?? true else {
            throw ShorthandError("scale", "has to be from 0.1 to 16 pixels for each point")
        }
        let name = try values.value(of: "units", ValueForm<LengthUnit.Name>.word)
        do {
            return try LengthUnit(name: name, scale: scale)
        } catch {
            throw ShorthandError("units", "does not fit: \(error.sentence)")
        }
    }

    private func region(_ text: String) throws(ShorthandError) -> Region {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        let lengths = fields.compactMap { Double(parameter: String($0)) }
        let quoted = QuotedText.quoting(text)
        guard fields.count == 4, lengths.count == 4 else {
            throw ShorthandError("region", "is \(quoted), and has to be four numbers: x,y,width,height")
        }
        guard let region = Region(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3]) else {
            throw ShorthandError(
                "region",
                "is \(quoted); its width and height have to be above 0, and no number over 1000000"
            )
        }
        return region
    }
}
