import Dispatch
import Glibc
import SecureMemory
import Synchronization

/// Writes lines to a descriptor that several write to, none within another's line. A write waits for the reader.
final class LineWriter: Sendable {
    private struct State {
        var isWithinLine = false
        /// Lines for the next end of a line.
        var waiting: [SecureBytes] = []
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    /// Lines that nobody waits for are written here.
    private let queue = DispatchQueue(label: "snapveil.guard.lines")
    private let broken = Atomic(false)
    private let waitingCount = Atomic(0)

    /// Lines of its own that wait for the reader, at most; further ones are dropped.
    private static let mostWaiting = 1024
    private static let lineFeed = UInt8(ascii: "\n")

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Whether nobody reads any more.
    var isBroken: Bool { broken.load(ordering: .relaxed) }

    /// Writes a part of the stream that this passes on.
    func pass(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            guard let end = bytes.lastIndex(of: Self.lineFeed), !state.waiting.isEmpty else {
                return write(bytes, &state)
            }
            write(UnsafeRawBufferPointer(rebasing: bytes[...end]), &state)
            writeWaiting(&state)
            write(UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...]), &state)
        }
    }

    /// Writes a line of its own, with its end, as soon as none is under way. Nobody waits for that.
    func insert(_ line: SecureBytes) {
        guard waitingCount.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
            waitingCount.subtract(1, ordering: .relaxed)
            return
        }
        queue.async { [self] in
            state.withLock { state in
                state.waiting.append(line)
                if !state.isWithinLine { writeWaiting(&state) }
            }
        }
    }

    /// Writes what has been inserted so far.
    func flush() { queue.sync {} }

    private func writeWaiting(_ state: inout State) {
        for line in state.waiting {
            line.withUnsafeBytes { write($0, &state) }
            withUnsafeBytes(of: Self.lineFeed) { write($0, &state) }
            waitingCount.subtract(1, ordering: .relaxed)
        }
        state.waiting = []
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ state: inout State) {
        var rest = bytes
        while !rest.isEmpty, !isBroken {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, Waiting.wasInVain(on: descriptor, for: POLLOUT) { continue }
            guard count > 0 else {
                broken.store(true, ordering: .relaxed)
                break
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        if let last = bytes.last { state.isWithinLine = last != Self.lineFeed }
    }
}

/// Waiting for a descriptor that does not wait by itself: agents may set theirs so.
enum Waiting {
    /// Whether the call that failed is to be made again. Waits until it is worth it.
    static func wasInVain(on descriptor: Int32, for events: Int32) -> Bool {
        guard errno == EAGAIN || errno == EINTR else { return false }
        guard errno == EAGAIN else { return true }
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        poll(&entry, 1, -1)
        return true
    }
}
