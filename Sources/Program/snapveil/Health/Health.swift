import ArgumentParser
import BoundedWork
import HTTPServer

struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the server on this machine whether it takes work: exit status 0 if it does, else 1.",
        discussion: """
            Reads the server's address from the same settings as serve: the command line, SNAPVEIL_HOST, SNAPVEIL_PORT and \
            SNAPVEIL_UNIX_SOCKET, and the file of --config. For a HEALTHCHECK of a container, or a probe that runs a command.
            """
    )

    @Option(help: ArgumentHelp("The server's settings file.", valueName: "file"))
    var config: String?
    @Option(help: ArgumentHelp("Address or name that the server listens on.", valueName: "address"))
    var host = Setting(\HTTPServerConfiguration.host)
    @Option(help: "Port that the server listens on.")
    var port = Setting(\HTTPServerConfiguration.port, in: 1...65_535)
    @Option(help: ArgumentHelp("Path of the socket that the server listens on instead.", valueName: "path"))
    var unixSocket = Setting(\HTTPServerConfiguration.unixSocket)
    @Flag(help: "Ask only whether the process lives (/healthz), not whether it takes work (/readyz).")
    var live = false
    @Option(help: ArgumentHelp("Longest wait for the answer.", valueName: "seconds"))
    var timeout = Duration.seconds(3)

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
            timeout: timeout
        )
        let status = try mapError(question.ask()) { (error: Question.Failure) in
            CommandFailure.unhealthy("\(question): \(error)")
        }
        guard status == 200 else { throw CommandFailure.unhealthy("\(question): status \(status)") }
    }

    private func settings() throws(InvalidSetting) -> HTTPServerConfiguration {
        var settings = HTTPServerConfiguration.defaults
        var reader = try SettingReader(file: config, CodingKeys.config)
        _ = try reader.read(self, into: &settings)
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

extension HTTPServerConfiguration: Configurable {
    static let defaults = HTTPServerConfiguration()
}
