import Synchronization

/// Values that were made before and may be asked for again, within a bound on their bytes. When room is needed, the one
/// that was not asked for the longest goes first.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let key: Key
        let value: Value
        let byteCount: Int
    }

    private struct State {
        /// The entries, from the one that was not asked for the longest to the latest.
        var entries: [Entry] = []
        var byteCount = 0
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let largest: Int

    /// Most values that are kept, as looking one up takes as many comparisons.
    private let maximumCount = 256

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: Most bytes of all values together.
    ///   - largest: Most bytes of one value; a larger one is not kept, as it would take the place of many.
    init(capacity: Int, largest: Int) {
        self.capacity = capacity
        self.largest = largest
    }

    /// The keys, in the order in which their values will go.
    var keys: [Key] { state.withLock { $0.entries.map(\.key) } }

    /// Bytes of all values.
    var byteCount: Int { state.withLock(\.byteCount) }

    /// The value that is kept for `key`; nil if there is none.
    func value(for key: Key) -> Value? {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = state.entries.remove(at: index)
            state.entries.append(entry)
            return entry.value
        }
    }

    /// Keeps `value` for `key`, unless there is one already, or this one takes more bytes than one value may.
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
