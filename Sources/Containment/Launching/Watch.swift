import Dispatch

/// Tells once that a process has ended, unless it is let go before.
final class Watch: @unchecked Sendable {
    // Sendable: a source may be cancelled on any thread.
    private let source: any DispatchSourceRead

    private static let queue = DispatchQueue(label: "snapveil.watch")

    /// - Parameters:
    ///   - descriptor: Can be read once the process has ended; nil where the kernel cannot tell, and then nothing is watched.
    ///   - action: What is done once it has.
    init?(_ descriptor: Descriptor?, _ action: @escaping @Sendable () -> Void) {
        guard let descriptor else { return nil }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: Self.queue)
        source.setEventHandler { [weak self] in
            // It could be read again and again.
            self?.source.cancel()
            action()
        }
        source.setCancelHandler { withExtendedLifetime(descriptor) {} }
        source.activate()
    }

    deinit { source.cancel() }
}
