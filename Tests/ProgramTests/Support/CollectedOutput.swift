import Foundation
import Synchronization

/// What a process writes to a pipe, read as it comes so that the process never has to wait.
final class CollectedOutput: Sendable {
    let pipe = Pipe()
    private let collected = Mutex([UInt8]())

    init() {
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            guard let self, !data.isEmpty else { return handle.readabilityHandler = nil }
            collected.withLock { $0 += data }
        }
    }

    /// Everything so far.
    var bytes: [UInt8] { collected.withLock { $0 } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
