public import ArgumentParser
import BoundedWork
import Containment
import Detection
import Foundation
import HTTPServer
import Logging
import PolicyLibrary
import Redaction
import RedactionJobs
import SecureMemory
import ServiceLifecycle
public import SnapveilGuard
import SnapveilService
import UnixSignals

/// `snapveil guard webdriver`: a server of WebDriver and Appium in front of the real one.
struct GuardWebDriver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webdriver",
        abstract: "Stand in front of a WebDriver or Appium server, and make every screenshot safe that it hands out.",
        discussion: """
            Tests go on as they are, with the URL of the guard in place of the server's. Whatever a reply holds that shows a screen \
            is covered by the policy; what cannot be, such as a PDF or a video, becomes an error of WebDriver. For a policy that \
            names elements, the guard asks the server what the screen holds, before and after.

            Every setting can be in the environment, too: SNAPVEIL_ and its name in upper case, with underscores.

            EXAMPLES
              snapveil guard webdriver --upstream http://127.0.0.1:4444 --policy frosted
              snapveil guard webdriver --upstream http://127.0.0.1:4723 --policy bank-app.json --listen 0.0.0.0:4545
              snapveil guard webdriver --upstream https://user:key@hub.example.org/wd/hub --policy secrets.json
            """
    )

    @OptionGroup(title: "What to cover")
    var cover: GuardCoverOptions
    @OptionGroup(title: "Where it stands")
    var options: GuardOptions
    @Option(
        help: ArgumentHelp(
            """
            Leave open a way past the guard: \(DirectWay.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.
            """,
            valueName: "way"
        )
    )
    var allow: [DirectWay] = []
    @Option(
        help: """
            passed: page sources are passed on as they are. redacted: without what the policy covers, and sensitive values in texts.
            """
    )
    var source = PageSources.passed
    @Flag(help: "Print the URL on standard output once the guard listens.")
    var printURL = false

    func run() throws {
        var settings = GuardSettings.defaults
        do throws(InvalidSetting) {
            var reader = try SettingReader(file: nil, CodingKeys.options)
            _ = try reader.read(options, into: &settings)
        } catch {
            throw CommandFailure.configuration(error.message)
        }
        settings.logFormat.bootstrap()
        try ProcessSecrecy.enforce()
        let notes = IsolationNotes(settings.logger, after: [:])
        // Before anything secret is read.
        let launcher = try CommandFailure.usable(settings.isolation.launcher(notes))
        let order = try cover.order()
        let models = try cover.models.directory(for: order.policy, of: cover.named)
        do {
            try serve(service(settings, order, models: models, launcher, notes), settings, launcher)
        } catch let error as InvalidSetting {
            throw CommandFailure.configuration(error.message)
        } catch let error as HTTPServerError {
            throw CommandFailure.configuration("\(error)")
        }
    }

    /// The guard with its workers, in a process that is locked.
    private func service(
        _ settings: GuardSettings,
        _ order: RedactionOrder,
        models: String?,
        _ launcher: Launcher?,
        _ notes: IsolationNotes
    ) throws -> GuardService {
        var configuration = try settings.service(allowing: Set(allow))
        configuration.redactsSources = source == .redacted
        let sockets = try ListeningSockets(configuration.server)
        let terms = settings.poolTerms(order, models: models)
        let contained = try settings.isolation.contained(notes, "replies", launcher) {
            (launcher) throws(ContainmentError) in
            try WorkerPool(terms, launcher: launcher, logger: settings.logger)
        }
        let pool = try contained ?? WorkerPool(terms, Detector.loaded(from: models))
        let material = try mapError(pool.load(.order(order)), InvalidSetting.init).material
        if contained != nil {
            configuration.server.descriptorsPerBody = 1
            try settings.isolation.lockFront(reading: settings.paths, removing: nil, notes)
        }
        settings.logger.notice("guard", metadata: metadata(of: configuration, order.policy))
        let workers = ReplyWorkers(
            pool,
            material,
            looks: order.policy.pointerToSight != nil,
            takesSources: order.policy.takesSources
        )
        return try mapError(
            GuardService(configuration, sockets: sockets, workers: workers, logger: settings.logger)
        ) { (_: OutOfMemory) in InvalidSetting(message: "there is not enough memory") }
    }

    /// The line that says what is guarded, and which ways past it are closed.
    private func metadata(of configuration: GuardService.Configuration, _ policy: Policy) -> Logger.Metadata {
        let open = DirectWay.allCases.filter(allow.contains)
        let closed = DirectWay.allCases.filter { !allow.contains($0) }
        return [
            "upstream": "\(configuration.upstream)",
            "policy": "\(policy.name ?? cover.named.name ?? "")",
            "assurance": "\(policy.assurance)",
            "closed": "\(closed.map(\.rawValue).joined(separator: " "))",
            "open": "\(open.isEmpty ? "none" : open.map(\.rawValue).joined(separator: " "))",
        ]
    }

    private func serve(_ service: GuardService, _ settings: GuardSettings, _ launcher: Launcher?) throws {
        var services: [any Service] = [service]
        if printURL { services.append(AddressPrinter(address: service.listeningAddress)) }
        let group = ServiceGroup(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: settings.logger
        )
        let impatience = ImpatientExit.watch()
        defer { impatience.forEach { $0.cancel() } }
        launcher?.watch {
            settings.logger.critical("what starts workers has ended, so that none can be replaced: the guard ends, too")
            Task { await group.triggerGracefulShutdown() }
        }
        signal(SIGHUP, SIG_IGN)
        try Waiting.forResult { try await group.run() }
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

/// What becomes of page sources that a harness asks for.
enum PageSources: String, ExpressibleByArgument, CaseIterable {
    case passed
    case redacted
}

extension DirectWay: ExpressibleByArgument {}

/// The policy of a guard.
struct GuardCoverOptions: ParsableArguments {
    @OptionGroup var named: NamedPolicyOptions
    @Option(
        help: ArgumentHelp("Assets for policies: PNG and JPEG files, by their names.", valueName: "directory")
    )
    var assets: String?
    @OptionGroup var models: ModelOptions
    @Option(help: ArgumentHelp("Pixels for each point, for a policy in points.", valueName: "n"))
    var scale: Double?
    @Option(help: ArgumentHelp("erased refuses a policy that only obscures.", valueName: "assurance"))
    var minimumAssurance: MinimumAssurance = .obscured

    func validate() throws {
        guard named.name != nil else { throw ValidationError("--policy says what is covered: name one.") }
        guard scale.map({ $0 > 0 && $0 <= 100 }) ?? true else { throw ValidationError("--scale has to be above 0.") }
    }

    /// The order for every picture in a reply.
    func order() throws -> RedactionOrder {
        guard let policy = try named.policy() else {
            throw CommandFailure.usage("--policy says what is covered: name one")
        }
        let demanded: Policy
        do {
            demanded = try policy.demanding(minimumAssurance)
        } catch {
            throw CommandFailure.configuration(named.message(error))
        }
        var order = RedactionOrder(policy: demanded)
        order.unit = scale.map { .points(scale: $0) }
        if let assets {
            do {
                order.pictures = try PictureFiles(directory: assets, needed: demanded.assetNames)
            } catch {
                throw CommandFailure.configuration("\(error)")
            }
        }
        return order
    }
}
