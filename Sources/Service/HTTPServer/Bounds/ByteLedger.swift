/// The leases of a ``ByteBudget``: the bytes that they hold and wait for, and the rules by which they share.
struct ByteLedger {
    /// The bytes that there are, and the shares in them.
    struct Terms: Sendable {
        /// Bytes that all leases may have together.
        let capacity: Int
        /// Part of ``capacity``, in bytes, that is kept for leases of up to ``smallLease`` bytes.
        var smallReserve: Int { capacity / 8 }
        /// Bytes that a lease may have of the reserve: 2 MiB, as a screenshot has, or all of a reserve that is smaller.
        var smallLease: Int { min(2 << 20, smallReserve) }
        /// Bytes that one peer may have while another waits.
        let peerShare: Int
        /// Bytes that one peer may have in any case, so that another finds some when it comes.
        var peerLimit: Int { peerShare < capacity ? capacity - smallReserve : capacity }
        /// The rate, in bytes a second, below which a transfer is ended when somebody waits: 64 KiB/s, at which a screenshot
        /// takes a quarter of a minute.
        let leastRate = 64 << 10

        /// Terms by which a peer may have a share of all bytes while another waits, above 0 and up to 1.
        init(capacity: Int, peerShare: Double) {
            self.capacity = capacity
            self.peerShare = Int(Double(capacity) * min(max(peerShare, 0), 1))
        }
    }

    /// The bytes of a lease, and their use.
    struct Holding {
        let peer: String
        let channel: Channel
        /// Bytes that it will need in all; nil if that is not known.
        let expected: Int?
        var bytes = 0
        /// The rate of the bytes over the network; nil while they are worked on.
        var transfer: TransferRate?
        var isEnded = false
    }

    struct Account {
        var bytes = 0
        /// Bytes of leases that are small.
        var smallBytes = 0
        var waiting = 0

        var isEmpty: Bool { bytes == 0 && waiting == 0 }
    }

    struct Request {
        let lease: Int
        let bytes: Int
        let wake: @Sendable () -> Void
    }

    let terms: Terms
    /// Bytes that no lease has.
    private(set) var available: Int
    private(set) var holdings: [Int: Holding] = [:]
    /// The peers that have anything.
    private(set) var peers: [String: Account] = [:]
    /// The oldest lease first.
    private(set) var waiting: [Request] = []
    /// Transfers that were ended for others.
    private(set) var endedTransfers = 0
    private var nextLease = 0
    /// Bytes of leases that are small.
    private var smallBytes = 0

    /// Requests that are looked at when bytes come back: a bound on the work under a lock that all connections share.
    private static let longestLook = 256

    init(_ terms: Terms) {
        self.terms = terms
        available = terms.capacity
    }
}

extension ByteLedger {
    mutating func open(for peer: String, _ channel: Channel, expected: Int?) -> Int {
        defer { nextLease += 1 }
        holdings[nextLease] = Holding(peer: peer, channel: channel, expected: expected)
        return nextLease
    }

    /// Takes `bytes` for a lease if it may have them now; whether it may.
    mutating func take(_ bytes: Int, for lease: Int) -> Bool {
        guard mayHave(lease, bytes) else { return false }
        grant(lease, bytes)
        return true
    }

    mutating func wait(_ request: Request) {
        let index = waiting.firstIndex { $0.lease > request.lease } ?? waiting.endIndex
        waiting.insert(request, at: index)
        countWaiting(request.lease, 1)
    }

