import HTTPParsing
import SecureMemory

/// Bytes on their way to a client: a head and a body, or a chunk, which are not joined.
struct Delivery {
    private let head: [UInt8]
    private let body: SecureBytes
    private let tail: [UInt8]
    private let pace: TransferPace
    private var written = 0

    /// A delivery whose time begins now.
    init(_ pace: TransferPace, _ head: [UInt8], _ body: SecureBytes = SecureBytes(), _ tail: [UInt8] = []) {
        (self.pace, self.head, self.body, self.tail) = (pace, head, body, tail)
    }

    /// Sends as much as there is room for; whether that was the rest.
    mutating func proceed(on descriptor: Int32) throws(Interruption) -> Bool {
        while written < head.count + body.count + tail.count {
            switch send(on: descriptor) {
            case .bytes(let count): written += count
            case .noRoomYet: return false
            case .failed: throw .gone
            }
        }
        return true
    }

    private func send(on descriptor: Int32) -> Socket.Sent {
        func rest(_ part: UnsafeRawBufferPointer, behind count: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: part.dropFirst(max(written - count, 0)))
        }
        return head.withUnsafeBytes { head in
            body.withUnsafeBytes { body in
                tail.withUnsafeBytes { tail in
                    Socket.send(
                        descriptor,
                        rest(head, behind: 0),
                        rest(body, behind: head.count),
                        rest(tail, behind: head.count + body.count)
                    )
                }
            }
        }
    }

    /// Bytes of the written ones that the client has: the others wait in the kernel, which takes megabytes at once.
    func taken(on descriptor: Int32) -> Int { max(written - Socket.unsentByteCount(descriptor), 0) }

    /// The time by which the client has to take more.
    func deadline(on descriptor: Int32) -> ContinuousClock.Instant { pace.deadline(after: taken(on: descriptor)) }
}
