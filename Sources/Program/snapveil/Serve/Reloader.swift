import BoundedWork
import Logging
import PolicyLibrary
import ServiceLifecycle
import SnapveilService
import UnixSignals

/// Reads keys, policies and pictures again at SIGHUP: all of them, or, if anything cannot be used, none.
struct Reloader: Service {
    /// The file with the keys.
    let keyFile: KeyFile?
    /// Where policies and pictures come from.
    let sources: Catalogue.Sources
    let service: SnapveilService
    let logger: Logger

    /// Whether there is anything to read again.
    var hasFiles: Bool { keyFile != nil || sources.policies != nil || sources.assets != nil }

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do throws(InvalidSetting) {
                try await reload()
                logger.notice("keys, policies and assets were read again")
            } catch {
                logger.error("keys, policies and assets are unchanged: \(error.message)")
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
    /// Warns of what cannot be used and is not needed.
    func log(to logger: Logger) {
        for warning in self { logger.warning("\(warning)") }
    }
}
