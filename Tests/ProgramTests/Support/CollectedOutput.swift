import Foundation
import Synchronization

/// What a process writes to a pipe, read as it comes so that the process never has to wait.
final class CollectedOutput: Sendable {
    let pipe = Pipe()
    private let collected = Mutex([UInt8]())
    private let ended = Mutex(false)

    init() {
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            guard let self, !data.isEmpty else {
                self?.ended.withLock { $0 = true }
                return handle.readabilityHandler = nil
            }
            collected.withLock { $0 += data }
        }
    }

    /// Whether no more will come: every process has closed the pipe.
    var isComplete: Bool { ended.withLock { $0 } }
    /// Everything so far.
    var bytes: [UInt8] { collected.withLock { $0 } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
