import Dispatch

/// Tells once that a process has ended, unless it is let go before.
final class Watch: @unchecked Sendable {
    // Sendable: a source may be cancelled on any thread.
    private let source: any DispatchSourceRead

    private static let queue = DispatchQueue(label: "snapveil.watch")

    /// Watches a process; nil where the kernel cannot tell.
    init?(_ process: WorkerProcess, _ action: @escaping @Sendable () -> Void) {
        guard let descriptor = process.endDescriptor() else { return nil }
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
