/// A descriptor whose readiness is reported whenever that was asked for.
public final class PolledDescriptor: Sendable {
    /// The descriptor, which whoever gave it closes, after ``remove()``.
    public let descriptor: Int32
    private let poller: Poller
    private let key: UInt64

    /// Nothing is reported until ``arm(_:)``.
    ///
    /// - Parameters:
    ///   - descriptor: Open, and of a kind that can be polled: a socket, a pipe, a process; not a regular file.
    ///   - poller: What waits for it.
    ///   - action: Called on the poller's thread, so to be done at once; held until ``remove()``.
    /// - Returns: Nil if the kernel has no room for another.
    public init?(_ descriptor: Int32, by poller: Poller = .shared, _ action: @escaping @Sendable (Readiness) -> Void) {
        guard let key = poller.insert(descriptor, action) else { return nil }
        self.descriptor = descriptor
        self.poller = poller
        self.key = key
    }

    /// Has what is ready first of `interest` reported, once: what was asked for before and not reported is not any more.
    /// A broken connection is reported whatever was asked for.
    public func arm(_ interest: Readiness) {
        poller.arm(descriptor, key, interest)
    }

    /// Ends it: the action is let go, and not called from now on unless it runs already. To be called once.
    public func remove() {
        poller.remove(descriptor, key)
    }
}
