import Containment
import Testing

@Suite("What a lock reports")
struct LockingReportTests {
    @Test("there is a measure for each thing that a process gives up")
    func measures() {
        #expect(LockMeasure.allCases.count == 6)
    }
}
