public import ArgumentParser
import Foundation
public import Logging

/// The options that say what a server writes to its log, and how.
struct LogOptions: ParsableArguments {
    @Option(help: "trace, debug, info, notice, warning, error or critical. (default: info)")
    var logLevel: Logger.Level?
    @Option(help: "text or json, one line a request on standard error. (default: text)")
    var logFormat: LogFormat?

    /// The logger of the server, whose lines go to standard error. To be called once.
    func logger(_ reader: inout SettingReader) throws(InvalidSetting) -> Logger {
        let format = try reader.value(logFormat, CodingKeys.logFormat) ?? .text
        LoggingSystem.bootstrap { label in
            switch format {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler(label: label)
            }
        }
        var logger = Logger(label: "snapveil")
        logger.logLevel = try reader.value(logLevel, CodingKeys.logLevel) ?? .info
        return logger
    }
}

/// How log lines are written.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// Writes log lines to standard error as JSON, one object a line, for collectors.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let label: String

    init(label: String) {
        self.label = label
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(\.description)
        fields["time"] = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        fields["level"] = event.level.rawValue
        fields["logger"] = label
        fields["message"] = event.message.description
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(fields) else { return }
        FileHandle.standardError.write(line + Data("\n".utf8))
    }
}
