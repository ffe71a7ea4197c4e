/// How fast bytes have passed of late.
struct TransferRate {
    /// What a rate is measured over at least. A socket takes or has some bytes at once, which says nothing.
    static let window = Duration.seconds(1)

    private var start: ContinuousClock.Instant
    private var bytesAtStart: Int
    private var bytes: Int
    private var lastRate: Double?

    /// From now on, when `bytes` have passed.
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
