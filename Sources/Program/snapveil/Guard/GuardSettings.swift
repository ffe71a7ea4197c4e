import ArgumentParser
import BoundedWork
import HTTPServer
import ImageCore
import Logging
import Redaction
import RedactionJobs
import SecureMemory
import SnapveilGuard
import SnapveilService

/// A setting of a guard.
typealias GuardSetting<Value: ExpressibleByArgument> = Setting<GuardSettings, Value>

/// The settings of a guard, with their defaults.
struct GuardSettings: WatchedSettings {
    static let defaults = GuardSettings()
    static let hostOption = "--listen"

    var scale: PixelScale?
    var minimumAssurance = MinimumAssurance.obscured
    var source = PassedTexts.passed
    var upstream: String?
    var upstreamCAPath: String?
    var listen = "127.0.0.1:4545"
    var keyFilePath: String?
    var isolation = Isolation.auto
    var workers = HostLimits.processorCount
    var maximumBodyBytes = 64 << 20
    var maximumReplyBytes = 64 << 20
    var maximumConnections = 1024
    var timeLimit = Duration.seconds(30)
    var ffmpeg: String?
    var linger = LingerTime.standard
    var recordingTimeLimit = Duration.seconds(600)
    var gracePeriod = Duration.seconds(25)
    var monitoring = MonitoringSettings()
    var logLevel = Logger.Level.info
    var logFormat = LogFormat.text

    var keyFile: KeyFile? { keyFilePath.map(KeyFile.init) }

    /// The settings of the server itself, checked.
    func service(_ language: GuardService.Language) throws(InvalidSetting) -> GuardService.Configuration {
        guard let upstream else {
            throw InvalidSetting(message: "a guard needs --upstream, the URL of the server that it stands in front of")
        }
        let address = try mapError(UpstreamAddress(upstream)) { (error: UpstreamAddress.Invalid) in
            InvalidSetting(message: "upstream cannot be used: \(error)")
        }
        var service = GuardService.Configuration(upstream: address, language)
        service.upstreamAuthorities = try upstreamAuthorities(for: address)
        service.maximumReplyBytes = maximumReplyBytes
        service.keys = try keyFile?.read()
        let place = try listeningPlace()
        (service.server.host, service.server.port) = (place.host, place.port)
        service.server.maximumBodyBytes = maximumBodyBytes
        service.server.maximumConnections = maximumConnections
        service.server.gracePeriod = gracePeriod
        service.monitoring = try watching(place)
        return service
    }

    /// The settings for metrics and traces of a guard that listens at a place.
    func watching(_ place: (host: String, port: Int)) throws(InvalidSetting) -> GuardMonitoring.Configuration {
        var configuration = GuardMonitoring.Configuration()
        configuration.metricsAddress = try monitoring.address(besides: place.port, of: place.host)
        configuration.collector = try monitoring.collector()
        return configuration
    }

    /// The certificates that the server behind is verified with; nil for those of the machine. To be read before the process is locked.
    func upstreamAuthorities(for upstream: UpstreamAddress) throws(InvalidSetting) -> TrustedCertificates? {
        guard let path = upstreamCAPath else { return nil }
        guard upstream.scheme == "https" else {
            throw InvalidSetting(message: "upstream-ca is for an upstream over TLS, and \(upstream) is none")
        }
        do {
            let file = try InputFile(path).read(.regular, maximumBytes: TrustedCertificates.maximumFileBytes)
            return try TrustedCertificates(pem: file.withUnsafeBytes { Array($0) })
        } catch let error as TrustedCertificates.Invalid {
            throw InvalidSetting(message: "upstream-ca is \(path), and cannot be used: \(error)")
        } catch {
            throw InvalidSetting(message: "upstream-ca cannot be used: \(error)")
        }
    }

