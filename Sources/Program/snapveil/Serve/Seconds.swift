import ArgumentParser
import SnapveilService

/// A time span in seconds, as an operator writes it: `2.5`. Above 0, a day at the most.
struct Seconds: ExpressibleByArgument {
    /// The time span that was written.
    let duration: Duration

    init?(argument: String) {
        guard let seconds = Double(argument), seconds > 0, seconds <= 86_400 else { return nil }
        duration = .seconds(seconds)
    }
}

extension ArgumentHelp {
    /// What a setting is for, with the default that the configuration of the service has at `path`.
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
