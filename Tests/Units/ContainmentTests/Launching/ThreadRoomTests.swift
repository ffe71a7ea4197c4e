import CContainment
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
