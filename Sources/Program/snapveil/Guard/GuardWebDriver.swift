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

            The policy, the models, where the guard stands and how it works can be set in the environment, too: SNAPVEIL_ and the name \
            of the option in upper case, with underscores, for example SNAPVEIL_UPSTREAM.

            EXAMPLES
              snapveil guard webdriver --upstream http://127.0.0.1:4444 --policy frosted
              snapveil guard webdriver --upstream http://127.0.0.1:4723 --policy bank-app.json --listen 0.0.0.0:4545
              snapveil guard webdriver --upstream https://user:key@hub.example.org/wd/hub --policy secrets.json
            """
    )

    @OptionGroup(title: "What to cover")
    var cover: GuardCoverOptions
    @OptionGroup(title: "Where it stands")
    var network: GuardNetworkOptions
    @OptionGroup(title: "How it works")
    var work: GuardWorkOptions
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
    var source = PassedTexts.passed
    @Flag(help: "Print the URL on standard output once the guard listens.")
    var printURL = false

    func run() throws {
        let start = try GuardStart([network, work], cover)
        do {
            try serve(service(start), start.settings, start.launcher)
        } catch let error as InvalidSetting {
            throw CommandFailure.configuration(error.message)
        } catch let error as HTTPServerError {
            throw CommandFailure.configuration("\(error)")
        }
    }

    /// The guard with its workers, in a process that is locked.
    private func service(_ start: GuardStart) throws -> GuardService {
        var configuration = try start.settings.service(allowing: Set(allow))
        configuration.redactsSources = source == .redacted
        let sockets = try ListeningSockets(configuration.server)
        let workers = try start.workers()
        configuration.server.descriptorsPerBody = workers.areContained ? 1 : 0
        try start.lock(workers, reading: start.settings.paths)
        let closed = DirectWay.allCases.filter { !allow.contains($0) }
        if configuration.keys == nil, !["127.0.0.1", "::1", "[::1]", "localhost"].contains(configuration.server.host) {
            start.settings.logger.warning(
                "whoever reaches this address may use the server behind: --key-file demands keys"
            )
        }
        start.note([
            "upstream": "\(configuration.upstream)",
            "closed": "\(closed.map(\.rawValue).joined(separator: " "))",
            "open": "\(allow.isEmpty ? "none" : allow.map(\.rawValue).joined(separator: " "))",
        ])
        return try mapError(
            GuardService(configuration, sockets: sockets, workers: workers, logger: start.settings.logger)
        ) { (_: OutOfMemory) in InvalidSetting(message: "there is not enough memory") }
    }

    private func serve(_ service: GuardService, _ settings: GuardSettings, _ launcher: Launcher?) throws {
        var services: [any Service] = [service]
        if let keyFile = settings.keyFile {
            services.append(KeyReloader(keyFile: keyFile, guarding: service, logger: settings.logger))
        } else {
            // Where there is nothing to read again, SIGHUP would end the process.
            signal(SIGHUP, SIG_IGN)
        }
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
        try Waiting.forResult { try await group.run() }
    }
}

extension DirectWay: ExpressibleByArgument {}
