import CContainment
import Glibc
import SecureMemory
import Synchronization

struct Packet {
    let content: SecureBytes
    /// Descriptors of this process from now on.
    let descriptors: [Descriptor]
}

/// One end of a socket between two processes that keeps the borders of packets.
final class PacketSocket: Sendable {
    let descriptor: Descriptor

    /// Most bytes of a packet: more than the longest head of a request, parts of which are in a job.
    static let longestPacket = 60 * 1024

    init(adopting number: Int32) {
        descriptor = Descriptor(adopting: number)
    }

    static func pair() throws(ContainmentError) -> (PacketSocket, PacketSocket) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutablePointer(to: &ends) { ends in
            ends.withMemoryRebound(to: Int32.self, capacity: 2) { ends in
                socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, ends)
            }
        }
        guard result == 0 else { throw .system("a socket pair cannot be made", errno) }
        return (PacketSocket(adopting: ends.0), PacketSocket(adopting: ends.1))
    }

    enum Sent {
        case delivered
        /// There is no room: the other end has not read earlier packets.
        case noRoom
        case gone
    }

    /// Sends a packet without waiting for room. The other end gets copies of the descriptors.
    func send(_ content: SecureBytes, passing descriptors: [Int32] = []) -> Sent {
        send(content, descriptors, flags: Int32(truncatingIfNeeded: MSG_DONTWAIT))
    }

    /// Sends a packet, once there is room for it; false if the other end has gone.
    func sendWaiting(_ content: SecureBytes) -> Bool {
        if case .delivered = send(content, [], flags: 0) { return true }
        return false
    }

    private func send(_ content: SecureBytes, _ descriptors: [Int32], flags: Int32) -> Sent {
        let (sent, code) = content.withUnsafeBytes { bytes in
            let sent = containment_send(
                descriptor.number,
                bytes.baseAddress,
                bytes.count,
                descriptors,
                descriptors.count,
                flags
            )
            return (sent, errno)
        }
        if sent >= 0 { return .delivered }
        return [EAGAIN, ENOBUFS].contains(code) ? .noRoom : .gone
    }

    /// Waits for a packet. Nil if the other end has gone, or sent bytes that are no packet.
    func receive() -> Packet? {
        receive(flags: 0, descriptorCount: Int(CONTAINMENT_MOST_DESCRIPTORS))
    }

    /// The bytes of a packet that is there now; nil otherwise, and in the cases of ``receive()``. Descriptors with it are closed.
    func receiveNow() -> SecureBytes? {
        receive(flags: Int32(truncatingIfNeeded: MSG_DONTWAIT), descriptorCount: 0)?.content
    }

    private func receive(flags: Int32, descriptorCount: Int) -> Packet? {
        var numbers = [Int32](repeating: -1, count: descriptorCount)
        var count = 0
        do {
            var builder = try SecureBytesBuilder(capacity: Self.longestPacket)
            try builder.appendInPlace(minimum: Self.longestPacket) { room in
                let received = receive(into: room, &numbers, &count, flags)
                return max(received, 0)
            }
            let descriptors = numbers.prefix(count).map { Descriptor(adopting: $0) }
            return builder.count > 0 ? Packet(content: builder.finish(), descriptors: descriptors) : nil
        } catch {
            return nil
        }
    }

    /// The length of a packet, 0 at the end, negative for none. `count` descriptors go into `numbers`.
    private func receive(
        into room: UnsafeMutableRawBufferPointer,
        _ numbers: inout [Int32],
        _ count: inout Int,
        _ flags: Int32
    ) -> Int {
        while true {
            var taken = numbers.count
            let received =
                numbers.isEmpty
                ? containment_receive(descriptor.number, room.baseAddress, room.count, nil, nil, flags)
                : containment_receive(descriptor.number, room.baseAddress, room.count, &numbers, &taken, flags)
            guard received >= 0 || errno != EINTR else { continue }
            count = received < 0 ? 0 : taken
            return received
        }
    }
}

/// A descriptor with one owner, which is closed when the last reference to it goes.
final class Descriptor: Sendable {
    let number: Int32
    private let isOwned = Atomic(true)

    init(adopting number: Int32) {
        self.number = number
    }

    deinit {
        if isOwned.load(ordering: .relaxed) { close(number) }
    }

    /// Another descriptor of the same file; nil if there is no room for more.
    func copy() -> Descriptor? {
        let number = fcntl(number, F_DUPFD_CLOEXEC, 0)
        return number >= 0 ? Descriptor(adopting: number) : nil
    }

    /// Leaves closing to the caller. To be called once.
    func surrender() -> Int32 {
        isOwned.store(false, ordering: .relaxed)
        return number
    }
}
