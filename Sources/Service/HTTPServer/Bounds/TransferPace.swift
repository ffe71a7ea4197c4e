/// The pace of a body or a reply: it has a deadline as a whole, and each byte that passes buys time at the minimum rate.
struct TransferPace {
    private var start = ContinuousClock.now
    /// The time that was left out of account.
    private(set) var paused = Duration.zero
    private let timeout: Duration
    private let grace: Duration
    private let rate: Int

    static func reading(_ configuration: HTTPServerConfiguration) -> TransferPace {
        TransferPace(
            timeout: configuration.bodyTimeout,
            grace: configuration.minimumRateGrace,
            rate: configuration.minimumBodyRate
        )
    }

    static func writing(_ configuration: HTTPServerConfiguration) -> TransferPace {
        TransferPace(
            timeout: configuration.writeTimeout,
            grace: configuration.minimumRateGrace,
            rate: configuration.minimumReplyRate
        )
    }

    /// The pace of a piece of a stream, which waits for as long as a client reads nothing.
    static func streaming(_ configuration: HTTPServerConfiguration) -> TransferPace {
        TransferPace(timeout: configuration.writeTimeout, grace: .zero, rate: 0)
    }

    /// Leaves out of account the time that has passed since `instant`.
    mutating func pause(since instant: ContinuousClock.Instant) {
        let pause = ContinuousClock.now - instant
        start += pause
        paused += pause
    }

    /// The time by which the next byte has to have passed, if `count` bytes have.
    func deadline(after count: Int) -> ContinuousClock.Instant {
        guard rate > 0 else { return start + timeout }
        return start + min(timeout, grace + .seconds(Double(count) / Double(rate)))
    }
}

/// The rate of a transfer in the last second.
struct TransferRate {
    /// The shortest time that a rate is measured over: a socket takes or has some bytes at once, which says nothing.
    static let window = Duration.seconds(1)

    private var start: ContinuousClock.Instant
    private var bytesAtStart: Int
    private var bytes: Int
    private var lastRate: Double?

    init(after bytes: Int) {
        start = .now
        bytesAtStart = bytes
        self.bytes = bytes
    }

    /// Notes the bytes that have passed in all.
    mutating func note(_ bytes: Int) {
        let now = ContinuousClock.now
        if now - start >= Self.window {
            lastRate = rate(at: now)
            (start, bytesAtStart) = (now, bytes)
        }
        self.bytes = bytes
    }

    /// Bytes a second in the last window; nil before the first has passed.
    func rate(at now: ContinuousClock.Instant) -> Double? {
        let elapsed = now - start
        return elapsed >= Self.window ? Double(bytes - bytesAtStart) / (elapsed / .seconds(1)) : lastRate
    }
}

extension ByteLedger {
    /// The transfers that are ended for others: trickling ones, the slowest first, then those of peers with more than
    /// their share, the youngest first.
    func transfersToEnd(at now: ContinuousClock.Instant) -> [Int] {
        let waitingLeases = Set(waiting.map(\.lease))
        let waitingPeers = Set(waiting.compactMap { holdings[$0.lease]?.peer })
        var trickling: [(lease: Int, rate: Double)] = []
        var overShare: [Int] = []
        for (lease, holding) in holdings where holding.bytes > 0 && !holding.isEnded {
            guard let transfer = holding.transfer else { continue }
            // A lease that waits for memory is not to blame for its rate.
            if !waitingLeases.contains(lease), let rate = transfer.rate(at: now), rate < Double(terms.leastRate) {
                trickling.append((lease, rate))
            } else if peers[holding.peer]?.bytes ?? 0 > terms.peerShare,
                waitingPeers.contains(where: { $0 != holding.peer })
            {
                overShare.append(lease)
            }
        }
        let candidates = trickling.sorted { $0.rate < $1.rate }.map(\.lease) + overShare.sorted(by: >)
        return candidates.isEmpty ? deadlockedTransfer().map { [$0] } ?? [] : candidates
    }

    /// The youngest lease of the peer that has most, if all that is taken is held by leases that wait for more: none would
    /// ever go on.
    private func deadlockedTransfer() -> Int? {
        let holders = waiting.filter { holdings[$0.lease].map { $0.bytes > 0 && !$0.isEnded } ?? false }
        let held = holders.compactMap { holdings[$0.lease]?.bytes }.reduce(0, +)
        guard held == terms.capacity - available else { return nil }
        func share(_ request: Request) -> Int { holdings[request.lease].flatMap { peers[$0.peer]?.bytes } ?? 0 }
        return holders.max { (share($0), $0.lease) < (share($1), $1.lease) }?.lease
    }
}
