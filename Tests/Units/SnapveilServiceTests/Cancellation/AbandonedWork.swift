import BoundedWork
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Work on a thread of its own that is called off while it runs.
struct AbandonedWork {
    /// How long the thread was busy after nobody waited any more. Nothing where the work was done before.
    struct Latency {
        /// By the clock of the thread: what else the machine does plays no part.
        let processor: Double
        /// By the clock on the wall, in seconds.
        let wall: Double
        /// Seconds of a processor that the work took in all.
        let total: Double
        /// Whether it was called off before its end.
        let wasCalledOff: Bool
        /// Whether it had a result all the same, as it was about to end, or at its end.
        let hasResult: Bool
    }

    /// Does `work`, calls it off once its thread has worked for `moment` seconds, and waits for its end.
    ///
    /// - Parameters:
    ///   - moment: Infinity for never.
    ///   - threads: That the work may use.
    ///   - work: Returns whether it has a result.
    static func latency(
        callingOffAfter moment: Double,
        threads: Int = 1,
        _ work: @escaping @Sendable (WorkContext) -> Bool
    ) -> Latency {
        let cancellation = Cancellation()
        let clock = Mutex<clockid_t?>(nil)
        let end = Mutex<(processor: Double, wall: Double, hasResult: Bool)?>(nil)
        let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = Thread {
            var own = clockid_t()
            pthread_getcpuclockid(pthread_self(), &own)
            clock.withLock { $0 = own }
            started.signal()
            let hasResult = work(WorkContext(cancellation: cancellation, threads: { threads }))
            end.withLock { $0 = (seconds(own), seconds(CLOCK_MONOTONIC), hasResult) }
            ended.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        started.wait()
        let worker = clock.withLock { $0 } ?? CLOCK_MONOTONIC
        while end.withLock({ $0 == nil }), seconds(worker) < moment { usleep(200) }
        let called = (processor: seconds(worker), wall: seconds(CLOCK_MONOTONIC))
        let isOver = end.withLock { $0 != nil }
        cancellation.cancel()
        ended.wait()
        let result = end.withLock { $0 } ?? (processor: 0, wall: 0, hasResult: false)
        return Latency(
            processor: isOver ? 0 : max(result.processor - called.processor, 0),
            wall: isOver ? 0 : max(result.wall - called.wall, 0),
            total: result.processor,
            wasCalledOff: !isOver,
            hasResult: result.hasResult
        )
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        // The clock of a thread that has ended has no time.
        guard clock_gettime(clock, &time) == 0 else { return .infinity }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
