import BoundedWork
import Dispatch
import Glibc
import Logging
import PolicyLibrary
import ServiceLifecycle
import SnapveilService
import UnixSignals

/// Reads keys, policies, pictures and recipients again at SIGHUP: all of them, or, if anything cannot be used, none.
struct Reloader: Service {
    let keyFile: KeyFile?
    let sources: Catalogue.Sources
    let service: SnapveilService
    /// From the start on, as the first one would end the process otherwise.
    let hangups: UnixSignalsSequence
    let logger: Logger

    func run() async throws {
        for await _ in hangups.cancelOnGracefulShutdown() {
            do throws(InvalidSetting) {
                try await reload()
                logger.notice("keys, policies, assets and recipients were read again")
            } catch {
                logger.error("keys, policies, assets and recipients are unchanged: \(error.message)")
            }
        }
    }

    private func reload() async throws(InvalidSetting) {
        let keys = try keyFile?.read()
        let files = try mapError(CatalogueFiles(reading: sources), InvalidSetting.init)
        do throws(InvalidFile) {
            try await service.replaceCatalogue(files).log(to: logger)
        } catch {
            throw InvalidSetting(error)
        }
        if let keys { service.replaceKeys(keys) }
    }
}

extension [InvalidFile] {
    /// Warns of files that cannot be used and are not needed.
    func log(to logger: Logger) {
        for warning in self { logger.warning("\(warning)") }
    }
}

/// Ends the process at the second SIGTERM or SIGINT, even if requests still run; the first one begins the graceful shutdown.
enum ImpatientExit {
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
