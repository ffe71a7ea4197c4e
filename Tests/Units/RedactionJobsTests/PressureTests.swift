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

    /// Notes that a job of a client was refused for its wait just now.
    private func press(_ queue: JobQueue, _ client: String = "one") {
        queue.state.withLock { $0.refusals.note(of: client, isTooLong: true) }
    }

    @Test("a refusal for the longest wait is where it begins")
    func beginning() async throws {
        try await withBusyQueue { queue in
            try await whileWaiting(40, in: queue) {
                #expect(queue.refusal(for: "one", Self.short) == nil)
                #expect(!queue.refusesShort(of: "one", behind: 0))
                var places: [JobQueue.Reservation] = []
                while let place = try? queue.reservation(for: "one", Self.short) { places.append(place) }
                #expect(queue.state.withLock { $0.refusals.goOn(of: "one", for: .seconds(60)) })
            }
        }
    }

    @Test("beyond that they are refused, and those that came with a body, long ones and others' are not")
    func refusals() async throws {
        try await withBusyQueue { queue in
            try await whileWaiting(40, in: queue) {
                press(queue)
                #expect(queue.refusal(for: "one", Self.short) != nil)
                press(queue)
                #expect(queue.refusal(for: "one", Self.long) == nil)
                press(queue)
                let late = queue.state.withLock { state in
                    queue.refusal(of: state.place(of: "one", Self.short), isToCome: false, &state)
                }
                #expect(late == nil)
                press(queue, "two")
                #expect(queue.refusal(for: "two", Self.short) == nil)
            }
        }
    }

    @Test("nor is any of them read, until a second has passed in which none was refused")
    func unread() async throws {
        try await withBusyQueue { queue in
            try await whileWaiting(40, in: queue) {
                press(queue)
                try await Task.sleep(for: .milliseconds(30))
                queue.noteUnreadRefusal(of: "one")
                #expect(queue.refusesShort(of: "one", behind: 0))
                #expect(!queue.refusesShort(of: "two", behind: 0))
                try await Task.sleep(for: .milliseconds(1050))
                #expect(!queue.refusesShort(of: "one", behind: 0))
            }
        }
    }

    @Test("one of which nothing waits is taken, whatever others do and whatever of its own is on its way")
    func nothingWaiting() async throws {
        try await withBusyQueue { queue in
            var places: [JobQueue.Reservation] = []
            for _ in 0..<100 { places.append(try queue.reservation(for: "one", Self.short)) }
            press(queue)
            #expect(queue.refusal(for: "one", Self.short) == nil)
            try await whileWaiting(10, in: queue) {
                press(queue)
                #expect(queue.refusal(for: "one", Self.short) == nil)
            }
        }
    }

    @Test("refusals of what is not read keep it up; it ends a second after the last, or after a while in any case")
    func times() {
        var refusals = ShortRefusals()
        let start = ContinuousClock.now
        func goOn(_ client: String, _ milliseconds: Int) -> Bool {
            refusals.goOn(of: client, for: .seconds(3), at: start + .milliseconds(milliseconds))
        }
        refusals.noteUnread(of: "one", at: start)
        #expect(!goOn("one", 0))
        refusals.note(of: "one", isTooLong: false, at: start)
        #expect(!goOn("one", 0))
        refusals.note(of: "one", isTooLong: true, at: start)
        refusals.noteUnread(of: "one", at: start + .milliseconds(900))
        #expect(refusals.last(of: "one") == start)
        #expect(goOn("one", 1800))
        #expect(!goOn("one", 1900))
        #expect(!goOn("two", 0))
        refusals.note(of: "one", isTooLong: false, at: start + .milliseconds(2900))
        #expect(goOn("one", 2999))
        #expect(!goOn("one", 3000))
    }

    @Test("of many clients those are forgotten of which nothing was refused lately")
    func manyClients() {
        var refusals = ShortRefusals()
        let start = ContinuousClock.now
        for client in 0..<1000 { refusals.note(of: "\(client)", isTooLong: true, at: start) }
        for client in 1000..<1024 { refusals.note(of: "\(client)", isTooLong: true, at: start + .seconds(2)) }
        refusals.note(of: "1023", isTooLong: true, at: start + .seconds(2))
        #expect(refusals.last(of: "0") == start)
        refusals.note(of: "new", isTooLong: true, at: start + .seconds(2))
        #expect(refusals.last(of: "0") == nil)
        #expect(refusals.goOn(of: "1000", for: .seconds(3), at: start + .seconds(2)))
    }
}
