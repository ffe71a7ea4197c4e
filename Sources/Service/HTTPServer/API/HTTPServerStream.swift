public import SecureMemory
import Synchronization

/// The rest of a connection behind the head of a reply: a body that is written piece by piece, or, behind a 101, another protocol in
/// both directions.
///
/// Nothing is held that the client does not take: a write waits for it. The pieces of several tasks are sent in the order of
/// their writes.
public final class HTTPServerStream: Sendable {
    /// The connection has ended, or the task was cancelled.
    public struct Gone: Error {
        /// What a write or a read throws.
        public init() {}
    }

    /// A piece, and its writer, who waits.
    struct Write {
        let bytes: SecureBytes
        let writer: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var writes: [Write] = []
        var reader: CheckedContinuation<SecureBytes?, Never>?
        /// Whether all was written; nil as long as more may be.
        var end: Bool?
        /// Whether there is no client any more.
        var isOver = false
    }

    private let state = Mutex(State())
    private let channel: Channel

    init(_ channel: Channel) {
        self.channel = channel
    }

    /// Sends a piece, and waits until the system has taken it in the client's name.
    public func write(_ bytes: SecureBytes) async throws(Gone) {
        guard !bytes.isEmpty else { return }
        let isWritten = await withCheckedContinuation { writer in
            let isOver = state.withLock { state in
                if !state.isOver { state.writes.append(Write(bytes: bytes, writer: writer)) }
                return state.isOver
            }
            if isOver { writer.resume(returning: false) } else { channel.signal(.reply) }
        }
        guard isWritten else { throw Gone() }
    }

    /// The next bytes that the client sends behind a 101, 8 KiB at most; nil behind the last ones. One task may read.
    ///
    /// The client is not read from before it is asked for.
    public func read() async throws(Gone) -> SecureBytes? {
        let bytes = await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let mayWait = state.withLock { state in
                    precondition(state.reader == nil, "one task reads")
                    // A cancellation that comes later finds the reader here.
                    if !state.isOver, !Task.isCancelled { state.reader = reader }
                    return state.reader != nil
                }
                if mayWait { channel.signal(.reply) } else { reader.resume(returning: nil) }
            }
        } onCancel: {
            give(nil)
        }
        guard bytes != nil || !Task.isCancelled && !state.withLock(\.isOver) else { throw Gone() }
        return bytes
    }
}

/// The side of the connection.
extension HTTPServerStream {
    /// The piece to be sent next, whose writer is to be resumed; nil for none.
    func nextWrite() -> Write? {
        state.withLock { $0.writes.isEmpty ? nil : $0.writes.removeFirst() }
    }

    /// Whether the end was reached, and all was written; nil as long as more may be.
    var end: Bool? { state.withLock { $0.writes.isEmpty ? $0.end : nil } }

    /// Whether somebody waits for bytes of the client.
    var isRead: Bool { state.withLock { $0.reader != nil } }

    /// Hands bytes to the one who waits for them; nil for the end.
    func give(_ bytes: SecureBytes?) {
        let reader = state.withLock { $0.reader.take() }
        reader?.resume(returning: bytes)
    }

    /// Notes that no more will be written, and whether all was.
    func finish(isWhole: Bool) {
        state.withLock { $0.end = isWhole }
        channel.signal(.reply)
    }

    /// Lets all go who wait, because there is no client any more.
    func close() {
        let writes = state.withLock { state in
            state.isOver = true
            defer { state.writes = [] }
            return state.writes
        }
        for write in writes { write.writer.resume(returning: false) }
        give(nil)
    }
}
