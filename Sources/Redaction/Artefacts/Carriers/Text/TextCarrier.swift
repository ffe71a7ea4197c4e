import BoundedWork

/// Text in lines: a log, a program.
struct TextCarrier {
    private let range: Range<Int>
    private let source: UnsafeRawBufferPointer

    /// - Parameter source: UTF-8, which stays valid as long as the carrier.
    init(_ range: Range<Int>, of source: UnsafeRawBufferPointer) {
        (self.range, self.source) = (range, source)
    }

    /// Calls `body` with each line, and whether it goes on from one that is not blank.
    func forEachLine(
        budget: inout WorkBudget,
        _ body: (_ line: Range<Int>, _ isContinued: Bool, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        var wasBlank = true
        for line in TextLines(of: UnsafeRawBufferPointer(rebasing: source[range])) {
            try budget.spend(line.count + 1)
            let line = range.lowerBound + line.lowerBound..<range.lowerBound + line.upperBound
            let isBlank = !source[line].contains { $0 > 0x20 }
            if !isBlank { try body(line, !wasBlank, &budget) }
            wasBlank = isBlank
        }
    }
}
