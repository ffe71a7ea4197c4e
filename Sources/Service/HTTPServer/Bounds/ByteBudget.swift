import Synchronization

/// Bytes that exchanges share: those of the bodies that are read and handled, or of the replies that wait to be taken.
///
/// Each exchange has a ``ByteLease``, which takes bytes as it needs them. Where they run out, the leases that want more
/// wait, the oldest first, and bytes that come free are kept for the oldest; only small leases pass it, within a reserve.
/// Leases that hold bytes without need are ended: transfers that trickle, then transfers of a peer that has more than its
/// share. So bytes that were promised and never come, or that are never fetched, keep nobody out for long.
///
/// The rules of sharing are those of ``ByteLedger``; this holds its lock and wakes the leases.
final class ByteBudget: Sendable {
    /// Bytes of all leases together.
    let capacity: Int
    private let ledger: Mutex<ByteLedger>

    init(_ terms: ByteLedger.Terms) {
        capacity = terms.capacity
        ledger = Mutex(ByteLedger(terms))
    }

    var statistics: HTTPServerStatistics.Budget {
        ledger.withLock { ledger in
            HTTPServerStatistics.Budget(
                capacity: ledger.terms.capacity,
                used: ledger.terms.capacity - ledger.available,
                waiting: ledger.waiting.count,
                endedTransfers: ledger.endedTransfers
            )
        }
    }

    /// Opens a lease of nothing yet.
    ///
    /// - Parameters:
    ///   - channel: Gets ``Wakeups/ended`` when the transfer has to end for others.
    ///   - expected: Bytes that it will need in all; nil if that is not known.
    func open(for peer: String, _ channel: Channel, expected: Int?) -> Int {
        ledger.withLock { $0.open(for: peer, channel, expected: expected) }
    }

    /// Takes `bytes` for a lease if they can be had at once; whether they could.
    func take(_ bytes: Int, for lease: Int) -> Bool {
        ledger.withLock { $0.take(bytes, for: lease) }
    }

    /// Takes `bytes` for a lease, or has `wake` called when they were taken; whether they were taken at once.
    func take(_ bytes: Int, for lease: Int, orWait wake: @escaping @Sendable () -> Void) -> Bool {
        ledger.withLock { ledger in
            if ledger.take(bytes, for: lease) { return true }
            ledger.wait(ByteLedger.Request(lease: lease, bytes: bytes, wake: wake))
            return false
        }
    }

    /// Ends the wait of a lease; whether its bytes were taken meanwhile.
    func stopWaiting(_ lease: Int) -> Bool {
        ledger.withLock { !$0.stopWaiting(lease) }
    }

    func isWaiting(_ lease: Int) -> Bool {
        ledger.withLock { ledger in ledger.waiting.contains { $0.lease == lease } }
    }

    func give(_ bytes: Int, of lease: Int) {
        guard bytes > 0 else { return }
        for request in ledger.withLock({ $0.give(bytes, of: lease) }) { request.wake() }
    }

    func close(_ lease: Int) {
        for request in ledger.withLock({ $0.close(lease) }) { request.wake() }
    }

    /// Notes how many bytes of a transfer have passed; nil if the lease transfers nothing.
    func note(transferred bytes: Int?, of lease: Int) {
        ledger.withLock { $0.note(transferred: bytes, of: lease) }
    }

    /// Whether a lease has to end its transfer for others.
    func isEnded(_ lease: Int) -> Bool {
        ledger.withLock { $0.holdings[lease]?.isEnded ?? false }
    }

    /// Ends transfers for leases that wait and cannot be served otherwise. To be called now and then.
    func relieve(at now: ContinuousClock.Instant) {
        for channel in ledger.withLock({ $0.endTransfers(at: now) }) { channel.signal(.ended) }
    }
}
