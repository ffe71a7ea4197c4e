import Foundation
import Synchronization

/// The last words of a program, which are read as it says them.
final class ProgramLog: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let ended = DispatchSemaphore(value: 0)

    /// Bytes that are kept.
    private static let most = 64 << 10
    /// Time for the last words, once the program has ended.
    private static let patience = DispatchTimeInterval.seconds(1)

    /// Reads from `end` until all writers have gone.
    init(_ end: PipeEnd) {
        Thread.detachNewThread { self.read(end) }
    }

    private func read(_ end: PipeEnd) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(end.number, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes.withLock { $0 = ($0 + buffer[..<count]).suffix(Self.most) }
        }
        ended.signal()
    }

    /// What was said, of a program that has ended.
    var text: String {
        if ended.wait(timeout: .now() + Self.patience) == .success { ended.signal() }
        return String(decoding: bytes.withLock(\.self), as: UTF8.self)
    }
}
