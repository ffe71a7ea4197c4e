import Dispatch
import Synchronization
import Testing

@testable import RedactionJobs

@Suite("Short jobs of a client that sends more than gets done wait behind a few of its others only")
struct PressureTests {
    private static let short = JobKind("short")
    private static let long = JobKind("long")

    /// Calls `body` with a queue of one worker, which is busy for another client. Short jobs take 5 ms, long ones 300.
    private func withBusyQueue(_ body: (JobQueue) async throws -> Void) async throws {
        let queue = JobQueue(JobQueue.Bounds(workers: 1, maximumWait: .seconds(2)))
        queue.state.withLock { state in
            state.costs.note(0.005, of: Self.short)
            state.costs.note(0.3, of: Self.long)
        }
        let gate = DispatchSemaphore(value: 0)
        async let running = queue.run(for: "busy", kind: Self.long) { _ in gate.wait() }
        while queue.statistics.busy < 1 { await Task.yield() }
        do {
            defer { gate.signal() }
            try await body(queue)
        }
        _ = try await running
    }

    /// Has so many short jobs of a client wait, while `body` is called.
    private func whileWaiting(_ count: Int, in queue: JobQueue, _ body: () async throws -> Void) async throws {
        let before = queue.statistics.waiting
        let jobs = (0..<count).map { _ in Task { _ = try await queue.run(for: "one", kind: Self.short) { _ in 0 } } }
        while queue.statistics.waiting < before + count { await Task.yield() }
        try await body()
        for job in jobs { job.cancel() }
    }

    /// Asks for places until one is refused, and gives them back.
    private func press(_ queue: JobQueue) {
        var places: [JobQueue.Reservation] = []
        while let place = try? queue.reservation(for: "one", Self.short) { places.append(place) }
    }

    @Test("beyond that they are refused, and those that came with a body, long ones and others' are not")
    func refusals() async throws {
        try await withBusyQueue { queue in
            try await whileWaiting(40, in: queue) {
                #expect(queue.refusal(for: "one", Self.short) == nil)
                #expect(!queue.refusesShort(of: "one", behind: 0))
                press(queue)
                #expect(queue.refusal(for: "one", Self.short) != nil)
                #expect(queue.refusal(for: "one", Self.long) == nil)
                #expect(queue.refusal(for: "two", Self.short) == nil)
                let late = queue.state.withLock { state in
                    queue.refusal(of: state.place(of: "one", Self.short), isToCome: false, &state)
                }
                #expect(late == nil)
            }
        }
    }

    @Test("one of which nothing waits is taken, whatever others do and whatever of its own is on its way")
    func nothingWaiting() async throws {
        try await withBusyQueue { queue in
            var places: [JobQueue.Reservation] = []
            while let place = try? queue.reservation(for: "one", Self.short) { places.append(place) }
            places.removeLast(places.count / 2)
            #expect(queue.refusal(for: "one", Self.short) == nil)
            try await whileWaiting(10, in: queue) { #expect(queue.refusal(for: "one", Self.short) == nil) }
        }
    }

    @Test("refusals of what is not read keep it up, and it ends a second after the last")
    func times() {
        var refusals = ShortRefusals()
        let start = ContinuousClock.now
        refusals.noteUnread(of: "one", at: start)
        #expect(!refusals.goOn(of: "one", at: start))
        refusals.note(of: "one", at: start)
        refusals.noteUnread(of: "one", at: start + .milliseconds(900))
        #expect(refusals.last(of: "one") == start)
        #expect(refusals.goOn(of: "one", at: start + .milliseconds(1800)))
        #expect(!refusals.goOn(of: "one", at: start + .milliseconds(1900)))
        #expect(!refusals.goOn(of: "two", at: start))
    }

    @Test("of many clients those are forgotten of which nothing was refused lately")
    func manyClients() {
        var refusals = ShortRefusals()
        let start = ContinuousClock.now
        for client in 0..<1000 { refusals.note(of: "\(client)", at: start) }
        for client in 1000..<1024 { refusals.note(of: "\(client)", at: start + .seconds(2)) }
        refusals.note(of: "1023", at: start + .seconds(2))
        #expect(refusals.last(of: "0") == start)
        refusals.note(of: "new", at: start + .seconds(2))
        #expect(refusals.last(of: "0") == nil)
        #expect(refusals.goOn(of: "1000", at: start + .seconds(2)))
    }
}
