import Foundation
import Synchronization

/// What a process writes to a pipe, read as it comes so that the process never has to wait.
final class CollectedOutput: Sendable {
    let pipe = Pipe()
    private let state = State()

    private final class State: Sendable {
        let bytes = Mutex([UInt8]())
        let isComplete = Atomic(false)
    }

    init() {
        // By a thread: the handler of a file handle is not always called for what comes.
        Thread.detachNewThread { [pipe, state] in
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                state.bytes.withLock { $0 += buffer[..<count] }
            }
            state.isComplete.store(true, ordering: .releasing)
        }
    }

    /// Whether no more will come: every process has closed the pipe.
    var isComplete: Bool { state.isComplete.load(ordering: .acquiring) }
    /// Everything so far.
    var bytes: [UInt8] { state.bytes.withLock(\.self) }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
