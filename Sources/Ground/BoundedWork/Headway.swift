import Dispatch
import Synchronization

/// How far one thread has come, for another one that works on what the first has done. Either may stop early.
///
/// ```swift
/// let read = Headway()
/// _ = work.map(2) { piece in
///     if piece == 0 {
///         defer { read.end() }
///         while !read.isGivenUp, let count = readMore() { read.advance(to: count) }
///     } else {
///         var count = 0
///         while let next = read.next(after: count) { use(count..<next); count = next }
///     }
/// }
/// ```
/// What is written before ``advance(to:)`` is seen after ``next(after:)``.
package final class Headway: Sendable {
    private let place = Atomic(0)
    private let hasEnded = Atomic(false)
    private let hasGivenUp = Atomic(false)
    private let changes = DispatchSemaphore(value: 0)

    /// Begins at 0.
    package init() {}

    /// Whether nobody waits for more.
    package var isGivenUp: Bool { hasGivenUp.load(ordering: .relaxed) }

    /// Notes a place, not before the last one. For the first thread alone, as is ``end()``.
    package func advance(to place: Int) {
        self.place.store(place, ordering: .releasing)
        changes.signal()
    }

    /// Notes that no place follows.
    package func end() {
        hasEnded.store(true, ordering: .releasing)
        changes.signal()
    }

    /// Waits for a place beyond `last`; nil if none follows. For the second thread alone, as is ``giveUp()``.
    package func next(after last: Int) -> Int? {
        while true {
            let isOver = hasEnded.load(ordering: .acquiring)
            let place = place.load(ordering: .acquiring)
            if place > last { return place }
            if isOver { return nil }
            changes.wait()
        }
    }

    /// Notes that nobody waits for more.
    package func giveUp() {
        hasGivenUp.store(true, ordering: .relaxed)
    }
}
