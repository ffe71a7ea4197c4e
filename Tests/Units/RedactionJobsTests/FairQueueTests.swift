import Dispatch
import Testing

@testable import RedactionJobs

@Suite("What waits for a worker is taken fairly")
struct FairQueueTests {
    @Test("one that has sent a hundred does not stand before another's one")
    func turns() {
        var queue = FairQueue<Int>()
        for number in 0..<100 { queue.append(number, of: "many") }
        queue.append(1000, of: "one")
        let first = [queue.takeNext(), queue.takeNext()].compactMap { $0?.element }
        #expect(first.contains(1000))
        #expect(queue.count == 99)
        #expect((0..<99).compactMap { _ in queue.takeNext()?.element } == Array(1..<100))
        #expect(queue.takeNext() == nil)
    }

    @Test("a client whose jobs take ten times as long gets a tenth of the turns")
    func time() {
        var queue = FairQueue<Int>()
        for number in 0..<200 {
            queue.append(number, of: "slow")
            queue.append(number, of: "fast")
        }
        var turns: [String: Int] = [:]
        for _ in 0..<110 {
            guard let next = queue.takeNext() else { break }
            turns[next.client, default: 0] += 1
            queue.finish(next.client, after: next.client == "slow" ? 1 : 0.1)
        }
        #expect((8...13).contains(turns["slow", default: 0]), "\(turns)")
    }

    @Test("a client that comes back has no claim to the time that it was away")
    func noCredit() {
        var queue = FairQueue<Int>()
        for number in 0..<20 { queue.append(number, of: "busy") }
        for _ in 0..<10 {
            guard let next = queue.takeNext() else { break }
            queue.finish(next.client, after: 1)
        }
        for number in 100..<110 { queue.append(number, of: "new") }
        let next = (0..<4).compactMap { _ -> String? in
            guard let next = queue.takeNext() else { return nil }
            queue.finish(next.client, after: 1)
            return next.client
        }
        #expect(next.count { $0 == "new" } <= 3, "\(next)")
    }

    @Test("of those that wait, as many come before one more of a client as take turns with it")
    func ahead() {
        var queue = FairQueue<Int>()
        for number in 0..<50 { queue.append(number, of: "many") }
        queue.append(0, of: "few")
        #expect(queue.countAhead(of: "many") == 51)
        #expect(queue.countAhead(of: "few") == 3)
        #expect(queue.countAhead(of: "new") == 2)
    }

    @Test("what is taken out of the queue leaves nothing behind")
    func removal() {
        var queue = FairQueue<Int>()
        queue.append(1, of: "a")
        queue.append(2, of: "b")
        #expect(queue.remove { $0 == 2 } == 2)
        #expect(queue.remove { $0 == 2 } == nil)
        #expect(queue.count == 1)
        #expect(queue.takeNext()?.element == 1)
    }

    @Test("a job that would wait for longer than it should is refused, with the time to come back")
    func expectedWait() async throws {
        let pool = JobQueue(JobQueue.Bounds(workers: 1, maximumWait: .milliseconds(400)))
        let gate = DispatchSemaphore(value: 0)
        // What the estimate is made from.
        _ = try await pool.run { _ in _ = gate.wait(timeout: .now() + .milliseconds(300)) }
        #expect(pool.refusal(for: "a") == nil)
        async let running = pool.run(for: "a") { _ in gate.wait() }
        while pool.threadsOfJob > 1 { await Task.yield() }
        async let waiting = pool.run(for: "a") { _ in gate.wait() }
        while pool.refusal(for: "a") == nil { await Task.yield() }
        // One that waits already makes it 0.45 s for "a"; for another it is as long, as they take turns.
        guard case .full(let wait) = pool.refusal(for: "a") else { return }
        #expect(wait >= .milliseconds(450) && wait < .seconds(5))
        gate.signal()
        gate.signal()
        _ = try await (running, waiting)
        #expect(pool.refusal(for: "a") == nil)
    }
}
