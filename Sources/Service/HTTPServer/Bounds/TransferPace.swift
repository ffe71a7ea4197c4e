/// When a body or a reply is too slow: it has a deadline as a whole, and each byte that passes buys time at the minimum
/// rate.
struct TransferPace {
    private var start = ContinuousClock.now
    /// What was left out of account.
    private(set) var paused = Duration.zero
    private let timeout: Duration
    private let grace: Duration
    private let rate: Int

    /// The pace of a body that is read.
    static func reading(_ configuration: HTTPServerConfiguration) -> TransferPace {
        TransferPace(
            timeout: configuration.bodyTimeout,
            grace: configuration.minimumRateGrace,
            rate: configuration.minimumBodyRate
        )
    }

    /// The pace of a reply that is written.
    static func writing(_ configuration: HTTPServerConfiguration) -> TransferPace {
        TransferPace(
            timeout: configuration.writeTimeout,
            grace: configuration.minimumRateGrace,
            rate: configuration.minimumReplyRate
        )
    }

    private init(timeout: Duration, grace: Duration, rate: Int) {
        self.timeout = timeout
        self.grace = grace
        self.rate = rate
    }

    /// Leaves out of account the time that has passed since `instant`, in which nothing could be expected of the client.
    mutating func pause(since instant: ContinuousClock.Instant) {
        let pause = ContinuousClock.now - instant
        start += pause
        paused += pause
    }

    /// When the next byte has to have passed, if `count` bytes have.
    func deadline(after count: Int) -> ContinuousClock.Instant {
        guard rate > 0 else { return start + timeout }
        return start + min(timeout, grace + .seconds(Double(count) / Double(rate)))
    }
}

/// How fast the bytes of a transfer have passed in the last second.
struct TransferRate {
    /// The shortest time that a rate is measured over. A socket takes or has some bytes at once, which says nothing.
    static let window = Duration.seconds(1)

    private var start: ContinuousClock.Instant
    private var bytesAtStart: Int
    private var bytes: Int
    private var lastRate: Double?

    /// Measures from now on, when `bytes` have passed.
    init(after bytes: Int) {
        start = .now
        bytesAtStart = bytes
        self.bytes = bytes
    }

    /// Notes that `bytes` have passed in all.
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
