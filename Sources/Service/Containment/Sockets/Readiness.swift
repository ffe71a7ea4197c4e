import CContainment
import Glibc

/// The ones of two descriptors that can be read.
struct Readiness: OptionSet {
    let rawValue: Int

    static let first = Readiness(rawValue: 1)
    static let second = Readiness(rawValue: 2)

    /// Waits until one of the descriptors can be read or its other end has gone; neither by the deadline.
    static func wait(
        for first: Descriptor,
        _ second: Descriptor?,
        until deadline: ContinuousClock.Instant
    ) -> Readiness {
        var polled = [pollfd(fd: first.number, events: Int16(POLLIN), revents: 0)]
        if let second { polled.append(pollfd(fd: second.number, events: Int16(POLLIN), revents: 0)) }
        while true {
            let rest = max(.zero, deadline - .now)
            let milliseconds = Int32(clamping: Int((rest / .milliseconds(1)).rounded(.up)))
            let count = poll(&polled, nfds_t(polled.count), milliseconds)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return [] }
            var readiness: Readiness = []
            if polled[0].revents != 0 { readiness.insert(.first) }
            if polled.count > 1, polled[1].revents != 0 { readiness.insert(.second) }
            return readiness
        }
    }
}

/// Wakes a thread that waits for a descriptor, from any other.
final class WakeEvent: Sendable {
    /// Readable from ``signal()`` to ``clear()``.
    let descriptor: Descriptor

    init() throws(ContainmentError) {
        let number = containment_event_descriptor()
        guard number >= 0 else { throw .system("an event cannot be made", errno) }
        descriptor = Descriptor(adopting: number)
    }

    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor.number, &one, MemoryLayout<UInt64>.size)
    }

    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor.number, &count, MemoryLayout<UInt64>.size)
    }
}
