import Synchronization

/// What one of several has, and hands on once.
final class Ownership: Sendable {
    private let isHeld = Atomic(true)

    /// Takes it; whether it was still there.
    func take() -> Bool { isHeld.exchange(false, ordering: .relaxed) }
}
