import ArgumentParser
import BoundedWork
import Containment
import Detection
import Foundation
import HTTPServer
import Logging
import PolicyLibrary
import RedactionJobs
import SecureMemory
import SnapveilService

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the REST API until SIGTERM or SIGINT.",
        discussion: """
            Every option can be set in the environment, too: SNAPVEIL_ and its name in upper case, with underscores, for \
            example SNAPVEIL_MAX_PIXELS=20000000. And in the file of --config, by its name: { "max-pixels": 20000000 }. \
            The command line wins, then the environment.

            Try it:
              curl --data-binary @shot.png 'http://127.0.0.1:8080/v1/sanitize?style=blur&radius=20' -o safe.png
            """
    )

    @Option(
        help: ArgumentHelp(
            "Settings by name, in JSON, or in YAML if it is called .yaml or .yml. Read at the start.",
            valueName: "file"
        )
    )
    var config: String?
    @OptionGroup(title: "Network")
    var network: NetworkOptions
    @OptionGroup(title: "Work")
    var work: WorkOptions
    @OptionGroup(title: "Isolation")
    var isolation: IsolationOptions
    @OptionGroup(title: "Memory")
    var memory: MemoryOptions
    @OptionGroup(title: "Policies")
    var policies: PolicyOptions
    @OptionGroup(title: "Detection")
    var models: ModelOptions
    @OptionGroup(title: "Access")
    var access: AccessOptions
    @OptionGroup(title: "Monitoring")
    var monitoring: MonitoringOptions<ServerSettings>
    @OptionGroup(title: "Log")
    var log: LogOptions

    @Flag(help: "Print the URL on standard output once the server listens.")
    var printURL = false
    @Flag(help: "For debugging: let core dumps and debuggers show the snapshots that are in memory.")
    var allowMemoryInspection = false

    func run() throws {
        do {
            let settings = try settings()
            settings.logFormat.bootstrap()
            try serve(settings)
        } catch let error as InvalidSetting {
            throw CommandFailure.configuration(error.message)
        } catch let error as HTTPServerError {
            throw CommandFailure.configuration("\(error)")
        }
    }

    /// The settings of the options, the environment and the file, all checked; no other file was read yet.
    func settings(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(InvalidSetting) -> ServerSettings {
        var reader = try SettingReader(file: config, CodingKeys.config, environment: environment)
        var settings = ServerSettings.defaults
        let places = try reader.read(self, into: &settings)
        try policies.readFlags(&reader, into: &settings.service)
        settings.service.hasPlayground = try access.hasPlayground(&reader)
        settings.service.models = try models.directory(&reader)
        settings.printsURL = try reader.flag(printURL, CodingKeys.printURL)
        settings.allowsMemoryInspection = try reader.flag(allowMemoryInspection, CodingKeys.allowMemoryInspection)
        try settings.complete(besides: places)
        try reader.finish()
        return settings
    }

    /// Serves until the end, on the main thread until there are others: forks and locks depend on that.
    private func serve(_ settings: ServerSettings) throws {
        let logger = settings.logger
        if !settings.allowsMemoryInspection { try ProcessSecrecy.enforce() }
        let (service, launcher) = try service(settings)
        if settings.allowsMemoryInspection {
            logger.warning("the memory of this process can be inspected, with the snapshots in it")
        }
        let reloader = Reloader(subject: "keys, policies, assets and recipients") { () throws(InvalidSetting) in
            try await Self.reload(service, settings)
        }
        let process = ServiceProcess(
            name: "server",
            service: service,
            address: service.listeningAddress,
            launcher: launcher,
            logger: logger,
            printsURL: settings.printsURL,
            reloader: settings.hasFiles ? reloader : nil
        )
        try process.run()
    }

    private static func reload(_ service: SnapveilService, _ settings: ServerSettings) async throws(InvalidSetting) {
        let keys = try settings.keyFile?.read()
        let files = try mapError(CatalogueFiles(reading: settings.sources), InvalidSetting.init)
        do throws(InvalidFile) {
            try await service.replaceCatalogue(files).log(to: settings.logger)
        } catch {
            throw InvalidSetting(error)
        }
        if let keys { service.replaceKeys(keys) }
    }

    /// The service with the keys, policies and pictures of its files, which it alone holds: once exchanged, they are gone.
    /// And the launcher of its workers, if there are any.
    private func service(_ settings: ServerSettings) throws -> (SnapveilService, Launcher?) {
        let logger = settings.logger
        let notes = IsolationNotes(logger, after: settings.service.limitsInForce(idleBytes: settings.idleBytes))
        // Before there are other processes, which are not to have them.
        let inherited = try ListeningSockets.inherited()
        // Before anything secret is read.
        let launcher = try settings.isolation.launcher(notes)
        // Before anything that takes time, so that a port that is taken is known at once.
        let sockets = try inherited ?? ListeningSockets(settings.service.server)
        let metricsSockets = try settings.service.metricsAddress.map {
            try ListeningSockets(host: $0.host, port: $0.port)
        }
        let files = try mapError(CatalogueFiles(reading: settings.sources), InvalidSetting.init)
        var configuration = settings.service
        configuration.sockets = sockets
        configuration.metricsSockets = metricsSockets
        configuration.keys = try settings.keyFile?.read()
        let count = configuration.workers
        let subject = count == 1 ? "a worker in a process of its own" : "\(count) workers in processes of their own"
        let contained = try settings.isolation.contained(notes, subject, launcher) {
            (launcher) throws(ContainmentError) in
            try ThreadRoom.check(workers: count)
            return try SnapveilService.pool(
                configuration,
                idleBytes: settings.idleBytes,
                allowsInspection: settings.allowsMemoryInspection,
                launcher: launcher,
                logger: logger
            )
        }
        IdleMemory.byteLimit = contained == nil ? settings.idleBytes : settings.idleReplyBytes
        let pool = try contained ?? Self.poolHere(configuration)
        let (material, warnings) = try mapError(pool.load(.catalogue(files)), InvalidSetting.init)
        warnings.log(to: logger)
        configuration.catalogue = try mapError(
            Catalogue(policiesOf: files, warnings: warnings),
            InvalidSetting.init
        )
        if contained != nil {
            configuration.server.descriptorsPerBody = 1
            let socket = inherited == nil ? settings.service.server.unixSocket : nil
            try settings.isolation.lockFront(reading: settings.paths, removing: socket, notes)
        }
        let service = SnapveilService(configuration: configuration, pool: pool, material: material, logger: logger)
        return (service, contained == nil ? nil : launcher)
    }

    private static func poolHere(_ configuration: SnapveilService.Configuration) throws(InvalidSetting) -> WorkerPool {
        try mapError(ThreadRoom.check(workers: 0)) { (error: ContainmentError) in InvalidSetting(message: "\(error)") }
        return SnapveilService.pool(configuration, try Detector.loaded(from: configuration.models))
    }
}

extension [InvalidFile] {
    /// Warns of files that cannot be used and are not needed.
    fileprivate func log(to logger: Logger) {
        for warning in self { logger.warning("\(warning)") }
    }
}
