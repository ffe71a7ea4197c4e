import Dispatch
import Glibc

/// Ends the process at the second SIGTERM or SIGINT, whatever still runs; the first one is the graceful shutdown's.
enum ImpatientExit {
    /// Watches from now on, for as long as the sources that it returns are kept.
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
