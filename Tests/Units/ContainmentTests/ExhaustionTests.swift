import CContainment
import Glibc
import Testing

@testable import Containment

@Suite("Whether there can be as many threads as a server needs")
struct ThreadRoomTests {
    @Test("all that are wanted can be started here, and are ended again")
    func started() throws {
        let before = ProcessState.threadCount
        #expect(containment_startable_threads(50) == 50)
        // Others come and go meanwhile, but not so many.
        #expect(ProcessState.threadCount < before + 40)
        try ThreadRoom.check(workers: 2)
    }

    @Test("a lack is told in words that say what to raise")
    func words() {
        let text = "\(ContainmentError.tooFewThreads(12, needed: 96))"
        #expect(text.contains("12") && text.contains("96") && text.contains("RLIMIT_NPROC"))
    }
}

@Suite("What a locked process says last", .enabled(if: KernelSupport.isComplete))
struct LastWordsTests {
    @Test("a worker that runs out of memory says so by its status")
    func outOfMemory() throws {
        #expect(try LockedRun.run("worker", "exhaust memory") == .exited(WorkerLock.outOfMemoryStatus))
        #expect(try LockedRun.run("worker,lastWords", "exhaust memory") != .exited(WorkerLock.outOfMemoryStatus))
    }

    @Test(
        "a worker that crashes while there is memory dies of its signal",
        arguments: [
            ("segmentation fault", SIGSEGV), ("breakpoint", SIGTRAP), ("abort", SIGABRT),
            ("overflow the stack", SIGSEGV),
            ("overflow a thread's stack", SIGSEGV), ("illegal instruction", SIGILL), ("division", SIGFPE),
            ("bus error", SIGBUS),
        ]
    )
    func crash(deed: String, signal: Int32) throws {
        #expect(try LockedRun.run("worker", deed) == .died(signal: signal))
    }
}
