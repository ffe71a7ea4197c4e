public import ArgumentParser
import Foundation
import HTTPServer
import ImageCore
public import Logging
import PolicyLibrary
public import Redaction
import SecureMemory
import ServiceLifecycle
import SnapveilService
import UnixSignals

/// `snapveil serve`: the HTTP service.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the REST API until SIGTERM or SIGINT.",
        discussion: """
            Every option can be set in the environment, too: SNAPVEIL_ and its name in upper case, with underscores, for \
            example SNAPVEIL_MAX_PIXELS=20000000. The command line wins.

            Try it:
              curl --data-binary @shot.png 'http://127.0.0.1:8080/v1/sanitize?style=blur&radius=20' -o safe.png
            """
    )

    @Option(help: ArgumentHelp("Address or name to listen on. (default: 127.0.0.1)", valueName: "address"))
    var host: String?
    @Option(help: "Port to listen on; 0 takes a free one. (default: 8080)")
    var port: Int?
    @Option(help: ArgumentHelp("Pictures worked on at a time. (default: one a core)", valueName: "n"))
    var workers: Int?
    @Option(
        help: ArgumentHelp(
            "The longest that a request should wait for a worker; past that, 503. (default: 20)",
            valueName: "seconds"
        )
    )
    var maxWait: Seconds?
    @Option(help: ArgumentHelp("Requests that wait for a worker; past that, 503. (default: no bound)", valueName: "n"))
    var queue: Int?

    @Option(help: ArgumentHelp("Largest body. (default: 33554432, which is 32 MiB)", valueName: "bytes"))
    var maxBodyBytes: Int?
    @Option(help: ArgumentHelp("Largest picture. (default: 50000000)", valueName: "pixels"))
    var maxPixels: Int?
    @Option(help: ArgumentHelp("Longest edge of a picture. (default: 16384)", valueName: "pixels"))
    var maxEdge: Int?
    @Option(help: ArgumentHelp("Open connections. (default: 16384)", valueName: "n"))
    var maxConnections: Int?
    @Option(help: ArgumentHelp("Requests on one connection before it is closed. (default: 1000)", valueName: "n"))
    var maxRequestsPerConnection: Int?
    @OptionGroup
    var memory: MemoryOptions
    @Option(
        help: ArgumentHelp("Slower bodies are ended after 5 seconds; 0: none. (default: 8192)", valueName: "bytes/s")
    )
    var minBodyRate: Int?
    @Option(
        help: ArgumentHelp(
            "Clients that take replies more slowly are left after 5 seconds; 0: none. (default: 8192)",
            valueName: "bytes/s"
        )
    )
    var minReplyRate: Int?

    @Option(help: ArgumentHelp("For the head of a request. (default: 10)", valueName: "seconds"))
    var headerTimeout: Seconds?
    @Option(help: ArgumentHelp("For the body of a request. (default: 120)", valueName: "seconds"))
    var bodyTimeout: Seconds?
    @Option(help: ArgumentHelp("Between two requests on a connection. (default: 75)", valueName: "seconds"))
    var idleTimeout: Seconds?
    @Option(help: ArgumentHelp("For the work on a request. (default: 60)", valueName: "seconds"))
    var requestTimeout: Seconds?
    @Option(help: ArgumentHelp("For the client to take the reply. (default: 60)", valueName: "seconds"))
    var writeTimeout: Seconds?
    @Option(help: ArgumentHelp("For what runs when a shutdown begins. (default: 25)", valueName: "seconds"))
    var gracePeriod: Seconds?

    @Option(
        help: ArgumentHelp(
            "erased refuses policies that only obscure; a request can raise it, not lower it. (default: obscured)",
            valueName: "assurance"
        )
    )
    var minimumAssurance: MinimumAssurance?
    @OptionGroup
    var demands: DemandOptions
    @OptionGroup
    var catalogue: CatalogueOptions
    @Option(
        help: ArgumentHelp(
            "Demand a key of every caller: name:key or key, one a line, 16 characters or more. Read again at SIGHUP.",
            valueName: "file"
        )
    )
    var keyFile: String?
    @Option(
        help: ArgumentHelp(
            "Let pages of this origin, too, call from a browser: https://tests.example.org. Several with commas.",
            valueName: "origins"
        )
    )
    var corsOrigins: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical. (default: info)")
    var logLevel: Logger.Level?
    @Option(help: "text or json, one line a request on standard error. (default: text)")
    var logFormat: LogFormat?
    @Flag(help: "Print the URL on standard output once the server listens.")
    var printURL = false
    @Flag(help: "For debugging: let core dumps and debuggers show the snapshots that are in memory.")
    var allowMemoryInspection = false

    func run() async throws {
        do {
            let environment = Environment()
            let logger = try logger(environment)
            try hideMemory(environment, logger)
            let keyFile = try keyFile(environment)
            var settings = try settings(environment, keyFile, logger)
            IdleMemory.byteLimit = try memory.idleBytes(environment, workers: settings.workers)
            let service = SnapveilService(configuration: settings, logger: logger)
            // The service can exchange them, and then they are to be gone.
            (settings.keys, settings.catalogue) = (nil, Catalogue())
            let sources = try sources(environment, settings)
            let reloader = Reloader(keyFile: keyFile, sources: sources, service: service, logger: logger)
            var services: [any Service] = [service]
            if reloader.hasFiles {
                services.append(reloader)
            } else {
                // Where there is nothing to read again, SIGHUP would end the process.
                signal(SIGHUP, SIG_IGN)
            }
            if try environment.resolve(printURL ? true : nil, "print-url", default: false) {
                services.append(AddressPrinter(service: service))
            }
            let group = ServiceGroup(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
            let impatience = ImpatientExit.watch()
            defer { impatience.forEach { $0.cancel() } }
            try await group.run()
        } catch let error as InvalidSetting {
            throw CommandFailure.configuration(error.message)
        } catch let error as HTTPServerError {
            throw CommandFailure.configuration("\(error)")
        }
    }

    private func logger(_ environment: Environment) throws(InvalidSetting) -> Logger {
        let format = try environment.resolve(logFormat, "log-format", default: .text)
        LoggingSystem.bootstrap { label in
            switch format {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler(label: label)
            }
        }
        var logger = Logger(label: "snapveil")
        logger.logLevel = try environment.resolve(logLevel, "log-level", default: .info)
        return logger
    }

    private func hideMemory(_ environment: Environment, _ logger: Logger) throws {
        let name = "allow-memory-inspection"
        guard try environment.resolve(allowMemoryInspection ? true : nil, name, default: false) else {
            return try ProcessSecrecy.enforce()
        }
        logger.warning("the memory of this process can be inspected, with the snapshots in it")
    }

    private func keyFile(_ environment: Environment) throws(InvalidSetting) -> KeyFile? {
        let path = try environment.resolve(keyFile, "key-file", default: "")
        return path.isEmpty ? nil : KeyFile(path: path)
    }

    private func settings(
        _ environment: Environment,
        _ keyFile: KeyFile?,
        _ logger: Logger
    ) throws(InvalidSetting) -> SnapveilService.Configuration {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let workers = try environment.resolve(workers, "workers", default: cores, in: 1...1024)
        var settings = SnapveilService.Configuration(workers: workers)
        settings.queue = try environment.resolve(queue, "queue", default: settings.queue, in: 0...Int.max)
        settings.maximumWait =
            try environment.resolve(maxWait, "max-wait", default: Seconds(settings.maximumWait)).duration
        settings.limits = try limits(environment)
        settings.minimumAssurance =
            try environment.resolve(minimumAssurance, "minimum-assurance", default: settings.minimumAssurance)
        settings.server = try server(environment)
        try memory.apply(environment, to: &settings)
        settings.keys = try keyFile?.read()
        try demands.apply(to: &settings, environment)
        settings.policyOnly = try catalogue.isExclusive(environment)
        settings.catalogue = try Catalogue(reading: try sources(environment, settings), logger: logger)
        let origins = try environment.resolve(corsOrigins, "cors-origins", default: "")
        settings.allowedOrigins = try Self.origins(origins)
        return settings
    }

    private static func origins(_ list: String) throws(InvalidSetting) -> Set<WebOrigin> {
        var origins: Set<WebOrigin> = []
        for text in list.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            guard let origin = WebOrigin(text) else {
                throw InvalidSetting(
                    message: "cors-origins has \"\(text)\", and an origin is written as browsers do: "
                        + "https://tests.example.org, with a port where it has one, and without a path"
                )
            }
            origins.insert(origin)
        }
        return origins
    }

    private func sources(
        _ environment: Environment,
        _ settings: SnapveilService.Configuration
    ) throws(InvalidSetting) -> Catalogue.Sources {
        try catalogue.sources(environment, demanding: settings.minimumAssurance, limits: settings.limits)
    }

    private func limits(_ environment: Environment) throws(InvalidSetting) -> DecodingLimits {
        var limits = DecodingLimits()
        limits.maximumPixels =
            try environment.resolve(maxPixels, "max-pixels", default: limits.maximumPixels, in: 1...2_000_000_000)
        limits.maximumEdge =
            try environment.resolve(maxEdge, "max-edge", default: limits.maximumEdge, in: 1...1_000_000)
        return limits
    }

    private func server(_ environment: Environment) throws(InvalidSetting) -> HTTPServerConfiguration {
        var server = HTTPServerConfiguration()
        server.host = try environment.resolve(host, "host", default: server.host)

        func count(
            _ option: Int?,
            _ name: String,
            _ fallback: Int,
            _ range: ClosedRange<Int>
        ) throws(InvalidSetting) -> Int {
            try environment.resolve(option, name, default: fallback, in: range)
        }
        server.port = try count(port, "port", server.port, 0...65_535)
        server.maximumBodyBytes = try count(maxBodyBytes, "max-body-bytes", server.maximumBodyBytes, 1...(4 << 30))
        server.maximumConnections =
            try count(maxConnections, "max-connections", server.maximumConnections, 1...1_000_000)
        let requests = server.maximumRequestsPerConnection
        server.maximumRequestsPerConnection =
            try count(maxRequestsPerConnection, "max-requests-per-connection", requests, 1...1_000_000_000)
        server.minimumBodyRate = try count(minBodyRate, "min-body-rate", server.minimumBodyRate, 0...(1 << 30))
        server.minimumReplyRate = try count(minReplyRate, "min-reply-rate", server.minimumReplyRate, 0...(1 << 30))

        func timeout(_ option: Seconds?, _ name: String, _ fallback: Duration) throws(InvalidSetting) -> Duration {
            try environment.resolve(option, name, default: Seconds(fallback)).duration
        }
        server.headerTimeout = try timeout(headerTimeout, "header-timeout", server.headerTimeout)
        server.bodyTimeout = try timeout(bodyTimeout, "body-timeout", server.bodyTimeout)
        server.idleTimeout = try timeout(idleTimeout, "idle-timeout", server.idleTimeout)
        server.requestTimeout = try timeout(requestTimeout, "request-timeout", server.requestTimeout)
        server.writeTimeout = try timeout(writeTimeout, "write-timeout", server.writeTimeout)
        server.gracePeriod = try timeout(gracePeriod, "grace-period", server.gracePeriod)
        return server
    }
}

/// How log lines are written.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
extension MinimumAssurance: ExpressibleByArgument {}
