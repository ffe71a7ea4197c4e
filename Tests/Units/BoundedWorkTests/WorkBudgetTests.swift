import BoundedWork
import Testing

@Suite("A budget bounds work, and asks whether it is still wanted")
struct WorkBudgetTests {
    @Test("units are counted exactly, and what goes beyond them is refused")
    func counting() throws {
        var budget = WorkBudget(limit: 100_000)
        for _ in 0..<50_000 { try budget.spend() }
        #expect(budget.remaining == 50_000)
        try budget.spend(49_999)
        try budget.spend(0)
        #expect(throws: BudgetFailure.spent) { try budget.spend(2) }
        #expect(budget.remaining == 0)
        #expect(throws: BudgetFailure.spent) { try budget.spend() }
    }

    @Test("work that was called off before it began ends at once")
    func cancelledBefore() {
        let cancellation = Cancellation()
        cancellation.cancel()
        var budget = WorkBudget(limit: 100, cancellation: cancellation)
        #expect(throws: BudgetFailure.cancelled) { try budget.spend() }
        #expect(budget.remaining == 100)
    }

    @Test(
        "work that is called off ends within the units that are spent between two questions",
        arguments: [1, 7, 1000]
    )
    func cancelledMeanwhile(units: Int) throws {
        let cancellation = Cancellation()
        var budget = WorkBudget(limit: .max, cancellation: cancellation)
        try budget.spend(units)
        cancellation.cancel()
        var spent = 0
        #expect(throws: BudgetFailure.cancelled) {
            while true {
                try budget.spend(units)
                spent += units
            }
        }
        #expect(spent <= WorkBudget.unitsBetweenQuestions)
    }

    @Test("pieces of work may each spend what is left, and are paid together", arguments: [1, 2, 5])
    func pieces(threads: Int) throws {
        let work = WorkContext(threads: { threads })
        var budget = WorkBudget(limit: 100_000)
        let left = try budget.map(3, on: work) { piece, budget in
            try budget.spend(10_000 * (piece + 1))
            return budget.remaining
        }
        #expect(left == [90_000, 80_000, 70_000] && budget.remaining == 40_000)
        #expect(throws: BudgetFailure.spent) {
            _ = try budget.map(3, on: work) { _, budget in try budget.spend(30_000) }
        }
        #expect(budget.remaining == 0)
    }

    @Test("a piece of work that fails is paid, and none is begun once all is spent")
    func failingPieces() throws {
        var budget = WorkBudget(limit: 100_000)
        #expect(throws: WorkFailure.cancelled) {
            _ = try budget.map(3, on: WorkContext()) { _, budget in
                try budget.spend(20_000)
                throw WorkFailure.cancelled
            }
        }
        #expect(budget.remaining == 80_000)
        var begun = 0
        #expect(throws: BudgetFailure.spent) {
            _ = try budget.map(9, on: WorkContext()) { _, budget in
                begun += 1
                try budget.spend(50_000)
            }
        }
        #expect(begun == 2 && budget.remaining == 0)
    }
}
