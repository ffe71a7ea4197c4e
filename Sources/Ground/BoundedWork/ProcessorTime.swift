import Glibc
import Synchronization

/// Time of the processor that calls of a library may take which asks nobody whether to go on.
///
/// ```swift
/// var time = ProcessorTime(.milliseconds(200))
/// let codes = try time.spend { library.findCodes(in: picture) }
/// ```
/// A call that takes longer ends a process that has called ``endProcessWhenSpent()``, as nothing else can end the call. Any other
/// process waits for it, and starts no further one.
public struct ProcessorTime: Sendable {
    private var left: Duration

    /// Whether a call that takes too long ends this process.
    private static let endsProcess = Atomic(false)

    /// The signal that ends the process.
    public static let signal = SIGPROF

    /// Has calls that take too long end this process, which another replaces.
    public static func endProcessWhenSpent() {
        endsProcess.store(true, ordering: .relaxed)
    }

    /// Grants time for calls to come.
    public init(_ time: Duration) {
        left = time
    }

    /// Grants more time.
    public mutating func grant(_ time: Duration) {
        left += time
    }

    /// Makes a call, and takes the time for it that the thread works.
    ///
    /// - Throws: ``BudgetFailure/spent`` if no time is left, or the error of the call.
    public mutating func spend<Value>(on call: () throws -> Value) throws -> Value {
        guard left > .zero else { throw BudgetFailure.spent }
        let start = Self.now
        let endsProcess = Self.endsProcess.load(ordering: .relaxed)
        if endsProcess { Self.setTimer(left) }
        defer {
            if endsProcess { Self.setTimer(.zero) }
            left -= Self.now - start
        }
        return try call()
    }

    /// Has the kernel send ``signal`` once the process has worked for so long; never for zero.
    private static func setTimer(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        let microsecond: Int64 = 1_000_000_000_000
        // A timer of less than a microsecond is none.
        let microseconds = attoseconds > 0 ? max(attoseconds / microsecond, 1) : 0
        var timer = itimerval()
        timer.it_value = timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds))
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    }

    /// The time that this thread has worked.
    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
