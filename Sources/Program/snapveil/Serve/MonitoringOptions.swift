public import ArgumentParser
import Foundation
public import Logging

struct MonitoringOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve /metrics, and the probes, on this port, without keys; 0 takes a free one.",
            valueName: "port"
        )
    )
    var metricsPort = ServerSetting(\.metricsPort, in: 0...65_535, default: "nowhere")
    @Option(help: ArgumentHelp("Address or name for --metrics-port.", valueName: "address"))
    var metricsHost = ServerSetting(\.metricsHost, default: "that of --host")
    @Option(
        help: ArgumentHelp(
            "Send traces to this collector, by OTLP over HTTP: http://collector:4318/v1/traces.",
            valueName: "url"
        )
    )
    var otlpEndpoint = ServerSetting(\.otlpEndpoint, default: "nowhere")
}

struct LogOptions: ParsableArguments {
    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = ServerSetting(\.logLevel)
    @Option(help: "text or json, one line a request on standard error.")
    var logFormat = ServerSetting(\.logFormat)
}

enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json

    /// Has all logs written so, from now on.
    func bootstrap() {
        LoggingSystem.bootstrap { label in
            switch self {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler(label: label)
            }
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// Writes log lines to standard error as JSON, one object a line, for collectors.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    let label: String

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
