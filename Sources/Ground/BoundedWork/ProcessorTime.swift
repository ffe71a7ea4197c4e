import Glibc
import SecureMemory
import Synchronization

/// Time of the processor that calls of a library may take which asks nobody whether to go on.
///
/// ```swift
/// let time = ProcessorTime(.milliseconds(200))
/// let codes = try time.spend { library.findCodes(in: picture) }
/// ```
/// A call that takes longer ends a process that has called ``endProcessWhenSpent()``, as nothing else can end the call. Any other
/// process waits for it, and starts no further one. Of calls on several threads at the same time each may take what is left.
public final class ProcessorTime: Sendable {
    private let left: Mutex<Duration>

    /// Whether a call that takes too long ends this process.
    private static let endsProcess = Atomic(false)

    /// The signal that ends the process.
    public static let signal = SIGPROF

    /// Has calls that take too long end this process, which another replaces.
    ///
    /// - Throws: ``TimerFailure`` if the kernel grants no timer, without which no call could be ended.
    public static func endProcessWhenSpent() throws(TimerFailure) {
        try ThreadTimer(.seconds(1), signal).end()
        endsProcess.store(true, ordering: .relaxed)
    }

    /// Grants time for calls to come.
    public init(_ time: Duration) {
        left = Mutex(time)
    }

    /// Grants more time.
    public func grant(_ time: Duration) {
        left.withLock { $0 += time }
    }

    /// Makes a call, and takes the time for it that the thread works.
    ///
    /// - Throws: ``BudgetFailure/spent`` if no time is left, ``BudgetFailure/outOfMemory(_:)`` if the kernel has no room for a timer, or
    ///   the error of the call.
    public func spend<Value>(on call: () throws -> Value) throws -> Value {
        let left = left.withLock(\.self)
        guard left > .zero else { throw BudgetFailure.spent }
        let timer = Self.endsProcess.load(ordering: .relaxed) ? try Self.timer(left) : nil
        let start = Self.now
        defer {
            timer?.end()
            let taken = Self.now - start
            self.left.withLock { $0 -= taken }
        }
        return try call()
    }

    /// Asks whether all calls together have taken no more than was granted. Those that are made at the same time may have, whatever each
    /// was told.
    ///
    /// - Throws: ``BudgetFailure/spent`` if they have taken more.
    public func check() throws(BudgetFailure) {
        guard left.withLock(\.self) >= .zero else { throw .spent }
    }

    private static func timer(_ time: Duration) throws(BudgetFailure) -> ThreadTimer {
        do {
            return try ThreadTimer(time, signal)
        } catch {
            // Timers count as signals that wait do, for all processes of a user together (`RLIMIT_SIGPENDING`).
            throw .outOfMemory(.unknown)
        }
    }

    /// The time that this thread has worked.
    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// Reason why the kernel grants no timer: a number of errno.
public struct TimerFailure: Error, Equatable, CustomStringConvertible {
    fileprivate let number: Int32

    /// A phrase for a log.
    public var description: String { "the kernel grants no timer (timer_create): \(String(cString: strerror(number)))" }
}

/// Timer of the kernel that sends a signal to the process once the thread that has made it has worked for so long.
private struct ThreadTimer {
    /// Nil stands for the kernel's first timer, whose number is 0.
    private let timer: timer_t?

    /// Starts the timer, for more than no time.
    init(_ time: Duration, _ signal: Int32) throws(TimerFailure) {
        var event = sigevent()
        event.sigev_notify = Int32(SIGEV_SIGNAL)
        event.sigev_signo = signal
        var timer: timer_t?
        guard timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0 else { throw TimerFailure(number: errno) }
        let (seconds, attoseconds) = time.components
        let nanoseconds = attoseconds / 1_000_000_000
        var times = itimerspec()
        // A timer of no time is none.
        times.it_value = timespec(
            tv_sec: Int(seconds),
            tv_nsec: seconds > 0 ? Int(nanoseconds) : max(Int(nanoseconds), 1)
        )
        guard timer_settime(timer, 0, &times, nil) == 0 else {
            let failure = TimerFailure(number: errno)
            timer_delete(timer)
            throw failure
        }
        self.timer = timer
    }

    /// Ends it, from any thread.
    func end() { timer_delete(timer) }
}
