import Testing

@testable import RedactionJobs

@Suite("What a job takes is expected from those of its kind")
struct CostEstimatesTests {
    @Test("the mean of a kind counts, and later jobs count for more")
    func means() {
        var costs = CostEstimates()
        let (cover, blur) = (JobKind("cover", byteCount: 90_000), JobKind("blur", byteCount: 90_000))
        for _ in 0..<10 { costs.note(0.02, of: cover) }
        for _ in 0..<10 { costs.note(1, of: blur) }
        #expect(abs(costs[cover].seconds - 0.02) < 1e-9)
        #expect(abs(costs[blur].seconds - 1) < 1e-9)
        for _ in 0..<50 { costs.note(2, of: blur) }
        #expect(costs[blur].seconds > 1.98)
    }

    @Test("of a kind that is new, as much is expected as of others that look, or do not")
    func newKinds() {
        var costs = CostEstimates()
        #expect(costs[JobKind("cover")] == CostEstimates.firstGuess(looks: false))
        costs.note(0.02, of: JobKind("cover"))
        costs.note(0.5, of: JobKind("look", looks: true))
        #expect(costs[JobKind("blur")].seconds == 0.02)
        #expect(costs[JobKind("faces", looks: true)].seconds == 0.5)
        // One that may look says nothing of those that do not.
        costs.note(3, of: JobKind("body", looks: nil))
        #expect(costs[JobKind("blur")].seconds == 0.02)
    }

    @Test("a job that was called off shows how long its kind takes at least")
    func calledOff() {
        var costs = CostEstimates()
        costs.note(0.1, of: JobKind("cover"))
        costs.note(atLeast: 0.01, of: JobKind("cover"))
        #expect(costs[JobKind("cover")].seconds == 0.1)
        costs.note(atLeast: 30, of: JobKind("blur"))
        #expect(costs[JobKind("blur")].seconds == 30)
    }

    @Test("bodies up to twice as long are of a kind")
    func lengths() {
        #expect(JobKind(byteCount: 65_536) == JobKind(byteCount: 131_071))
        #expect(JobKind(byteCount: 65_535) != JobKind(byteCount: 65_536))
        #expect(JobKind(byteCount: nil) != JobKind(byteCount: 0))
        #expect(JobKind(byteCount: .max) != JobKind(byteCount: 1 << 40))
        #expect(JobKind("x", looks: nil).looking == JobKind("x", looks: true))
    }

    @Test("of endless kinds the last ones are known")
    func endlessKinds() {
        var costs = CostEstimates()
        costs.note(1, of: JobKind("first"))
        for number in 0..<5 * CostEstimates.capacity {
            costs.note(0.01, of: JobKind(number))
            #expect(costs.kindCount <= CostEstimates.capacity)
        }
        #expect(costs[JobKind("first")].seconds < 0.02)
        costs.note(3, of: JobKind("last"))
        #expect(costs[JobKind("last")].seconds == 3)
    }

    @Test("a class has jobs of up to four times the length of those before")
    func lengthClasses() {
        let seconds = [0, 0.001, 0.016, 0.017, 0.064, 0.2, 1, 4, 16, 60, 1e9]
        #expect(seconds.map { ExpectedTime(seconds: $0).lengthClass } == [0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 6])
    }

    @Test("jobs whose length lies at the end of a class do not change it all the time")
    func steadyClasses() {
        var time = ExpectedTime(seconds: 0.25)
        for seconds in [0.26, 0.3, 0.25, 0.35] {
            time.change(to: seconds)
            #expect(time.lengthClass == 2 && time.seconds == seconds)
        }
        time.change(to: 0.4)
        #expect(time.lengthClass == 3)
        time.change(to: 0.2)
        #expect(time.lengthClass == 3)
        time.change(to: 0.17)
        #expect(time.lengthClass == 2)
    }
}
