import Dispatch
import Synchronization

/// Bytes that exchanges share: those of the bodies that are read and handled, or those of the replies that wait to be
/// taken.
///
/// Each exchange has a ``ByteLease``, which takes bytes as it needs them. Where they run out, the leases that want more
/// wait, the oldest first, and what comes free is kept for the oldest; only small leases pass it, within a reserve. Leases
/// that hold bytes without need are ended: transfers that trickle, then transfers of a peer that has more than its
/// share. So bytes that were promised and never come, or that are never fetched, keep nobody out for long.
final class ByteBudget: Sendable {
    /// What a lease holds, and what it does with it.
    struct Holding {
        let peer: String
        let channel: Channel
        /// Bytes that it will need in all; nil if that is not known.
        let expected: Int?
        var bytes = 0
        /// How fast the bytes pass over the network; nil while they are worked on.
        var transfer: TransferRate?
        var isEnded = false
    }

    /// What a peer has.
    private struct Account {
        /// Bytes of all leases.
        var bytes = 0
        /// Bytes of leases that are small.
        var smallBytes = 0
        /// Requests that wait.
        var waiting = 0

        var isEmpty: Bool { bytes == 0 && waiting == 0 }
    }

    /// What a lease waits for.
    private struct Request {
        let lease: Int
        let bytes: Int
        let wake: @Sendable () -> Void
    }

    private struct State {
        var available: Int
        var nextLease = 0
        var holdings: [Int: Holding] = [:]
        /// The peers that have anything.
        var peers: [String: Account] = [:]
        /// Bytes of leases that are small.
        var smallBytes = 0
        /// What leases wait for, the oldest lease first.
        var waiting: [Request] = []
        /// Transfers that were ended for others.
        var endedTransfers = 0
    }

    private let terms: Terms
    private let state: Mutex<State>

    /// Requests that are looked at when bytes come back: a bound on the work under a lock that all connections share.
    private static let longestLook = 256

    /// A budget of which nothing is taken yet.
    init(_ terms: Terms) {
        self.terms = terms
        state = Mutex(State(available: terms.capacity))
    }

    /// Bytes that no lease has.
    var available: Int { state.withLock { $0.available } }

    /// What the leases have, and what they wait for.
    var statistics: HTTPServerStatistics.Budget {
        state.withLock { state in
            HTTPServerStatistics.Budget(
                capacity: terms.capacity,
                used: terms.capacity - state.available,
                waiting: state.waiting.count,
                endedTransfers: state.endedTransfers
            )
        }
    }

    /// Opens a lease of nothing yet.
    ///
    /// - Parameters:
    ///   - peer: Whose it is.
    ///   - channel: Told of ``Wakeups/ended`` when the transfer has to end for others.
    ///   - expected: Bytes that it will need in all; nil if that is not known.
    func open(for peer: String, _ channel: Channel, expected: Int?) -> Int {
        state.withLock { state in
            defer { state.nextLease += 1 }
            state.holdings[state.nextLease] = Holding(peer: peer, channel: channel, expected: expected)
            return state.nextLease
        }
    }

    /// Takes `bytes` for a lease if they can be had at once; whether they could.
    func take(_ bytes: Int, for lease: Int) -> Bool {
        state.withLock { state in
            guard mayHave(lease, bytes, state) else { return false }
            grant(lease, bytes, &state)
            return true
        }
    }

