import ArgumentParser
import Foundation
import HTTPServer
import SnapveilService

struct NetworkOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Address or name to listen on.", valueName: "address"))
    var host = ServerSetting(\.service.server.host)
    @Option(help: "Port to listen on; 0 takes a free one.")
    var port = ServerSetting(\.service.server.port, in: 0...65_535)
    @Option(help: ArgumentHelp("Listen on a socket in the file system instead.", valueName: "path"))
    var unixSocket = ServerSetting(\.service.server.unixSocket, default: "none")
    @Option(help: ArgumentHelp("Who may connect to --unix-socket, as an octal number of chmod.", valueName: "mode"))
    var unixSocketMode = ServerSetting(\.unixSocketMode)
    @Option(help: ArgumentHelp("Largest body.", valueName: "bytes"))
    var maxBodyBytes = ServerSetting(
        \.service.server.maximumBodyBytes,
        in: 1...(4 << 30),
        default: { "a sixteenth of the memory, at most \($0)" }
    )
    @Option(help: ArgumentHelp("Open connections.", valueName: "n"))
    var maxConnections = ServerSetting(
        \.service.server.maximumConnections,
        in: 1...1_000_000,
        default: { "one for each MiB of memory, at most \($0)" }
    )
    @Option(help: ArgumentHelp("Requests on one connection before it is closed.", valueName: "n"))
    var maxRequestsPerConnection = ServerSetting(\.service.server.maximumRequestsPerConnection, in: 1...1_000_000_000)
    @Option(help: ArgumentHelp("Slower bodies are ended after 5 seconds; 0: none.", valueName: "bytes/s"))
    var minBodyRate = ServerSetting(\.service.server.minimumBodyRate, in: 0...(1 << 30))
    @Option(
        help: ArgumentHelp(
            "Clients that take replies more slowly are left after 5 seconds; 0: none.",
            valueName: "bytes/s"
        )
    )
    var minReplyRate = ServerSetting(\.service.server.minimumReplyRate, in: 0...(1 << 30))
    @Option(help: ArgumentHelp("For the head of a request.", valueName: "seconds"))
    var headerTimeout = ServerSetting(\.service.server.headerTimeout)
    @Option(help: ArgumentHelp("For the body of a request.", valueName: "seconds"))
    var bodyTimeout = ServerSetting(\.service.server.bodyTimeout)
    @Option(help: ArgumentHelp("Between two requests on a connection.", valueName: "seconds"))
    var idleTimeout = ServerSetting(\.service.server.idleTimeout)
    @Option(help: ArgumentHelp("For the work on a request.", valueName: "seconds"))
    var requestTimeout = ServerSetting(\.service.server.requestTimeout)
    @Option(help: ArgumentHelp("For the client to take the reply.", valueName: "seconds"))
    var writeTimeout = ServerSetting(\.service.server.writeTimeout)
    @Option(help: ArgumentHelp("For what runs when a shutdown begins.", valueName: "seconds"))
    var gracePeriod = ServerSetting(\.service.server.gracePeriod)
}
