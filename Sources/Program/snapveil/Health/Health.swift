import ArgumentParser
import BoundedWork
import HTTPServer
import SnapveilService

struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the server on this machine whether it takes work: exit status 0 if so, else 1.",
        discussion: """
            Where it listens is found as by serve: on the command line, in SNAPVEIL_HOST, SNAPVEIL_PORT and \
            SNAPVEIL_UNIX_SOCKET, in the file of --config. For a HEALTHCHECK of a container, or a probe that runs a command.
            """
    )

    @Option(help: ArgumentHelp("The settings of the server.", valueName: "file"))
    var config: String?
    @Option(help: .setting("Address or name that the server listens on.", "address", default: \.server.host))
    var host: String?
    @Option(help: .setting("Port that the server listens on.", default: \.server.port))
    var port: Int?
    @Option(help: ArgumentHelp("Path of the socket that the server listens on instead.", valueName: "path"))
    var unixSocket: String?
    @Flag(help: "Ask whether the process lives (/healthz), and not whether it takes work (/readyz).")
    var live = false
    @Option(help: ArgumentHelp("For the answer. (default: 3)", valueName: "seconds"))
    var timeout: Seconds?

    func run() throws {
        let settings: HTTPServerConfiguration
        do throws(InvalidSetting) {
            settings = try self.settings()
        } catch {
            throw CommandFailure.configuration(error.message)
        }
        let question = Question(
            server: Self.reachable(settings),
            path: live ? "/healthz" : "/readyz",
            timeout: timeout?.duration ?? .seconds(3)
        )
        let status = try mapError(question.ask()) { (error: Question.Failure) in
            CommandFailure.unhealthy("\(question): \(error)")
        }
        guard status == 200 else { throw CommandFailure.unhealthy("\(question): status \(status)") }
    }

    private func settings() throws(InvalidSetting) -> HTTPServerConfiguration {
        var settings = HTTPServerConfiguration()
        var reader = try SettingReader(file: config, CodingKeys.config)
        try reader.read(host, CodingKeys.host, into: &settings.host)
        try reader.read(port, CodingKeys.port, in: 1...65_535, into: &settings.port)
        settings.unixSocket = try reader.text(unixSocket, CodingKeys.unixSocket)
        return settings
    }

    /// The place where a server of these settings is reached: on loopback, if it listens on all addresses.
    private static func reachable(_ settings: HTTPServerConfiguration) -> Question.Server {
        if let path = settings.unixSocket { return .unixSocket(path) }
        switch settings.host {
        case "0.0.0.0": return .network(host: "127.0.0.1", port: settings.port)
        case "::", "[::]": return .network(host: "::1", port: settings.port)
        default: return .network(host: settings.host, port: settings.port)
        }
    }
}