    /// Takes `bytes` for a lease, or has `wake` called when they were taken; whether they were taken at once.
    func take(_ bytes: Int, for lease: Int, orWait wake: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if mayHave(lease, bytes, state) {
                grant(lease, bytes, &state)
                return true
            }
            let index = state.waiting.firstIndex { $0.lease > lease } ?? state.waiting.endIndex
            state.waiting.insert(Request(lease: lease, bytes: bytes, wake: wake), at: index)
            countWaiting(lease, 1, &state)
            return false
        }
    }

    /// Has a lease wait no longer; whether its bytes were taken meanwhile.
    func stopWaiting(_ lease: Int) -> Bool {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.lease == lease }) else { return true }
            state.waiting.remove(at: index)
            countWaiting(lease, -1, &state)
            return false
        }
    }

    /// Whether a lease still waits.
    func isWaiting(_ lease: Int) -> Bool {
        state.withLock { state in state.waiting.contains { $0.lease == lease } }
    }

    /// Gives `bytes` of a lease back.
    func give(_ bytes: Int, of lease: Int) {
        guard bytes > 0 else { return }
        let served = state.withLock { state in
            grant(lease, -bytes, &state)
            return serve(&state)
        }
        for request in served { request.wake() }
    }

    /// Ends a lease and takes all of its bytes back.
    func close(_ lease: Int) {
        let served = state.withLock { state in
            if let holding = state.holdings[lease] { grant(lease, -holding.bytes, &state) }
            state.holdings[lease] = nil
            return serve(&state)
        }
        for request in served { request.wake() }
    }

    /// Notes how many bytes of a transfer have passed; nil if the lease transfers nothing.
    func note(transferred bytes: Int?, of lease: Int) {
        state.withLock { state in
            guard let bytes else {
                state.holdings[lease]?.transfer = nil
                return
            }
            if state.holdings[lease]?.transfer?.note(bytes) == nil {
                state.holdings[lease]?.transfer = TransferRate(after: bytes)
            }
        }
    }

    /// Whether a lease has to end its transfer for others.
    func isEnded(_ lease: Int) -> Bool {
        state.withLock { $0.holdings[lease]?.isEnded ?? false }
    }

    /// Ends transfers for leases that wait and cannot be served otherwise. To be called now and then.
    func relieve(at now: ContinuousClock.Instant) {
        let ended = state.withLock { state -> [Channel] in
            guard let first = state.waiting.first(where: { !mayHave($0.lease, $0.bytes, state) }) else { return [] }
            var missing = first.bytes
            var channels: [Channel] = []
            for lease in transfersToEnd(at: now, state) where missing > 0 {
                guard let holding = state.holdings[lease] else { continue }
                missing -= holding.bytes
                state.holdings[lease]?.isEnded = true
                state.endedTransfers += 1
                channels.append(holding.channel)
            }
            return channels
        }
        for channel in ended { channel.signal(.ended) }
    }
}

extension ByteBudget {
    // MARK: - Under the lock

    /// Whether a lease may have `bytes` more now: they are there, are its peer's to take, and are not kept for an older lease.
    private func mayHave(_ lease: Int, _ bytes: Int, _ state: borrowing State) -> Bool {
        guard let holding = state.holdings[lease], isThere(bytes, for: holding, state),
            isInShare(bytes, of: holding, state)
        else { return false }
        guard !mayPass(bytes, of: holding, state) else { return true }
        return !state.waiting.prefix(Self.longestLook).contains { request in
            guard request.lease < lease, let older = state.holdings[request.lease], !older.isEnded else { return false }
            return older.peer == holding.peer || isInShare(request.bytes, of: older, state)
        }
    }

    private func isSmall(_ holding: Holding, with bytes: Int) -> Bool {
        max(holding.expected ?? 0, holding.bytes + bytes) <= terms.smallLease
    }

    private func isThere(_ bytes: Int, for holding: Holding, _ state: borrowing State) -> Bool {
        let keptForSmall = isSmall(holding, with: bytes) ? 0 : max(terms.smallReserve - state.smallBytes, 0)
        return bytes <= state.available - keptForSmall
    }

    private func isInShare(_ bytes: Int, of holding: Holding, _ state: borrowing State) -> Bool {
        let account = state.peers[holding.peer] ?? Account()
        let share = account.bytes + bytes
        guard share > terms.peerShare else { return true }
        // What a peer has of the reserve does not keep out a large lease of it.
        let reserved = isSmall(holding, with: bytes) ? 0 : min(account.smallBytes, terms.smallReserve)
        return share - reserved <= terms.peerLimit && account.waiting == state.waiting.count
    }

    /// Whether a lease may have `bytes` before older ones that wait: a small one, of what is kept for those.
    private func mayPass(_ bytes: Int, of holding: Holding, _ state: borrowing State) -> Bool {
        isSmall(holding, with: bytes) && state.smallBytes + bytes <= terms.smallReserve
    }

