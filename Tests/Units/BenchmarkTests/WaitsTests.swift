import Testing

@testable import SnapveilBenchmark

@Suite("Waiting for replies")
struct WaitsTests {
    @Test("both servers are asked in each round, and none is always the first")
    func turns() throws {
        var asked: [Isolation] = []
        let waits = try Waits.measure(rounds: 3) { isolation in
            asked.append(isolation)
            return isolation == .required ? 2 : 1
        }
        #expect(asked == [.required, .none, .none, .required, .required, .none])
        #expect(waits.contained == [2, 2, 2] && waits.uncontained == [1, 1, 1])
    }

    @Test("what is waited longer is the median of the differences")
    func added() {
        #expect(Waits(contained: [11, 23, 92], uncontained: [10, 20, 90]).added == 2)
        #expect(Waits(contained: [], uncontained: []).added == nil)
    }
}
