import ArgumentParser
import BoundedWork
import Foundation
import PolicyLibrary

/// Reads the settings of a server: each from the command line, else from the environment, else from a file.
///
/// A setting has the name of its option everywhere: `--max-pixels` is the variable `SNAPVEIL_MAX_PIXELS`, and
/// `max-pixels` in the file. A variable that is empty counts as not set.
struct SettingReader {
    private let environment: Environment
    private let file: SettingsFile?
    /// The names that were asked for: in the end, all settings.
    private var names: [String] = []

    /// Reads the file that `option`, or the variable of that name, leads to.
    init(
        file option: String?,
        _ key: some CodingKey,
        environment variables: [String: String] = ProcessInfo.processInfo.environment
    ) throws(InvalidSetting) {
        environment = Environment(variables: variables)
        let path = option ?? environment.text(of: key.stringValue.optionName)?.text
        file = try path.map { (path) throws(InvalidSetting) in try SettingsFile(path) }
    }

    /// Reads no file.
    init(environment variables: [String: String] = ProcessInfo.processInfo.environment) {
        environment = Environment(variables: variables)
        file = nil
    }

    /// The value of a setting, given as `option` on the command line or elsewhere; nil if it is set nowhere.
    mutating func value<Value: ExpressibleByArgument>(
        _ option: Value?,
        _ key: some CodingKey
    ) throws(InvalidSetting) -> Value? {
        try value(option, key.stringValue.optionName)
    }

    /// The value of the setting called `name`.
    mutating func value<Value: ExpressibleByArgument>(
        _ option: Value?,
        _ name: String
    ) throws(InvalidSetting) -> Value? {
        names.append(name)
        if let option { return option }
        if let (variable, text) = environment.text(of: name) {
            guard let value = Value(argument: text) else { throw invalid(text, of: variable, name) }
            return value
        }
        guard let file, let text = file.text(of: name) else { return nil }
        guard let value = Value(argument: text) else { throw file.invalid(text, name) }
        return value
    }

    /// The value of a setting that is a text; nil if it is empty, or set nowhere.
    mutating func text(_ option: String?, _ key: some CodingKey) throws(InvalidSetting) -> String? {
        let text = try value(option, key)
        return text?.isEmpty == true ? nil : text
    }

    /// Whether a flag is set. The command line can only set it.
    mutating func flag(_ flag: Bool, _ key: some CodingKey) throws(InvalidSetting) -> Bool {
        try value(flag ? true : nil, key) ?? false
    }

    /// Reads the settings among `options` into `values`, which keep the defaults of those that are set nowhere; the places
    /// of the others.
    mutating func read<Options: ParsableArguments, Values>(
        _ options: Options,
        into values: inout Values
    ) throws(InvalidSetting) -> Set<PartialKeyPath<Values>> {
        // Without a command line, each option has what it was declared with.
        let declared = try mapError(Options.parse([])) { (error: any Error) in InvalidSetting(message: "\(error)") }
        var places: Set<PartialKeyPath<Values>> = []
        for (setting, option) in zip(declared.settings(of: Values.self), options.settings(of: Values.self)) {
            let place = try setting.setting.read(option.setting, setting.name, with: &self, into: &values)
            if let place { places.insert(place) }
        }
        return places
    }

    /// Refuses a file with settings that nothing has asked for: none have these names.
    func finish() throws(InvalidSetting) {
        try file?.check(known: names)
    }

    private func invalid(_ text: String, of variable: String, _ name: String) -> InvalidSetting {
        // Kubernetes sets SNAPVEIL_PORT and more for a Service that is called snapveil.
        let hint = text.hasPrefix("tcp://") ? "; set enableServiceLinks: false in the pod" : ""
        let shown = QuotedText.quoting(text)
        return InvalidSetting(message: "\(variable) is \(shown), which is not a value for --\(name)" + hint)
    }
}

/// The variables of the process that are settings.
private struct Environment {
    let variables: [String: String]

    /// The text of a setting, and the variable that it is in; nil if it is empty or not there.
    func text(of name: String) -> (variable: String, text: String)? {
        let variable = "SNAPVEIL_" + name.uppercased().replacing("-", with: "_")
        guard let text = variables[variable], !text.isEmpty else { return nil }
        return (variable, text)
    }
}

/// A setting that cannot be used.
struct InvalidSetting: Error {
    /// A sentence for the operator.
    let message: String
}

extension InvalidSetting {
    /// A fault in a file, which is named.
    init(_ error: InvalidFile) {
        message = error.description
    }
}

extension String {
    /// The name of the option that a property of this name is: `max-pixels` of `maxPixels`, as ArgumentParser has it.
    var optionName: String {
        zip(" " + self, self).reduce(into: "") { name, characters in
            let (previous, character) = characters
            if previous.isLowercase, character.isUppercase { name += "-" }
            name += character.lowercased()
        }
    }
}
