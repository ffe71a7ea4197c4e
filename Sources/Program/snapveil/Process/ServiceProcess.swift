import BoundedWork
import Containment
import Dispatch
import Glibc
import HTTPServer
import Logging
import ServiceLifecycle
import UnixSignals

/// A service that listens in this process until a signal ends it, or what starts its workers has ended.
struct ServiceProcess {
    /// Name in messages: server, guard.
    let name: String
    let service: any Service
    /// Address of the service, once it listens.
    let address: @Sendable () async throws -> SocketAddress
    /// Process that starts its workers, if they are contained.
    let launcher: Launcher?
    let logger: Logger
    /// Prints the URL on standard output, once the service listens.
    let printsURL: Bool
    /// Reads again at SIGHUP, if there is anything to read.
    let reloader: Reloader?

    func run() throws {
        let impatience = ImpatientExit.watch()
        defer { impatience.forEach { $0.cancel() } }
        try Waiting.forResult {
            let group = await group()
            launcher?.watch { [logger, name] in
                logger.critical("what starts workers has ended, so that none can be replaced: the \(name) ends, too")
                Task { await group.triggerGracefulShutdown() }
            }
            try await group.run()
        }
        guard launcher?.hasEnded != true else {
            throw CommandFailure.breakdown("what starts workers had ended: start the \(name) anew")
        }
    }

    /// The services of the process. SIGHUP does not end it any more, however early it comes.
    private func group() async -> ServiceGroup {
        var services = [service]
        if let reloader {
            let hangups = await UnixSignalsSequence(trapping: .sighup)
            services.append(ReloadingService(reloader: reloader, hangups: hangups, logger: logger))
        } else {
            // Where there is nothing to read again, SIGHUP would end the process.
            signal(SIGHUP, SIG_IGN)
        }
        if printsURL { services.append(AddressPrinter(address: address)) }
        return ServiceGroup(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    }
}

/// Reads files again: all of them, or, if anything cannot be used, none.
struct Reloader: Sendable {
    /// Words for what is read, for the log.
    let subject: String
    let reload: @Sendable () async throws(InvalidSetting) -> Void
}

/// Has a reloader read at each SIGHUP.
private struct ReloadingService: Service {
    let reloader: Reloader
    /// From the start on, as the first one would end the process otherwise.
    let hangups: UnixSignalsSequence
    let logger: Logger

    func run() async throws {
        for await _ in hangups.cancelOnGracefulShutdown() {
            do throws(InvalidSetting) {
                try await reloader.reload()
                logger.notice("\(reloader.subject) were read again")
            } catch {
                logger.error("\(reloader.subject) are unchanged: \(error.message)")
            }
        }
    }
}

/// Prints the URL of a service on standard output as soon as it listens, for scripts; of a socket in the file system
/// `unix:` and the path.
private struct AddressPrinter: Service {
    /// The address of the service, once it listens.
    let address: @Sendable () async throws -> SocketAddress

    func run() async throws {
        let address = try await address()
        let url = address.path == nil ? "http://\(address)" : "\(address)"
        PrintedText.write("\(url)\n", to: STDOUT_FILENO)
        // A service that ended would end the others.
        try await gracefulShutdown()
    }
}

/// Ends the process at the second SIGTERM or SIGINT, even if requests still run; the first one begins the graceful shutdown.
private enum ImpatientExit {
    /// Watches from now on, while the returned sources are kept.
    static func watch() -> [any DispatchSourceSignal] {
        let queue = DispatchQueue(label: "snapveil.signals")
        let count = Count()
        return [SIGTERM, SIGINT].map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler {
                count.value += Int(source.data)
                if count.value > 1 { _exit(128 + signal) }
            }
            source.activate()
            return source
        }
    }

    /// Signals so far. Touched on the queue of the sources alone.
    private final class Count: @unchecked Sendable {
        var value = 0
    }
}
