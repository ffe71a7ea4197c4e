import BoundedWork

/// Search for numbers: each few atoms in a row are compared with the shapes of as many characters.
struct NumberSearch: Sendable {
    private struct Entry: Sendable {
        let rule: Int
        let shape: NumberShape
        let isDistinct: Bool
    }

    private let rules: [NumberRule]
    /// The shapes by their number of characters.
    private let entries: [[Entry]]

    private static let atomLimit = 20
    private static let cellLimit = 8

    init(_ rules: [NumberRule]) {
        var entries = Array(repeating: [Entry](), count: CompactNumber.capacity + 1)
        for (index, rule) in rules.enumerated() {
            for shape in rule.distinct {
                entries[shape.count].append(Entry(rule: index, shape: shape, isDistinct: true))
            }
            for shape in rule.labelled {
                entries[shape.count].append(Entry(rule: index, shape: shape, isDistinct: false))
            }
        }
        (self.rules, self.entries) = (rules, entries)
    }

    func find(in search: inout RunSearch) throws(BudgetFailure) {
        let atoms = search.atoms
        for first in atoms.indices {
            var window = NumberWindow()
            var separator: UInt8 = 0
            for last in first..<min(first + Self.atomLimit, atoms.count) {
                if last > first {
                    let between = atoms[last - 1].upperBound..<atoms[last].lowerBound
                    guard let next = NumberWindow.separator(search.units[between]) else { break }
                    separator = next
                }
                guard atoms[last].count <= CompactNumber.capacity,
                    window.append(search.units[atoms[last]], after: separator)
                else { break }
                // Only codes are written digit by digit.
                let atomCount = last - first + 1
                guard atomCount <= Self.cellLimit || window.number.count >= 2 * atomCount else { break }
                let shapes = entries[window.number.count]
                try search.budget.spend(2 + shapes.count)
                guard !shapes.isEmpty, window.digitCount > 0 else { continue }
                try match(window, at: atoms[first].lowerBound..<atoms[last].upperBound, shapes, &search)
            }
        }
    }

    private func match(
        _ window: NumberWindow,
        at range: Range<Int>,
        _ shapes: [Entry],
        _ search: inout RunSearch
    ) throws(BudgetFailure) {
        var surroundings: NumberSurroundings?
        for entry in shapes {
            let rule = rules[entry.rule]
            let isWritten = entry.shape.isWritten(as: window)
            guard isWritten || rule.isFree && window.isFree else { continue }
            try search.budget.spend(4)
            var repairs: Int? = search.isRecognised && 4 * window.digitCount >= window.number.count ? 0 : nil
            guard let number = entry.shape.number(window, repairs: &repairs) else { continue }
            if surroundings == nil {
                try search.budget.spend(64)
                surroundings = NumberSurroundings(of: range, in: search)
            }
            guard let surroundings, !surroundings.isTorn else { return }
            try search.budget.spend(16)
            let match = NumberMatch(
                rule: rule,
                isDistinct: entry.isDistinct,
                isWritten: isWritten,
                startsWithLetter: !number.isDigit(0),
                isValid: rule.isValid(number),
                repairs: repairs ?? 0
            )
            guard let score = match.score(surroundings) else { continue }
            search.report(rule.kind, rule.scheme, at: range, score: score, by: match.reason(surroundings))
        }
    }
}
