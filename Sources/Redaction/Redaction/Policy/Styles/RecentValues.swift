import Synchronization

/// A cache with a bound on its bytes; the value unused for the longest goes first.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let key: Key
        let value: Value
        let byteCount: Int
    }

    private struct State {
        /// From the one unused for the longest to the latest.
        var entries: [Entry] = []
        var byteCount = 0
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let largest: Int

    /// Bound on values, since a look-up takes as many comparisons.
    private let maximumCount = 256

    /// Takes bounds in bytes on all values and on one: a larger value would take the place of many.
    init(capacity: Int, largest: Int) {
        self.capacity = capacity
        self.largest = largest
    }

    /// Keys in the order of eviction.
    var keys: [Key] { state.withLock { $0.entries.map(\.key) } }

    var byteCount: Int { state.withLock(\.byteCount) }

    func value(for key: Key) -> Value? {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = state.entries.remove(at: index)
            state.entries.append(entry)
            return entry.value
        }
    }

    /// Skips a value whose key is there, and one of more bytes than allowed.
    func keep(_ value: Value, byteCount: Int, for key: Key) {
        guard byteCount <= largest else { return }
        state.withLock { state in
            guard !state.entries.contains(where: { $0.key == key }) else { return }
            state.entries.append(Entry(key: key, value: value, byteCount: byteCount))
            state.byteCount += byteCount
            while state.byteCount > capacity || state.entries.count > maximumCount {
                state.byteCount -= state.entries.removeFirst().byteCount
            }
        }
    }
}
