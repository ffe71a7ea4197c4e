import ArgumentParser
import Foundation

/// Settings from variables of the environment, each named like its option: `SNAPVEIL_MAX_PIXELS` for `--max-pixels`.
struct Environment {
    private let variables: [String: String]

    init(_ variables: [String: String] = ProcessInfo.processInfo.environment) {
        self.variables = variables
    }

    /// The value of an option: as given on the command line, else in the environment, else `fallback`.
    ///
    /// - Parameters:
    ///   - option: As given on the command line; nil if it was not.
    ///   - name: The option's name without its hyphens, for example `max-pixels`.
    ///   - fallback: The default.
    /// - Throws: ``InvalidSetting`` for a variable that does not parse.
    func resolve<Value: ExpressibleByArgument>(
        _ option: Value?,
        _ name: String,
        default fallback: Value
    ) throws(InvalidSetting) -> Value {
        if let option { return option }
        let variable = "SNAPVEIL_" + name.uppercased().replacing("-", with: "_")
        guard let text = variables[variable], !text.isEmpty else { return fallback }
        guard let value = Value(argument: text) else {
            // Kubernetes sets SNAPVEIL_PORT and more for a Service that is called snapveil.
            let isServiceLink = text.hasPrefix("tcp://")
            throw InvalidSetting(
                message: "\(variable) is \"\(text)\", which is not a value for --\(name)"
                    + (isServiceLink ? "; set enableServiceLinks: false in the pod" : "")
            )
        }
        return value
    }

    /// The value of an option that is a number of `range`.
    ///
    /// - Throws: ``InvalidSetting`` for a variable that does not parse, or a number outside of the range.
    func resolve(
        _ option: Int?,
        _ name: String,
        default fallback: Int,
        in range: ClosedRange<Int>
    ) throws(InvalidSetting) -> Int {
        let value = try resolve(option, name, default: fallback)
        guard range.contains(value) else {
            throw InvalidSetting(
                message: "\(name) is \(value), and has to be from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return value
    }
}

/// A setting that cannot be used.
struct InvalidSetting: Error {
    /// A sentence for the operator.
    let message: String
}
