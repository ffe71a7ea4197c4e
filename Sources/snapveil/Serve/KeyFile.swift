import Foundation
import Logging
import SecureMemory
import ServiceLifecycle
import SnapveilService
import UnixSignals

/// The file with the keys, read at the start and again at every SIGHUP.
struct KeyFile: Sendable {
    let path: String

    /// - Throws: ``InvalidSetting``.
    func read() throws(InvalidSetting) -> KeyRing {
        do {
            return try KeyRing(parsing: InputFile(path).read())
        } catch let error as KeyRing.InvalidFile {
            throw InvalidSetting(message: "\(path): \(error)")
        } catch {
            throw InvalidSetting(message: "\(error)")
        }
    }
}

/// Reads the key file again at SIGHUP. One that cannot be used leaves the keys as they are.
struct KeyReloader: Service {
    let file: KeyFile
    let service: SnapveilService
    let logger: Logger

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do {
                service.replaceKeys(try file.read())
                logger.notice("the keys were read again")
            } catch {
                logger.error("the keys are unchanged: \(error.message)")
            }
        }
    }
}
