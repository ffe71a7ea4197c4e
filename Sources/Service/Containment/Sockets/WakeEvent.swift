import CContainment
import Glibc

/// Wakes a thread that waits for a descriptor, from any other.
final class WakeEvent: Sendable {
    /// Can be read once ``signal()`` was called, until ``clear()``.
    let descriptor: Descriptor

    /// - Throws: ``ContainmentError/system(_:_:)``.
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
