/// When a body or a reply is too slow: it has a deadline as a whole, and each byte that passes buys time at the minimum rate.
struct TransferPace {
    private let start = ContinuousClock.now
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

    /// Until when the next byte has to pass, when `count` have.
    func deadline(after count: Int) -> ContinuousClock.Instant {
        guard rate > 0 else { return start + timeout }
        return start + min(timeout, grace + .seconds(Double(count) / Double(rate)))
    }
}
