import Glibc
import Synchronization

/// A descriptor with one owner, which is closed when the last reference to it goes.
final class Descriptor: Sendable {
    /// The number of the descriptor.
    let number: Int32
    private let isOwned = Atomic(true)

    /// Takes over an open descriptor.
    init(adopting number: Int32) {
        self.number = number
    }

    deinit {
        if isOwned.load(ordering: .relaxed) { close(number) }
    }

    /// Leaves closing to whom the number is given. To be called once.
    func surrender() -> Int32 {
        isOwned.store(false, ordering: .relaxed)
        return number
    }
}
