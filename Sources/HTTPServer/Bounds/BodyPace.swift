/// When a body is too slow: it has a deadline as a whole, and each byte that arrives buys time at the minimum rate.
struct BodyPace {
    private let start = ContinuousClock.now
    private let timeout: Duration
    private let grace: Duration
    private let rate: Int

    init(_ configuration: HTTPServerConfiguration) {
        timeout = configuration.bodyTimeout
        grace = configuration.minimumBodyRateGrace
        rate = configuration.minimumBodyRate
    }

    /// Until when the next byte has to be there, when `count` have arrived.
    func deadline(after count: Int) -> ContinuousClock.Instant {
        guard rate > 0 else { return start + timeout }
        return start + min(timeout, grace + .seconds(Double(count) / Double(rate)))
    }
}
