import ArgumentParser
import Redaction

/// An option for each parameter of a style, which say themselves what they are called and what they are for.
///
/// The options of a command are found among its properties by reflection, so this reflects as if it had one for each.
struct StyleOptions: ParsableArguments, CustomReflectable {
    /// What was given, by the names of the parameters.
    private(set) var values: [(name: String, value: String)] = []

    /// A picture is a file here and has an option of its own.
    private static let parameters = PolicyShorthand.styleParameters.filter { $0.name != "asset" }

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: MemberName.self)
        for parameter in Self.parameters {
            let option = try options.decode(Option<String?>.self, forKey: MemberName(stringValue: parameter.name))
            if let value = option.wrappedValue { values.append((parameter.name, value)) }
        }
    }

    var customMirror: Mirror {
        let options = Self.parameters.map { parameter in
            (label: String?("_" + parameter.name), value: Option<String?>(help: Self.help(parameter)) as Any)
        }
        return Mirror(self, children: options, displayStyle: .struct)
    }

    /// For example `blur: standard deviation of the Gaussian. veil: how far ….`
    private static func help(_ parameter: PolicyShorthand.Parameter) -> ArgumentHelp {
        let sentences = parameter.uses.map { use in "\(use.style.map { "\($0): " } ?? "")\(use.help)." }
        return ArgumentHelp("\(sentences.joined(separator: " "))", valueName: parameter.valueName)
    }
}
