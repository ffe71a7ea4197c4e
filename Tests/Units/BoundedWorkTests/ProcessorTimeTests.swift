import BoundedWork
import Glibc
import Testing

@Suite("Time of the processor")
struct ProcessorTimeTests {
    /// Works for a while.
    private func work(for time: Duration) {
        let start = clock()
        let ticks = Int(time / .seconds(1) * Double(CLOCKS_PER_SEC))
        while clock() - start < ticks {}
    }

    @Test("no call follows one that took all, unless more is granted")
    func spent() throws {
        let time = ProcessorTime(.milliseconds(20))
        #expect(try time.spend { 7 } == 7)
        try time.spend { work(for: .milliseconds(60)) }
        #expect(throws: BudgetFailure.spent) { try time.spend { Issue.record("a call was made") } }
        time.grant(.seconds(1))
        #expect(try time.spend { 8 } == 8)
    }

    @Test("a call that waits takes none")
    func waiting() throws {
        let time = ProcessorTime(.milliseconds(50))
        for _ in 0..<3 { _ = try time.spend { usleep(40_000) } }
    }

    @Test("a call that throws takes its time")
    func throwing() throws {
        let time = ProcessorTime(.milliseconds(1))
        #expect(throws: BudgetFailure.cancelled) {
            try time.spend {
                work(for: .milliseconds(20))
                throw BudgetFailure.cancelled
            }
        }
        #expect(throws: BudgetFailure.spent) { try time.spend {} }
    }

    @Test("calls at the same time are taken together")
    func together() throws {
        let time = ProcessorTime(.milliseconds(60))
        _ = try WorkContext(threads: { 2 }).map(2) { _ in try time.spend { work(for: .milliseconds(100)) } }
        #expect(throws: BudgetFailure.spent) { try time.check() }
        time.grant(.seconds(10))
        try time.check()
    }
}