    /// Ends the wait of a lease; whether it still waited.
    mutating func stopWaiting(_ lease: Int) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.lease == lease }) else { return false }
        waiting.remove(at: index)
        countWaiting(lease, -1)
        return true
    }

    /// Takes `bytes` of a lease back; the requests that have theirs now.
    mutating func give(_ bytes: Int, of lease: Int) -> [Request] {
        grant(lease, -bytes)
        return serve()
    }

    /// Ends a lease and takes all of its bytes back; the requests that have theirs now.
    mutating func close(_ lease: Int) -> [Request] {
        if let holding = holdings[lease] { grant(lease, -holding.bytes) }
        holdings[lease] = nil
        return serve()
    }

    mutating func note(transferred bytes: Int?, of lease: Int) {
        guard let bytes else {
            holdings[lease]?.transfer = nil
            return
        }
        if holdings[lease]?.transfer?.note(bytes) == nil { holdings[lease]?.transfer = TransferRate(after: bytes) }
    }

    /// Ends as many transfers as the first request needs that cannot be served otherwise; their channels.
    mutating func endTransfers(at now: ContinuousClock.Instant) -> [Channel] {
        guard let first = waiting.first(where: { !mayHave($0.lease, $0.bytes) }) else { return [] }
        var missing = first.bytes
        var channels: [Channel] = []
        for lease in transfersToEnd(at: now) where missing > 0 {
            guard let holding = holdings[lease] else { continue }
            missing -= holding.bytes
            holdings[lease]?.isEnded = true
            endedTransfers += 1
            channels.append(holding.channel)
        }
        return channels
    }

    /// Whether a lease may have `bytes` more now: they are there, are its peer's to take, and are not kept for an older lease.
    private func mayHave(_ lease: Int, _ bytes: Int) -> Bool {
        guard let holding = holdings[lease], isThere(bytes, for: holding), isInShare(bytes, of: holding) else {
            return false
        }
        guard !mayPass(bytes, of: holding) else { return true }
        return !waiting.prefix(Self.longestLook).contains { request in
            guard request.lease < lease, let older = holdings[request.lease], !older.isEnded else { return false }
            return older.peer == holding.peer || isInShare(request.bytes, of: older)
        }
    }

    private func isSmall(_ holding: Holding, with bytes: Int) -> Bool {
        max(holding.expected ?? 0, holding.bytes + bytes) <= terms.smallLease
    }

    private func isThere(_ bytes: Int, for holding: Holding) -> Bool {
        let keptForSmall = isSmall(holding, with: bytes) ? 0 : max(terms.smallReserve - smallBytes, 0)
        return bytes <= available - keptForSmall
    }

    private func isInShare(_ bytes: Int, of holding: Holding) -> Bool {
        let account = peers[holding.peer] ?? Account()
        let share = account.bytes + bytes
        guard share > terms.peerShare else { return true }
        // The small leases of a peer in the reserve do not keep out a large lease of it.
        let reserved = isSmall(holding, with: bytes) ? 0 : min(account.smallBytes, terms.smallReserve)
        return share - reserved <= terms.peerLimit && account.waiting == waiting.count
    }

    /// Whether a lease may have `bytes` before older ones that wait: a small one, of the reserve for those.
    private func mayPass(_ bytes: Int, of holding: Holding) -> Bool {
        isSmall(holding, with: bytes) && smallBytes + bytes <= terms.smallReserve
    }

    private mutating func grant(_ lease: Int, _ bytes: Int) {
        guard let holding = holdings[lease] else { return }
        available -= bytes
        holdings[lease]?.bytes += bytes
        let wasSmall = isSmall(holding, with: 0) ? holding.bytes : 0
        let small = (isSmall(holding, with: bytes) ? holding.bytes + bytes : 0) - wasSmall
        smallBytes += small
        change(holding.peer) { account in
            account.bytes += bytes
            account.smallBytes += small
        }
    }

    private mutating func countWaiting(_ lease: Int, _ count: Int) {
        guard let peer = holdings[lease]?.peer else { return }
        change(peer) { $0.waiting += count }
    }

    private mutating func change(_ peer: String, _ change: (inout Account) -> Void) {
        var account = peers[peer] ?? Account()
        change(&account)
        peers[peer] = account.isEmpty ? nil : account
    }

    /// Takes requests off the queue whose leases may have their bytes now, and gives the bytes.
    ///
    /// Bytes that the oldest lacks are kept for it: by all, or by leases of its peer if that has too much.
    private mutating func serve() -> [Request] {
        var served: [Request] = []
        var index = 0
        var isKept = false
        var keptByPeers: Set<String> = []
        while index < min(waiting.count, Self.longestLook), available > 0 {
            let request = waiting[index]
            guard let holding = holdings[request.lease], !holding.isEnded else {
                index += 1
                continue
            }
            let isShared = isInShare(request.bytes, of: holding)
            let isLater = isKept || keptByPeers.contains(holding.peer)
            if isShared, isThere(request.bytes, for: holding), !isLater || mayPass(request.bytes, of: holding) {
                waiting.remove(at: index)
                countWaiting(request.lease, -1)
                grant(request.lease, request.bytes)
                served.append(request)
            } else {
                if isShared { isKept = true } else { keptByPeers.insert(holding.peer) }
                index += 1
            }
        }
        return served
    }
}
