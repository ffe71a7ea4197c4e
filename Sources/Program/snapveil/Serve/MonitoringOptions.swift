public import ArgumentParser
import BoundedWork
import Foundation
import HTTPServer
public import Logging
import OTLPTracing
import SnapveilService

struct MonitoringOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve /metrics, and the probes, on this port, without keys; 0 takes a free one. (default: nowhere)",
            valueName: "port"
        )
    )
    var metricsPort: Int?
    @Option(
        help: ArgumentHelp("Address or name for --metrics-port. (default: that of --host)", valueName: "address")
    )
    var metricsHost: String?

    @Option(
        help: ArgumentHelp(
            "Send traces to this collector, by OTLP over HTTP: http://collector:4318/v1/traces. (default: nowhere)",
            valueName: "url"
        )
    )
    var otlpEndpoint: String?

    func apply(
        _ reader: inout SettingReader,
        to settings: inout SnapveilService.Configuration
    ) throws(InvalidSetting) {
        if let url = try reader.text(otlpEndpoint, CodingKeys.otlpEndpoint) {
            settings.collector = try mapError(CollectorEndpoint(url)) { (error: CollectorEndpoint.Invalid) in
                InvalidSetting(message: "otlp-endpoint is \(QuotedText.quoting(url)): \(error)")
            }
        }
        let host = try reader.text(metricsHost, CodingKeys.metricsHost)
        guard let port = try reader.value(metricsPort, CodingKeys.metricsPort, in: 0...65_535) else {
            guard host == nil else {
                throw InvalidSetting(message: "metrics-host says where metrics are served, and metrics-port does not")
            }
            return
        }
        guard port == 0 || port != settings.server.port || settings.server.unixSocket != nil else {
            throw InvalidSetting(message: "metrics-port is \(port), as is port: metrics have a port of their own")
        }
        settings.metricsAddress = SocketAddress(host: host ?? settings.server.host, port: port)
    }
}

struct LogOptions: ParsableArguments {
    @Option(help: "trace, debug, info, notice, warning, error or critical. (default: info)")
    var logLevel: Logger.Level?
    @Option(help: "text or json, one line a request on standard error. (default: text)")
    var logFormat: LogFormat?

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
