public import ArgumentParser

/// Values that settings are read into, with their defaults.
protocol Configurable: Sendable {
    static var defaults: Self { get }
}

/// A setting, which an option declares in place of its default: `@Option(help: "…") var port = Setting(\Values.port)`.
///
/// The name, the type and the help are those of the option; the default is the one at the place.
enum Setting<Values: Configurable, Value: ExpressibleByArgument>: ExpressibleByArgument {
    case declared(Declaration)
    /// The value on the command line.
    case given(Value)

    struct Declaration {
        let place: PartialKeyPath<Values>
        let range: ClosedRange<Int>?
        let defaultText: String
        let put: (Value, inout Values) -> Void
    }

    /// - Parameter text: Makes the text of the default, where that depends on the machine, of the one at the place.
    init(
        _ place: WritableKeyPath<Values, Value>,
        in range: ClosedRange<Int>? = nil,
        default text: (String) -> String = { $0 }
    ) {
        let defaultText = text(Values.defaults[keyPath: place].defaultValueDescription)
        self = .declared(
            Declaration(place: place, range: range, defaultText: defaultText) { $1[keyPath: place] = $0 }
        )
    }

    /// A setting without a default of its own. An empty text counts as not set.
    init(
        _ place: WritableKeyPath<Values, Value?>,
        in range: ClosedRange<Int>? = nil,
        default text: String = ""
    ) {
        self = .declared(
            Declaration(place: place, range: range, defaultText: text) { value, values in
                values[keyPath: place] = (value as? String)?.isEmpty == true ? nil : value
            }
        )
    }

    init?(argument: String) {
        guard let value = Value(argument: argument) else { return nil }
        self = .given(value)
    }

    var defaultValueDescription: String {
        switch self {
        case .declared(let declaration): declaration.defaultText
        case .given(let value): value.defaultValueDescription
        }
    }

    static var allValueStrings: [String] { Value.allValueStrings }
    static var defaultCompletionKind: CompletionKind { Value.defaultCompletionKind }
}

/// A setting of any type, as declared.
protocol DeclaredSetting<Values> {
    associatedtype Values: Configurable

    /// The values that it may have, in words; nil for any of its type.
    var bounds: String? { get }

    /// Reads the value that `option`, or else another place, gives to this setting; its place, or nil if it is set nowhere.
    func read(
        _ option: any DeclaredSetting<Values>,
        _ name: String,
        with reader: inout SettingReader,
        into values: inout Values
    ) throws(InvalidSetting) -> PartialKeyPath<Values>?
}

extension Setting: DeclaredSetting {
    var bounds: String? {
        guard case .declared(let declaration) = self, let range = declaration.range else {
            return (Value.self as? any BoundedArgument.Type)?.bounds
        }
        return range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    }

    func read(
        _ option: any DeclaredSetting<Values>,
        _ name: String,
        with reader: inout SettingReader,
        into values: inout Values
    ) throws(InvalidSetting) -> PartialKeyPath<Values>? {
        guard case .declared(let declaration) = self else { return nil }
        var given: Value?
        if case .given(let value) = option as? Self { given = value }
        guard let value = try reader.value(given, name) else { return nil }
        if let range = declaration.range, let number = value as? Int, !range.contains(number) {
            throw InvalidSetting(
                message: "\(name) is \(number), and has to be from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        declaration.put(value, &values)
        return declaration.place
    }
}

extension ParsableArguments {
    /// The settings among the options, and among those of its groups, by their names.
    func settings<Values>(of type: Values.Type) -> [(name: String, setting: any DeclaredSetting<Values>)] {
        Mirror(reflecting: self).children.flatMap { name, value in
            let wrapped = (value as? any Wrapper)?.wrapped
            if let group = wrapped as? any ParsableArguments { return group.settings(of: type) }
            guard let name, let setting = wrapped as? any DeclaredSetting<Values> else { return [] }
            // The property that a wrapper is kept in has an underscore before its name.
            return [(String(name.dropFirst()).optionName, setting)]
        }
    }
}

private protocol Wrapper {
    var wrapped: Any { get }
}

extension Option: Wrapper {
    fileprivate var wrapped: Any { wrappedValue }
}

extension OptionGroup: Wrapper {
    fileprivate var wrapped: Any { wrappedValue }
}

// MARK: Values

/// A value with bounds of its own.
protocol BoundedArgument: ExpressibleByArgument {
    /// The bounds in words.
    static var bounds: String { get }
}

extension Duration: @retroactive ExpressibleByArgument, BoundedArgument {
    private static let longest = 86_400.0

    /// A time span in seconds, as an operator writes it: `2.5`. Above 0, a day at the most.
    public init?(argument: String) {
        guard let seconds = Double(argument), seconds > 0, seconds <= Self.longest else { return nil }
        self = .seconds(seconds)
    }

    /// The seconds.
    public var defaultValueDescription: String { (self / .seconds(1)).plainText }

    static var bounds: String { "more than 0, up to \(longest.plainText)" }
}

extension Double {
    /// The number as a person writes it: `10`, `2.5`.
    var plainText: String { Int(exactly: self).map(String.init) ?? String(self) }
}

/// Pixels for each point: `3`, `2.5`.
struct PixelScale: BoundedArgument {
    let factor: Double

    private static let largest = 100.0

    init?(argument: String) {
        guard let factor = Double(argument), factor > 0, factor <= Self.largest else { return nil }
        self.factor = factor
    }

    var defaultValueDescription: String { factor.plainText }

    static var bounds: String { "more than 0, up to \(largest.plainText)" }
}

/// The mode of a file, as chmod(1) takes it: `660`.
struct FileMode: BoundedArgument {
    let bits: UInt32

    init(bits: UInt32) { self.bits = bits }

    init?(argument: String) {
        guard let bits = UInt32(argument, radix: 8), bits <= 0o777 else { return nil }
        self.bits = bits
    }

    var defaultValueDescription: String { String(bits, radix: 8) }

    static var bounds: String { "0 to 777" }
}
