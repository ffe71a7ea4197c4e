public import ArgumentParser
import BoundedWork
import Foundation
import HTTPServer
public import Logging
import OTLPTracing

/// Settings of a server that can be watched.
protocol WatchedSettings: Configurable {
    var monitoring: MonitoringSettings { get set }
    /// The option with the address of the server itself.
    static var hostOption: String { get }
}

/// The settings for metrics and traces.
struct MonitoringSettings: Sendable {
    var metricsPort: Int?
    var metricsHost: String?
    var otlpEndpoint: String?

    /// The address for metrics of a server on `host` and `port`; nil for none.
    func address(besides port: Int?, of host: String) throws(InvalidSetting) -> SocketAddress? {
        guard let metricsPort else {
            guard metricsHost == nil else {
                throw InvalidSetting(message: "metrics-host says where metrics are served, and metrics-port does not")
            }
            return nil
        }
        guard metricsPort == 0 || metricsPort != port else {
            throw InvalidSetting(
                message:
                    "metrics-port is \(metricsPort), the port of the server itself: metrics have a port of their own"
            )
        }
        return SocketAddress(host: metricsHost ?? host, port: metricsPort)
    }

    /// The collector of traces; nil for none.
    func collector() throws(InvalidSetting) -> CollectorEndpoint? {
        guard let url = otlpEndpoint else { return nil }
        return try mapError(CollectorEndpoint(url)) { (error: CollectorEndpoint.Invalid) in
            InvalidSetting(message: "otlp-endpoint is \(QuotedText.quoting(url)): \(error)")
        }
    }
}

struct MonitoringOptions<Values: WatchedSettings>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve /metrics, and the probes, on this port, without keys; 0 takes a free one.",
            valueName: "port"
        )
    )
    var metricsPort = Setting(\Values.monitoring.metricsPort, in: 0...65_535, default: "nowhere")
    @Option(help: ArgumentHelp("Address or name for --metrics-port.", valueName: "address"))
    var metricsHost = Setting(\Values.monitoring.metricsHost, default: "that of \(Values.hostOption)")
    @Option(
        help: ArgumentHelp(
            "Send traces to this collector, by OTLP over HTTP: http://collector:4318/v1/traces.",
            valueName: "url"
        )
    )
    var otlpEndpoint = Setting(\Values.monitoring.otlpEndpoint, default: "nowhere")
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
            case .text: StreamLogHandler(label: label, stream: LogLines())
            case .json: JSONLogHandler(label: label)
            }
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// Writes an event of a log, which comes with its line feed, to standard error as one line.
struct LogLines: TextOutputStream {
    func write(_ event: String) {
        PrintedText.report(String(event.dropLast()))
    }
}

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
        PrintedText.report(QuotedText.printing(json: String(decoding: line, as: UTF8.self)))
    }
}
