import Dispatch
import Polling

/// Tells once that a process has ended, unless it is let go before.
final class Watch: Sendable {
    private let polled: PolledDescriptor
    /// Open until it is no longer polled.
    private let descriptor: Descriptor

    private static let queue = DispatchQueue(label: "snapveil.watch")

    /// - Parameters:
    ///   - descriptor: Can be read once the process has ended; nil where the kernel cannot tell, and then nothing is watched.
    ///   - action: What is done once it has.
    init?(_ descriptor: Descriptor?, _ action: @escaping @Sendable () -> Void) {
        guard
            let descriptor,
            let polled = PolledDescriptor(descriptor.number, { _ in Self.queue.async(execute: action) })
        else { return nil }
        self.polled = polled
        self.descriptor = descriptor
        polled.arm(.readable)
    }

    deinit { polled.remove() }
}
