import ArgumentParser
import BoundedWork
import HTTPServer
import OTLPTracing
import SnapveilService

/// The options that say where a server lets itself be watched.
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

    /// Reads these settings into `settings`, whose server is set.
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
