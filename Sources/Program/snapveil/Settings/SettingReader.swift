import ArgumentParser
import BoundedWork
import Foundation
import PolicyLibrary
import SnapveilService

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
    init(file option: String?, _ key: some CodingKey) throws(InvalidSetting) {
        environment = Environment()
        let path = option ?? environment.text(of: key.optionName)?.text
        file = try path.map { (path) throws(InvalidSetting) in try SettingsFile(path) }
    }

    /// The value of a setting, given as `option` on the command line or elsewhere; nil if it is set nowhere.
    mutating func value<Value: ExpressibleByArgument>(
        _ option: Value?,
        _ key: some CodingKey
    ) throws(InvalidSetting) -> Value? {
        let name = key.optionName
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

    /// Puts the value of a setting into `place`, which keeps the default if it is set nowhere.
    mutating func read<Value: ExpressibleByArgument>(
        _ option: Value?,
        _ key: some CodingKey,
        into place: inout Value
    ) throws(InvalidSetting) {
        if let value = try value(option, key) { place = value }
    }

    /// Puts the value of a setting that is a time span into `place`, which keeps the default if it is set nowhere.
    mutating func read(
        _ option: Seconds?,
        _ key: some CodingKey,
        into place: inout Duration
    ) throws(InvalidSetting) {
        if let value = try value(option, key) { place = value.duration }
    }

    /// The value of a setting that is a number of `range`; nil if it is set nowhere.
    mutating func value(
        _ option: Int?,
        _ key: some CodingKey,
        in range: ClosedRange<Int>
    ) throws(InvalidSetting) -> Int? {
        let value = try value(option, key)
        if let value { try check(value, of: key, in: range) }
        return value
    }

    /// Puts the value of a setting that is a number of `range` into `place`, which keeps the default if it is set nowhere.
    mutating func read(
        _ option: Int?,
        _ key: some CodingKey,
        in range: ClosedRange<Int>,
        into place: inout Int
    ) throws(InvalidSetting) {
        if let value = try value(option, key) { place = value }
        try check(place, of: key, in: range)
    }

    private func check(_ value: Int, of key: some CodingKey, in range: ClosedRange<Int>) throws(InvalidSetting) {
        guard range.contains(value) else {
            throw InvalidSetting(
                message: "\(key.optionName) is \(value), and has to be from \(range.lowerBound) to \(range.upperBound)"
            )
        }
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
    private let variables = ProcessInfo.processInfo.environment

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

extension CodingKey {
    /// The name of the option that a property is: `max-pixels` of `maxPixels`, as ArgumentParser has it.
    fileprivate var optionName: String {
        zip(" " + stringValue, stringValue).reduce(into: "") { name, characters in
            let (previous, character) = characters
            if previous.isLowercase, character.isUppercase { name += "-" }
            name += character.lowercased()
        }
    }
}

/// A time span in seconds, as an operator writes it: `2.5`. Above 0, a day at the most.
struct Seconds: ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        guard let seconds = Double(argument), seconds > 0, seconds <= 86_400 else { return nil }
        duration = .seconds(seconds)
    }
}

extension ArgumentHelp {
    /// The help for a setting, with the default that the configuration of the service has at `path`.
    static func setting<Value>(
        _ abstract: String,
        _ valueName: String? = nil,
        default path: KeyPath<SnapveilService.Configuration, Value>
    ) -> ArgumentHelp {
        let value = SnapveilService.Configuration(workers: 1)[keyPath: path]
        let seconds = (value as? Duration).map { $0 / .seconds(1) }
        return ArgumentHelp("\(abstract) (default: \(seconds.map(\.plainText) ?? "\(value)"))", valueName: valueName)
    }
}

extension Double {
    /// The number as a person writes it: `10`, `2.5`.
    var plainText: String { Int(exactly: self).map(String.init) ?? String(self) }
}
