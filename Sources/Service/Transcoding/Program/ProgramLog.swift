import Foundation
import Synchronization

/// The first and the last words of a program, which are read as it says them.
final class ProgramLog: Sendable {
    private let bytes = Mutex<(first: [UInt8], last: [UInt8])>(([], []))
    private let ended = DispatchSemaphore(value: 0)

    /// Bytes that are kept of the beginning, and of the end.
    private static let (first, last) = (4 << 10, 60 << 10)
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
            bytes.withLock { keep(buffer[..<count], in: &$0) }
        }
        ended.signal()
    }

    private func keep(_ words: ArraySlice<UInt8>, in bytes: inout (first: [UInt8], last: [UInt8])) {
        let room = Self.first - bytes.first.count
        bytes.first += words.prefix(room)
        bytes.last = (bytes.last + words.dropFirst(room)).suffix(Self.last)
    }

    /// What was said, of a program that has ended.
    var text: String {
        if ended.wait(timeout: .now() + Self.patience) == .success { ended.signal() }
        return bytes.withLock { String(decoding: $0.first + $0.last, as: UTF8.self) }
    }
}

extension String {
    /// The lines of what FFmpeg prints. It indents those of metadata, in which other characters that may end a line are printed as they
    /// are.
    var printedLines: [String] { unicodeScalars.split { $0 == "\n" }.map(String.init) }
}
