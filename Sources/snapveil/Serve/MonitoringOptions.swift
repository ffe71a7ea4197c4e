import ArgumentParser
import HTTPServer
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

    /// Reads these settings into `settings`, whose server is set.
    func apply(
        _ reader: inout SettingReader,
        to settings: inout SnapveilService.Configuration
    ) throws(InvalidSetting) {
        let host = try reader.text(metricsHost, CodingKeys.metricsHost)
        guard let port = try reader.value(metricsPort, CodingKeys.metricsPort, in: 0...65_535) else {
            guard host == nil else {
                throw InvalidSetting(message: "metrics-host says where metrics are served, and metrics-port does not")
            }
            return
        }
        guard port == 0 || port != settings.server.port else {
            throw InvalidSetting(message: "metrics-port is \(port), as is port: metrics have a port of their own")
        }
        settings.metricsAddress = SocketAddress(host: host ?? settings.server.host, port: port)
    }
}
