import BoundedWork
import Testing

@testable import RedactionJobs

@Suite("The time that work in this process may take", .timeLimit(.minutes(1)))
struct TimeLimitTests {
    @Test("work that takes longer is cancelled")
    func exceeded() async throws {
        let cancellation = Cancellation()
        let limit = TimeLimit(.milliseconds(1), cancellation)
        while !cancellation.isCancelled { try await Task.sleep(for: .milliseconds(1)) }
        #expect(limit.isExceeded)
    }

    @Test("work that has ended is let go of at once, however much time was left")
    func ended() async throws {
        weak var work: Cancellation?
        do {
            let cancellation = Cancellation()
            work = cancellation
            let limit = TimeLimit(.seconds(3600), cancellation)
            #expect(!limit.isExceeded)
        }
        while work != nil { try await Task.sleep(for: .milliseconds(1)) }
    }
}
