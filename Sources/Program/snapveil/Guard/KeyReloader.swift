import Logging
import ServiceLifecycle
import SnapveilGuard
import UnixSignals

/// Reads the keys of a guard again at SIGHUP; if they cannot be used, the earlier ones stay.
struct KeyReloader: Service {
    let keyFile: KeyFile
    let guarding: GuardService
    /// From the start on, as the first one would end the process otherwise.
    let hangups: UnixSignalsSequence
    let logger: Logger

    func run() async throws {
        for await _ in hangups.cancelOnGracefulShutdown() {
            do throws(InvalidSetting) {
                guarding.replaceKeys(try keyFile.read())
                logger.notice("keys were read again")
            } catch {
                logger.error("keys are unchanged: \(error.message)")
            }
        }
    }
}
