import CScheduling
import Dispatch
import Glibc
import Synchronization

/// Threads of this process that help another one with its work, and sleep in between.
///
/// Half of them stay on the processors of even numbers, half on those of odd ones. A thread that is helped by those of one half stays
/// on the other meanwhile. Linux would put a thread that wakes up on an idle processor, but in a virtual machine it takes one that
/// has been idle for a while for busy elsewhere: one thread then waits behind the other, for up to 4 ms.
final class HelperThreads: Sendable {
    static let shared = HelperThreads()

    private let crews: [Crew]

    private init() {
        let processors = ProcessorSet.ofThisThread
        crews = (0...1).map { parity in Crew(processors.half(parity)) }
    }

    /// Calls `work` with 0 on this thread and, at the same time, with the next numbers on up to `count` others, as many as have
    /// nothing to do. Returns when none works any more.
    func perform(with count: Int, _ work: (_ thread: Int) -> Void) {
        withoutActuallyEscaping(work) { work in
            // It is called on other threads, but never after this call has returned.
            nonisolated(unsafe) let work = work
            let done = DispatchSemaphore(value: 0)
            let parity = Int(scheduling_processor_of_this_thread() % 2)
            let helpers = takeHelpers(atMost: count, besides: parity)
            let processors = helpers.isEmpty ? nil : ProcessorSet.ofThisThread
            processors?.half(parity).keepThisThread()
            defer { processors?.keepThisThread() }
            for (index, helper) in helpers.enumerated() { helper.start(telling: done) { work(index + 1) } }
            work(0)
            for _ in helpers { done.wait() }
            for helper in helpers { helper.crew.takeBack(helper) }
        }
    }

    private func takeHelpers(atMost count: Int, besides parity: Int) -> [Helper] {
        var helpers: [Helper] = []
        while helpers.count < count, let helper = crews[1 - parity].take() { helpers.append(helper) }
        // The thread itself needs one of the processors of its half.
        let limit = min(count, helpers.count + crews[parity].processors.count - 1)
        while helpers.count < limit, let helper = crews[parity].take() { helpers.append(helper) }
        return helpers
    }
}

/// Threads that stay on some processors: no more than there are of these, and none before it is needed.
private final class Crew: Sendable {
    private struct State {
        var idle: [Helper] = []
        var startedCount = 0
    }

    let processors: ProcessorSet
    private let state = Mutex(State())

    init(_ processors: ProcessorSet) {
        self.processors = processors
    }

    /// A thread that has nothing to do; nil if there is none.
    func take() -> Helper? {
        state.withLock { state in
            if let helper = state.idle.popLast() { return helper }
            guard state.startedCount < processors.count, let helper = Helper(self) else { return nil }
            state.startedCount += 1
            return helper
        }
    }

    func takeBack(_ helper: Helper) {
        state.withLock { $0.idle.append(helper) }
    }
}

/// A thread that does one piece of work after the other, and lives as long as the process.
private final class Helper: Sendable {
    let crew: Crew
    private let task = Mutex<Task?>(nil)
    private let starts = DispatchSemaphore(value: 0)

    private struct Task: Sendable {
        let work: @Sendable () -> Void
        let done: DispatchSemaphore
    }

    /// Nil if the system starts no more threads.
    init?(_ crew: Crew) {
        self.crew = crew
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let error = pthread_create(&thread, nil, { Helper.run($0) }, context.toOpaque())
        guard error == 0 else {
            context.release()
            return nil
        }
        pthread_detach(thread)
    }

    /// Has the thread call `work`, and then forget it and signal `done`.
    func start(telling done: DispatchSemaphore, _ work: @escaping @Sendable () -> Void) {
        task.withLock { $0 = Task(work: work, done: done) }
        starts.signal()
    }

    /// Waits for work and does it. A function of its own, so that nothing holds the work when it returns.
    @inline(never)
    private func doNext() -> DispatchSemaphore? {
        starts.wait()
        let task = task.withLock { $0.take() }
        task?.work()
        return task?.done
    }

    private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        let helper = Unmanaged<Helper>.fromOpaque(context).takeRetainedValue()
        // Those of what a thread does itself stay: a worker opens its fonts by one of them.
        var signals = sigset_t()
        sigfillset(&signals)
        for own in [SIGILL, SIGTRAP, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGABRT, SIGPROF] { sigdelset(&signals, own) }
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        helper.crew.processors.keepThisThread()
        while true { helper.doNext()?.signal() }
    }
}

/// Processors of the machine.
struct ProcessorSet: Sendable, Equatable {
    /// A bit for each processor, the first one in the lowest bit of the first word.
    private var words: [UInt64]

    /// Words for many more processors than any machine has.
    private static let wordCount = 128

    /// Those that the calling thread may use; none if they cannot be found out.
    static var ofThisThread: ProcessorSet {
        var set = ProcessorSet(words: Array(repeating: 0, count: wordCount))
        _ = scheduling_processors_of_this_thread(&set.words, wordCount)
        return set
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Those of even numbers for 0, those of odd ones for 1.
    func half(_ parity: Int) -> ProcessorSet {
        ProcessorSet(words: words.map { $0 & (0x5555_5555_5555_5555 << UInt64(parity)) })
    }

    /// Has the calling thread run on these processors alone; does nothing if there are none, or if that is not allowed.
    func keepThisThread() {
        _ = scheduling_keep_this_thread(words, Self.wordCount)
    }
}
