import ImageCore
import Messages
import SecureMemory
import StrictJSON

/// One style and the regions it covers, as names and values: the query of a request, or the options of the command line.
///
/// ```swift
/// let policy = try PolicyShorthand([("style", "blur"), ("radius", "8"), ("region", "0,0,390,47")]).policy()
/// ```
/// Without a region the target is the screen. A parameter that is unknown, repeated (but for `region`) or not the style's
/// own is refused.
public struct PolicyShorthand: Sendable {
    /// The parameters that are understood, in the order in which help texts list them.
    public enum Parameter: String, Sendable, CaseIterable {
        /// The style's name.
        case style
        /// `fill`: the colour, `#rgb` or `#rrggbb`.
        case color
        /// `blur` and `veil`: the standard deviation.
        case radius
        /// `pixelate`: the edge of a cell.
        case block
        /// `image`: the name of the asset.
        case asset
        /// `image`: how it is placed.
        case contentMode
        /// `image` and `message`: the colour behind it.
        case background
        /// `message`: what it says.
        case text
        /// `message`: a line above the text.
        case title
        /// `message`: the colour of the words.
        case textColor
        /// `message`: light, dark or automatic.
        case appearance
        /// `message`: height of the em square.
        case textSize
        /// `message`: what is drawn above the words.
        case symbol
        /// `x,y,width,height`; may be repeated.
        case region
        /// How far to cover beyond a region.
        case padding
        /// What lengths are measured in.
        case units
        /// Pixels for each point.
        case scale

        /// The parameters that `style` takes for itself.
        static func own(_ style: Style.Kind) -> Set<Parameter> {
            switch style {
            case .fill: [.color]
            case .blur: [.radius]
            case .pixelate: [.block]
            case .image: [.asset, .contentMode, .background]
            case .veil: [.radius]
            case .message: [.text, .title, .textColor, .background, .appearance, .textSize, .symbol]
            }
        }
    }

    private var values: [Parameter: String] = [:]
    private var regions: [String] = []

    /// Takes parameters in the order in which they were written.
    ///
    /// - Throws: ``ShorthandError`` for an unknown or a repeated one.
    public init(_ parameters: some Sequence<(name: String, value: String)>) throws(ShorthandError) {
        for (name, value) in parameters {
            guard let parameter = Parameter(rawValue: name) else {
                let known = Parameter.allCases.map(\.rawValue).joined(separator: ", ")
                throw ShorthandError(parameter: name, message: "is not known; known are \(known)")
            }
            if parameter == .region {
                regions.append(value)
            } else if values.updateValue(value, forKey: parameter) != nil {
                throw ShorthandError(parameter: name, message: "is given twice")
            }
        }
    }

    /// The policy that the parameters stand for: one rule for each region, in order.
    ///
    /// - Throws: ``ShorthandError`` for a value that is missing, malformed or not the style's own.
    public func policy() throws(ShorthandError) -> Policy {
        let style = try style()
        let padding = try number(.padding) ?? 0
        guard padding >= 0 else { throw .invalid(.padding, "is below 0") }
        var targets: [Target] = []
        for text in regions { targets.append(.region(try region(text))) }
        if targets.isEmpty { targets = [.screen] }
        let unit = try unit()
        do {
            return try Policy(unit: unit, rules: targets.map { Policy.Rule($0, style, padding: padding) })
        } catch {
            throw .invalid(.region, "cannot be used: \(error)")
        }
    }

    /// Whether the parameters spell out a policy, and are not just regions for one that is named elsewhere.
    public var isPolicy: Bool { values.keys.contains { $0 != .units && $0 != .scale } }

    /// What lengths are measured in; nil if no parameter says it.
    ///
    /// - Throws: ``ShorthandError`` for a value that is malformed.
    public func statedUnit() throws(ShorthandError) -> LengthUnit? {
        values[.units] == nil && values[.scale] == nil ? nil : try unit()
    }

    /// The regions for a policy that is named elsewhere; nil if there are none.
    ///
    /// - Throws: ``ShorthandError`` for a value that is malformed, and for a parameter that does not go with a named policy.
    public func requestedRegions() throws(ShorthandError) -> RequestedRegions? {
        let foreign = values.keys.filter { $0 != .units && $0 != .scale }
        if let parameter = foreign.min(by: { $0.rawValue < $1.rawValue }) {
            throw .invalid(parameter, "does not go with a named policy")
        }
        guard !regions.isEmpty else { return nil }
        var requested: [Region] = []
        for text in regions { requested.append(try region(text)) }
        return RequestedRegions(requested, unit: try statedUnit())
    }