    /// The host and the port of `--listen`, which may be a port alone.
    private func listeningPlace() throws(InvalidSetting) -> (host: String, port: Int) {
        let colon = listen.lastIndex(of: ":")
        let host = colon.map { String(listen[..<$0]) } ?? "127.0.0.1"
        let port = Int(colon.map { listen[listen.index(after: $0)...] } ?? listen[...])
        guard let port, 0...65_535 ~= port, !host.isEmpty else {
            throw InvalidSetting(
                message:
                    "listen is \(QuotedText.quoting(listen)), and has to be an address and a port, as in 127.0.0.1:4545"
            )
        }
        return (host, port)
    }

    /// Bytes of large memory that a worker may take at a time.
    private static let regionBytes = 2 << 30
    /// Bytes that a worker keeps for the next picture: those of two large screens, and a fifth for its heaps.
    private static let idleBytesOfWorker = 40 << 20

    /// The settings of the workers.
    func poolTerms(_ order: RedactionOrder, models: String?) -> WorkerPool.Terms {
        var setup = WorkSetup(order, models: models)
        setup.readsHierarchies = true
        setup.isForLong = true
        return WorkerPool.Terms(
            queue: JobQueue.Bounds(workers: workers, threads: HostLimits.processorCount, maximumWait: .seconds(60)),
            setup: setup,
            regionBytes: Self.regionBytes,
            timeLimit: timeLimit,
            idleBytes: workers * Self.idleBytesOfWorker
        )
    }
}

extension GuardSettings {
    /// A log in the format that was set up.
    var logger: Logger {
        var logger = Logger(label: "snapveil")
        logger.logLevel = logLevel
        return logger
    }

    /// The files that are read again while the guard runs.
    var paths: [String] { [keyFilePath].compactMap(\.self) }
}

/// The settings of the workers of a guard, and of its log, as options.
struct GuardWorkOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Replies worked on at a time.", valueName: "n"))
    var workers = GuardSetting(\.workers, in: 1...1024, default: { _ in "one per core" })
    @Option(help: ArgumentHelp("Largest reply, or message, of the server behind.", valueName: "bytes"))
    var maxUpstreamBytes = GuardSetting(\.maximumReplyBytes, in: 1...(4 << 30))
    @Option(help: ArgumentHelp("The longest that the work on a reply may take.", valueName: "seconds"))
    var workTimeout = GuardSetting(\.timeLimit)
    @Option(
        help: """
            required: work on replies in processes that can open no file and no socket, or do not start. auto: as far as the \
            kernel lets it. none: in the guard's own process.
            """
    )
    var isolation = GuardSetting(\.isolation)
    @Option(help: "trace, debug, info, notice, warning, error or critical. debug: commands without a picture, too.")
    var logLevel = GuardSetting(\.logLevel)
    @Option(help: "text or json, one line a request on standard error.")
    var logFormat = GuardSetting(\.logFormat)
}

/// The place of a guard between a server and its clients, as options.
struct GuardNetworkOptions: ParsableArguments {
    @Option(help: ArgumentHelp("URL of the server behind, with credentials if it takes any.", valueName: "url"))
    var upstream = GuardSetting(\.upstream)
    @Option(
        help: ArgumentHelp(
            "Verify an upstream over TLS with the certificates in this PEM file, in place of the machine's.",
            valueName: "file"
        )
    )
    var upstreamCA = GuardSetting(\.upstreamCAPath)
    @Option(help: ArgumentHelp("Address and port to listen on; port 0 takes a free one.", valueName: "address:port"))
    var listen = GuardSetting(\.listen)
    @Option(
        help: ArgumentHelp(
            "Demand a key of every caller: name:key or key, one a line, 16 characters or more. Read again at SIGHUP.",
            valueName: "file"
        )
    )
    var keyFile = GuardSetting(\.keyFilePath)
    @Option(help: ArgumentHelp("Largest body of a request.", valueName: "bytes"))
    var maxBodyBytes = GuardSetting(\.maximumBodyBytes, in: 1...(4 << 30))
    @Option(help: ArgumentHelp("Open connections.", valueName: "n"))
    var maxConnections = GuardSetting(\.maximumConnections, in: 1...1_000_000)
    @Option(help: ArgumentHelp("For what runs when a shutdown begins.", valueName: "seconds"))
    var gracePeriod = GuardSetting(\.gracePeriod)
}
