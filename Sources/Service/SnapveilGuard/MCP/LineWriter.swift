import Glibc
import SecureMemory
import Synchronization

/// Writes lines to a descriptor that several write to, none within another's line. A write waits for the reader.
final class LineWriter: Sendable {
    private struct State {
        var isWithinLine = false
        /// Lines for the next end of a line.
        var waiting: [SecureBytes] = []
        var isBroken = false
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes a part of the stream that this passes on; false if nobody reads any more.
    func pass(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard let end = bytes.lastIndex(of: Self.lineFeed), !state.waiting.isEmpty else {
                return write(bytes, &state)
            }
            guard write(UnsafeRawBufferPointer(rebasing: bytes[...end]), &state) else { return false }
            writeWaiting(&state)
            return write(UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]), &state)
        }
    }

    /// Writes a line of its own, with its end, as soon as none is under way.
    func insert(_ line: SecureBytes) {
        state.withLock { state in
            state.waiting.append(line)
            if !state.isWithinLine { writeWaiting(&state) }
        }
    }

    private static let lineFeed = UInt8(ascii: "\n")

    private func writeWaiting(_ state: inout State) {
        for line in state.waiting {
            _ = line.withUnsafeBytes { write($0, &state) }
            _ = withUnsafeBytes(of: Self.lineFeed) { write($0, &state) }
        }
        state.waiting = []
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> Bool {
        var rest = bytes
        while !rest.isEmpty, !state.isBroken {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                state.isBroken = true
                break
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        if let last = bytes.last { state.isWithinLine = last != Self.lineFeed }
        return !state.isBroken
    }
}