    private func style() throws(ShorthandError) -> Style {
        let kind: Style.Kind = try required(.style, Self.word)
        let foreign = values.keys.filter { parameter in
            !Parameter.own(kind).contains(parameter)
                && Style.Kind.allCases.contains { Parameter.own($0).contains(parameter) }
        }
        if let parameter = foreign.min(by: { $0.rawValue < $1.rawValue }) {
            throw .invalid(parameter, "does not go with the style \(kind.rawValue)")
        }
        switch kind {
        case .fill: return .fill(try required(.color, Self.color))
        case .blur: return .blur(radius: try required(.radius, Self.length))
        case .pixelate: return .pixelate(block: try required(.block, Self.length))
        case .veil: return .veil(radius: try optional(.radius, Self.length))
        case .message: return .message(try message())
        case .image:
            return .image(
                Style.ImageStyle(
                    asset: try required(.asset, Self.assetName),
                    contentMode: try optional(.contentMode, Self.word) ?? .aspectFill,
                    background: try optional(.background, Self.color) ?? .black
                )
            )
        }
    }

    private func message() throws(ShorthandError) -> Message {
        let textColor = try optional(.textColor, Self.color)
        let background = try optional(.background, Self.color)
        let appearance: Appearance? = try optional(.appearance, Self.word)
        let textSize = try optional(.textSize, Self.length)
        let symbol: Symbol? = try optional(.symbol, Self.word)
        do {
            return try Message(
                title: values[.title],
                text: values[.text] ?? Message.defaultText,
                textColor: textColor,
                background: background,
                appearance: appearance ?? .automatic,
                textSize: textSize,
                symbol: symbol
            )
        } catch {
            throw ShorthandError(parameter: error.member.rawValue, message: error.message)
        }
    }

    private func unit() throws(ShorthandError) -> LengthUnit {
        let scale = try number(.scale)
        guard scale.map(LengthUnit.scaleRange.contains) ?? true else {
            throw .invalid(.scale, "has to be from 0.1 to 16 pixels for each point")
        }
        let name: LengthUnit.Name? = try optional(.units, Self.word)
        do {
            return try LengthUnit(name: name, scale: scale)
        } catch {
            throw .invalid(.units, "does not fit: \(error.sentence)")
        }
    }

    private func region(_ text: String) throws(ShorthandError) -> Region {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        let lengths = fields.compactMap { Self.number(String($0)) }
        guard fields.count == 4, lengths.count == 4 else {
            throw .invalid(.region, "is \(text.quoted), and has to be four numbers: x,y,width,height")
        }
        guard let region = Region(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3]) else {
            throw .invalid(
                .region,
                "is \(text.quoted); its width and height have to be above 0, and no number over 1000000"
            )
        }
        return region
    }
}

extension PolicyShorthand {
    /// What a value has to be, for the message when it is not.
    private typealias Reader<Value> = (_ text: String) -> (value: Value?, expected: String)

    private func optional<Value>(_ parameter: Parameter, _ read: Reader<Value>) throws(ShorthandError) -> Value? {
        guard let text = values[parameter] else { return nil }
        let (value, expected) = read(text)
        guard let value else { throw .invalid(parameter, "is \(text.quoted), and has to be \(expected)") }
        return value
    }

    private func required<Value>(_ parameter: Parameter, _ read: Reader<Value>) throws(ShorthandError) -> Value {
        guard let value = try optional(parameter, read) else {
            throw .invalid(parameter, "is missing; it has to be \(read("").expected)")
        }
        return value
    }

    private func number(_ parameter: Parameter) throws(ShorthandError) -> Double? {
        try optional(parameter) { (Self.number($0), "a number") }
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(_ text: String) -> (Word?, String) {
        (Word(rawValue: text), "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    private static func color(_ text: String) -> (Color?, String) {
        (Color(hex: text), "#rgb or #rrggbb (in a URL, # is written %23)")
    }

    private static func length(_ text: String) -> (Double?, String) {
        (number(text).flatMap { $0 > 0 && $0 <= Region.maximumLength ? $0 : nil }, "a number above 0")
    }

    private static func assetName(_ text: String) -> (String?, String) {
        (text.isIdentifier() ? text : nil, "1 to 64 letters, digits, dots, hyphens and underscores")
    }

    /// A number as JSON writes it, within ``Region/maximumLength``.
    private static func number(_ text: String) -> Double? {
        Double(json: text).flatMap { abs($0) <= Region.maximumLength ? $0 : nil }
    }
}

/// A parameter that cannot be used.
public struct ShorthandError: Error, Equatable, CustomStringConvertible {
    /// Its name.
    public let parameter: String
    /// What is wrong: a sentence that lacks its subject.
    public let message: String

    /// A whole sentence: `the parameter radius is missing; it has to be a number above 0`.
    public var description: String { "the parameter \(parameter) \(message)" }

    static func invalid(_ parameter: PolicyShorthand.Parameter, _ message: String) -> ShorthandError {
        ShorthandError(parameter: parameter.rawValue, message: message)
    }
}

extension String {
    /// The text in quotation marks, cut after 40 characters.
    fileprivate var quoted: String { "\"\(prefix(40))\(count > 40 ? "…" : "")\"" }
}
