import ArgumentParser
import Foundation
import HTTPServer
import ServiceLifecycle
import SnapveilService

struct NetworkOptions: ParsableArguments {
    @Option(help: .setting("Address or name to listen on.", "address", default: \.server.host))
    var host: String?
    @Option(help: .setting("Port to listen on; 0 takes a free one.", default: \.server.port))
    var port: Int?
    @Option(
        help: ArgumentHelp("Listen on a socket in the file system instead. (default: none)", valueName: "path")
    )
    var unixSocket: String?
    @Option(
        help: ArgumentHelp(
            "Who may connect to --unix-socket, as an octal number of chmod. (default: 660)",
            valueName: "mode"
        )
    )
    var unixSocketMode: FileMode?
    @Option(
        help: ArgumentHelp(
            "Largest body. (default: a sixteenth of the memory, at most \(Self.defaults.maximumBodyBytes))",
            valueName: "bytes"
        )
    )
    var maxBodyBytes: Int?
    @Option(
        help: ArgumentHelp(
            "Open connections. (default: one for each MiB of memory, at most \(Self.defaults.maximumConnections))",
            valueName: "n"
        )
    )
    var maxConnections: Int?
    @Option(
        help: .setting(
            "Requests on one connection before it is closed.",
            "n",
            default: \.server.maximumRequestsPerConnection
        )
    )
    var maxRequestsPerConnection: Int?
    @Option(
        help: .setting(
            "Slower bodies are ended after 5 seconds; 0: none.",
            "bytes/s",
            default: \.server.minimumBodyRate
        )
    )
    var minBodyRate: Int?
    @Option(
        help: .setting(
            "Clients that take replies more slowly are left after 5 seconds; 0: none.",
            "bytes/s",
            default: \.server.minimumReplyRate
        )
    )
    var minReplyRate: Int?

    @Option(help: .setting("For the head of a request.", "seconds", default: \.server.headerTimeout))
    var headerTimeout: Seconds?
    @Option(help: .setting("For the body of a request.", "seconds", default: \.server.bodyTimeout))
    var bodyTimeout: Seconds?
    @Option(help: .setting("Between two requests on a connection.", "seconds", default: \.server.idleTimeout))
    var idleTimeout: Seconds?
    @Option(help: .setting("For the work on a request.", "seconds", default: \.server.requestTimeout))
    var requestTimeout: Seconds?
    @Option(help: .setting("For the client to take the reply.", "seconds", default: \.server.writeTimeout))
    var writeTimeout: Seconds?
    @Option(help: .setting("For what runs when a shutdown begins.", "seconds", default: \.server.gracePeriod))
    var gracePeriod: Seconds?

    private static let defaults = HTTPServerConfiguration()

    /// Reads these settings into `server`, with the bytes of all bodies together where these are set.
    func apply(
        _ reader: inout SettingReader,
        to server: inout HTTPServerConfiguration,
        bodies: Int?
    ) throws(InvalidSetting) {
        typealias Key = CodingKeys
        let plan = MemoryPlan(byteCount: HostLimits.memoryByteCount)
        // Of all bodies together, one address has seven eighths.
        let room = bodies.map { max($0 / 8 * 7, 1) } ?? .max
        server.maximumBodyBytes = min(plan.maximumBodyBytes, room)
        server.maximumConnections = plan.maximumConnections
        try reader.read(host, Key.host, into: &server.host)
        try reader.read(port, Key.port, in: 0...65_535, into: &server.port)
        server.unixSocket = try reader.text(unixSocket, Key.unixSocket)
        if let mode = try reader.value(unixSocketMode, Key.unixSocketMode) { server.unixSocketMode = mode.bits }
        try reader.read(maxBodyBytes, Key.maxBodyBytes, in: 1...(4 << 30), into: &server.maximumBodyBytes)
        if let bodies, server.maximumBodyBytes > room {
            throw InvalidSetting(
                message:
                    "max-body-bytes is \(server.maximumBodyBytes), and max-bytes-in-flight (\(bodies)) has room for \(room)"
            )
        }
        try reader.read(maxConnections, Key.maxConnections, in: 1...1_000_000, into: &server.maximumConnections)
        try reader.read(
            maxRequestsPerConnection,
            Key.maxRequestsPerConnection,
            in: 1...1_000_000_000,
            into: &server.maximumRequestsPerConnection
        )
        try reader.read(minBodyRate, Key.minBodyRate, in: 0...(1 << 30), into: &server.minimumBodyRate)
        try reader.read(minReplyRate, Key.minReplyRate, in: 0...(1 << 30), into: &server.minimumReplyRate)
        try reader.read(headerTimeout, Key.headerTimeout, into: &server.headerTimeout)
        try reader.read(bodyTimeout, Key.bodyTimeout, into: &server.bodyTimeout)
        try reader.read(idleTimeout, Key.idleTimeout, into: &server.idleTimeout)
        try reader.read(requestTimeout, Key.requestTimeout, into: &server.requestTimeout)
        try reader.read(writeTimeout, Key.writeTimeout, into: &server.writeTimeout)
        try reader.read(gracePeriod, Key.gracePeriod, into: &server.gracePeriod)
    }
}

/// The mode of a file, as chmod(1) takes it: `660`.
struct FileMode: ExpressibleByArgument {
    let bits: UInt32

    init?(argument: String) {
        guard let bits = UInt32(argument, radix: 8), bits <= 0o777 else { return nil }
        self.bits = bits
    }
}

/// Prints the URL of a service on standard output as soon as it listens, for scripts; of a socket in the file system
/// `unix:` and the path.
struct AddressPrinter: Service {
    let service: SnapveilService

    func run() async throws {
        let address = try await service.listeningAddress()
        let url = address.path == nil ? "http://\(address)" : "\(address)"
        FileHandle.standardOutput.write(Data("\(url)\n".utf8))
        // A service that ended would end the others.
        try await gracefulShutdown()
    }
}
