import Dispatch

/// The memory for one reply, from the budget that all replies share until their clients have taken them.
///
/// A handler reserves what its reply will take before it makes it; the server settles the rest.
public final class ReplyRoom: Sendable {
    private let lease: ByteLease?

    /// Room that a server gives, taken from `lease`.
    init(_ lease: ByteLease) {
        self.lease = lease
    }

    /// Room without end, for a handler that no server calls.
    public init() {
        lease = nil
    }

    /// Reserves `bytes` in all, more or less than before.
    ///
    /// Waits on the calling thread for up to a quarter of a second, in which replies that nobody reads are ended.
    ///
    /// - Returns: Whether there is room. If there is not, the reply should be a short refusal.
    public func reserve(_ bytes: Int) -> Bool {
        lease?.resize(to: bytes, patience: .milliseconds(250)) ?? true
    }
}