    private func grant(_ lease: Int, _ bytes: Int, _ state: inout State) {
        guard let holding = state.holdings[lease] else { return }
        state.available -= bytes
        state.holdings[lease]?.bytes += bytes
        let wasSmall = isSmall(holding, with: 0) ? holding.bytes : 0
        let small = (isSmall(holding, with: bytes) ? holding.bytes + bytes : 0) - wasSmall
        state.smallBytes += small
        change(holding.peer, &state) { account in
            account.bytes += bytes
            account.smallBytes += small
        }
    }

    private func countWaiting(_ lease: Int, _ count: Int, _ state: inout State) {
        guard let peer = state.holdings[lease]?.peer else { return }
        change(peer, &state) { $0.waiting += count }
    }

    private func change(_ peer: String, _ state: inout State, _ change: (inout Account) -> Void) {
        var account = state.peers[peer] ?? Account()
        change(&account)
        state.peers[peer] = account.isEmpty ? nil : account
    }

    /// Takes requests off the queue whose leases may have their bytes now, and gives the bytes.
    ///
    /// What the oldest lacks is kept for it: by all, or by those of its peer if its peer has too much.
    private func serve(_ state: inout State) -> [Request] {
        var served: [Request] = []
        var index = 0
        var isKept = false
        var keptByPeers: Set<String> = []
        while index < min(state.waiting.count, Self.longestLook), state.available > 0 {
            let request = state.waiting[index]
            guard let holding = state.holdings[request.lease], !holding.isEnded else {
                index += 1
                continue
            }
            let isShared = isInShare(request.bytes, of: holding, state)
            let isLater = isKept || keptByPeers.contains(holding.peer)
            if isShared, isThere(request.bytes, for: holding, state),
                !isLater || mayPass(request.bytes, of: holding, state)
            {
                state.waiting.remove(at: index)
                countWaiting(request.lease, -1, &state)
                grant(request.lease, request.bytes, &state)
                served.append(request)
            } else {
                if isShared { isKept = true } else { keptByPeers.insert(holding.peer) }
                index += 1
            }
        }
        return served
    }

    /// The transfers that are ended for others: those that trickle, the slowest first, then those of peers with more than
    /// their share, the youngest first.
    private func transfersToEnd(at now: ContinuousClock.Instant, _ state: borrowing State) -> [Int] {
        let waiting = Set(state.waiting.map(\.lease))
        let waitingPeers = Set(state.waiting.compactMap { state.holdings[$0.lease]?.peer })
        var trickling: [(lease: Int, rate: Double)] = []
        var overShare: [Int] = []
        for (lease, holding) in state.holdings where holding.bytes > 0 && !holding.isEnded {
            guard let transfer = holding.transfer else { continue }
            // A lease that waits for memory is not to blame for its rate.
            if !waiting.contains(lease), let rate = transfer.rate(at: now), rate < Double(terms.leastRate) {
                trickling.append((lease, rate))
            } else if state.peers[holding.peer]?.bytes ?? 0 > terms.peerShare,
                waitingPeers.contains(where: { $0 != holding.peer })
            {
                overShare.append(lease)
            }
        }
        let candidates = trickling.sorted { $0.rate < $1.rate }.map(\.lease) + overShare.sorted(by: >)
        return candidates.isEmpty ? deadlockedTransfer(state).map { [$0] } ?? [] : candidates
    }

    /// The youngest lease of the peer that has most, if all that is taken is held by leases that wait for more: none would
    /// ever go on.
    private func deadlockedTransfer(_ state: borrowing State) -> Int? {
        let holders = state.waiting.filter { state.holdings[$0.lease].map { $0.bytes > 0 && !$0.isEnded } ?? false }
        let held = holders.compactMap { state.holdings[$0.lease]?.bytes }.reduce(0, +)
        guard held == terms.capacity - state.available else { return nil }
        func share(_ request: Request) -> Int {
            state.holdings[request.lease].flatMap { state.peers[$0.peer]?.bytes } ?? 0
        }
        return holders.max { (share($0), $0.lease) < (share($1), $1.lease) }?.lease
    }
}
