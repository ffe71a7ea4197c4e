import CContainment
import Glibc
import SecureMemory

/// A packet that came, with the descriptors that came with it.
struct Packet {
    /// The bytes of the packet.
    let content: SecureBytes
    /// Descriptors of this process by now.
    let descriptors: [Descriptor]
}

/// One end of a socket between two processes that keeps the borders of packets.
final class PacketSocket: Sendable {
    /// The descriptor of this end.
    let descriptor: Descriptor

    /// Most bytes of a packet: more than the longest head of a request, of which a job holds parts.
    static let longestPacket = 60 * 1024

    /// Takes over a connected socket.
    init(adopting number: Int32) {
        descriptor = Descriptor(adopting: number)
    }

    /// Two ends that are connected.
    ///
    /// - Throws: ``ContainmentError/system(_:_:)``.
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

    /// What became of a packet that was to be sent.
    enum Sent {
        /// The other end will get it.
        case delivered
        /// The other end has not read what was sent before: there is no room.
        case noRoom
        /// The other end has gone.
        case gone
    }

    /// Sends a packet without waiting for room.
    ///
    /// - Parameters:
    ///   - content: The bytes of the packet.
    ///   - descriptors: Descriptors of this process of which the other gets copies.
    func send(_ content: SecureBytes, passing descriptors: [Int32] = []) -> Sent {
        send(content, descriptors, flags: Int32(truncatingIfNeeded: MSG_DONTWAIT))
    }

    /// Sends a packet, and waits until there is room for it; whether the other end is still there.
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

    /// Waits for a packet. Nil if the other end has gone, or sent what no packet can be.
    func receive() -> Packet? {
        receive(flags: 0, descriptorCount: Int(CONTAINMENT_MOST_DESCRIPTORS))
    }

    /// The bytes of a packet that is there now. Nil if none is, and for what ``receive()`` gives nil. No descriptor that comes
    /// with it is left open.
    func receiveNow() -> SecureBytes? {
        receive(flags: Int32(truncatingIfNeeded: MSG_DONTWAIT), descriptorCount: 0)?.content
    }

    /// - Parameter descriptorCount: Most descriptors that are taken.
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

    /// - Parameters:
    ///   - numbers: Room for descriptors.
    ///   - count: Gets how many have come.
    /// - Returns: The length of the packet, 0 at the end; negative if there is none.
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
