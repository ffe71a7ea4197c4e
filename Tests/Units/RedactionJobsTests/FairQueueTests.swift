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

    @Test("a client whose jobs take ten times as long gets a tenth of the turns", arguments: [true, false])
    func time(isExpected: Bool) {
        var queue = FairQueue<Int>()
        for number in 0..<200 {
            queue.append(number, of: "slow", expecting: isExpected ? 1 : 0.1)
            queue.append(number, of: "fast", expecting: 0.1)
        }
        var turns: [String: Int] = [:]
        for _ in 0..<110 {
            guard let place = queue.takeNext()?.place else { break }
            turns[place.client, default: 0] += 1
            queue.finish(place, after: place.client == "slow" ? 1 : 0.1)
        }
        #expect((8...13).contains(turns["slow", default: 0]), "\(turns)")
    }

    @Test("a client that comes back has no claim to the time that it was away")
    func noCredit() {
        var queue = FairQueue<Int>()
        for number in 0..<20 { queue.append(number, of: "busy") }
        _ = queue.serve(10)
        for number in 100..<110 { queue.append(number, of: "new") }
        let next = queue.serve(4)
        #expect(next.count { $0 == "new" } <= 3, "\(next)")
    }

    @Test("a short job of a client comes before its long ones that have waited for longer")
    func shortFirst() {
        var queue = FairQueue<Int>()
        for number in 0..<20 { queue.append(number, of: "one") }
        let running = queue.takeNext()
        queue.append(100, of: "one", expecting: 0.01)
        #expect(queue.takeNext()?.element == 100)
        #expect(running?.element == 0)
        #expect(queue.takeNext()?.element == 1)
    }

    @Test("long jobs of a client get half of its time, however many short ones there are")
    func longToo() {
        var queue = FairQueue<Int>()
        for number in 0..<1000 { queue.append(number, of: "one", expecting: 0.01) }
        for number in 1000..<1010 { queue.append(number, of: "one") }
        var (short, long) = (0, 0)
        for _ in 0..<505 {
            guard let (number, place) = queue.takeNext() else { break }
            if number < 1000 { short += 1 } else { long += 1 }
            queue.finish(place, after: place.seconds)
        }
        #expect((4...6).contains(long), "\(short) short jobs, \(long) long ones")
    }

    @Test("short jobs of a client give it no larger share than another")
    func sharesOfClients() {
        var queue = FairQueue<Int>()
        for number in 0..<100 {
            for seconds in [0.01, 0.1, 1] { queue.append(number, of: "varied", expecting: seconds) }
            queue.append(number, of: "long")
        }
        var seconds: [String: Double] = [:]
        for _ in 0..<240 {
            guard let place = queue.takeNext()?.place else { break }
            seconds[place.client, default: 0] += place.seconds
            queue.finish(place, after: place.seconds)
        }
        let (varied, long) = (seconds["varied", default: 0], seconds["long", default: 0])
        #expect(abs(varied - long) <= 2, "\(seconds)")
    }

    @Test("a client that is worked for all the time has no claim to the time that others had meanwhile")
    func noCreditWhileWorkedFor() {
        var queue = FairQueue<Int>()
        queue.append(0, of: "light")
        let first = queue.takeNext()?.place
        for number in 1..<20 { queue.append(number, of: "busy") }
        _ = queue.serve(10)
        for number in 100..<110 { queue.append(number, of: "light") }
        let next = queue.serve(6)
        #expect(next.count { $0 == "light" } <= 4, "\(next)")
        #expect(first?.client == "light")
    }

    @Test("where none may look, the first that does not is next")
    func noLooks() {
        var queue = FairQueue<Int>()
        for number in 0..<3 { queue.append(number, of: "one", expecting: 1, looks: true) }
        queue.append(3, of: "one")
        #expect(queue.takeNext(mayLook: false)?.element == 3)
        #expect(queue.takeNext(mayLook: false) == nil)
        #expect(queue.takeNext()?.element == 0)
    }

    @Test("what has run in vain comes before what came later, and after what came earlier")
    func inVain() {
        var queue = FairQueue<Int>()
        for number in 0..<4 { queue.append(number, of: "one") }
        let places = (0..<3).compactMap { _ in queue.takeNext()?.place }
        // All of them have to look, as it turns out.
        for (number, place) in zip([0, 1, 2], places) {
            queue.finish(place, after: 0.001)
            let time = ExpectedTime(seconds: 1)
            queue.insert(number, at: queue.place(of: "one", expecting: time, looks: true, number: place.number))
        }
        let looks = (0..<4).compactMap { _ in queue.takeNext() }.filter(\.place.lane.looks)
        #expect(looks.map(\.element) == [0, 1, 2])
    }

    @Test("before one more job of a client, as many seconds come as take turns with it")
    func ahead() {
        var queue = FairQueue<Int>()
        for number in 0..<50 { queue.append(number, of: "many") }
        queue.append(0, of: "few")
        func secondsAhead(of client: String, expecting seconds: Double = 1) -> Double {
            queue.secondsAhead(of: queue.place(of: client, expecting: ExpectedTime(seconds: seconds), looks: false))
        }
        #expect(secondsAhead(of: "many") == 51)
        #expect(secondsAhead(of: "few") == 3)
        #expect(secondsAhead(of: "new") == 2)
        // A short one has little of the long ones of its client before it, and of other clients.
        let short = secondsAhead(of: "many", expecting: 0.01)
        #expect(abs(short - 0.03) < 1e-9)
        #expect(queue.secondsWaiting == 51)
    }

    @Test("what is taken out of the queue leaves nothing behind")
    func removal() {
        var queue = FairQueue<Int>()
        queue.append(1, of: "a")
        queue.append(2, of: "b")
        #expect(queue.remove { $0 == 2 } == 2)
        #expect(queue.remove { $0 == 2 } == nil)
        #expect(queue.count == 1)
        #expect(queue.secondsWaiting == 1)
        guard let (element, place) = queue.takeNext() else {
            Issue.record("nothing is left")
            return
        }
        #expect(element == 1)
        #expect(queue.secondsWaiting == 0 && queue.secondsRunning == 1)
        queue.finish(place, after: 3)
        #expect(queue.secondsRunning == 0)
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

extension FairQueue {
    /// Lets an element of a client wait behind its others.
    mutating func append(_ element: Element, of client: String, expecting seconds: Double = 1, looks: Bool = false) {
        insert(element, at: place(of: client, expecting: ExpectedTime(seconds: seconds), looks: looks))
    }

    /// Has `count` jobs done one after the other, each in a second; the clients that they were of.
    mutating func serve(_ count: Int) -> [String] {
        (0..<count).compactMap { _ in
            guard let place = takeNext()?.place else { return nil }
            finish(place, after: 1)
            return place.client
        }
    }
}
