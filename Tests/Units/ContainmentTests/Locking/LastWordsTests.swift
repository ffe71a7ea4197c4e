import Containment
import Glibc
import Testing

@Suite("What a locked process says last", .enabled(if: KernelSupport.isComplete))
struct LastWordsTests {
    @Test("a worker that runs out of memory says so by its status")
    func outOfMemory() throws {
        #expect(try LockedProgram.run("worker", "exhaust memory") == .exited(WorkerLock.outOfMemoryStatus))
        #expect(try LockedProgram.run("worker,lastWords", "exhaust memory") != .exited(WorkerLock.outOfMemoryStatus))
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
        #expect(try LockedProgram.run("worker", deed) == .died(signal: signal))
    }
}
