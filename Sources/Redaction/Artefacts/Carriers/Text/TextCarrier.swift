import BoundedWork

/// Text in lines: a log, a program.
struct TextCarrier {
    private let source: UnsafeRawBufferPointer

    /// - Parameter source: UTF-8, which stays valid as long as the carrier.
    init(_ source: UnsafeRawBufferPointer) {
        self.source = source
    }

    /// Adds the lines of a range to `sheet`, but for files in base64.
    func fill(
        _ sheet: inout TextSheet,
        from range: Range<Int>,
        without embedded: EmbeddedFiles,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var wasBlank = true
        for line in TextLines(of: UnsafeRawBufferPointer(rebasing: source[range])) {
            try budget.spend(line.count + 1)
            let line = range.lowerBound + line.lowerBound..<range.lowerBound + line.upperBound
            guard source[line].contains(where: { $0 > 0x20 }) else {
                wasBlank = true
                continue
            }
            try sheet.beginRow(continuing: !wasBlank, budget: &budget)
            wasBlank = false
            for part in embedded.parts(of: line) { try sheet.append(part, in: .plain, budget: &budget) }
        }
    }
}
