import BoundedWork
import TextAlgorithms

/// JSON, or JSON lines, whose texts stand beside the names of their members.
struct JSONCarrier {
    private let source: UnsafeRawBufferPointer
    /// Whether each line is a text of JSON, and not all of the source.
    private let isInLines: Bool

    /// Finds JSON in `source`, which stays valid as long as the carrier; nil if it is none.
    init?(_ source: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        let start = source.firstIndex { !$0.isASCIISpace } ?? source.count
        guard start < source.count, "{[".utf8.contains(source[start]) else { return nil }
        self.source = source
        try budget.spend(source.count)
        isInLines = !JSONTokens.isWhole(source)
        guard isInLines else { return }
        for line in TextLines(of: source) where !source[line].allSatisfy(\.isASCIISpace) {
            try budget.spend(line.count + 1)
            guard JSONTokens.isWhole(UnsafeRawBufferPointer(rebasing: source[line])) else { return nil }
        }
    }

    enum Part {
        case text(JSONWalk.Text)
        /// A field that holds a secret, and is not empty. Its value is a text, too.
        case secret(FieldMember)
    }

    /// Calls `body` with each string and number, and with the fields that hold secrets.
    func forEachPart(
        budget: inout WorkBudget,
        _ body: (Part, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        var rules = try FieldRules(budget: &budget)
        guard isInLines else { return try walk(through: 0..<source.count, &rules, budget: &budget, body) }
        for line in TextLines(of: source) where !source[line].allSatisfy(\.isASCIISpace) {
            try walk(through: line, &rules, budget: &budget, body)
        }
    }

    private func walk(
        through document: Range<Int>,
        _ rules: inout FieldRules,
        budget: inout WorkBudget,
        _ body: (Part, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        var walk = JSONWalk(document, of: source)
        while let event = try walk.next(budget: &budget) {
            switch event {
            case .text(let text): try body(.text(text), &budget)
            case .object(let members, let container):
                let secrets = try rules.secrets(among: members, of: container, in: source, budget: &budget)
                for secret in secrets where !secret.value.isEmpty { try body(.secret(secret), &budget) }
            case .row(let cells):
                for cell in cells {
                    if let secret = try rules.secret(inColumn: cell, in: source, budget: &budget) {
                        try body(.secret(secret), &budget)
                    }
                }
            }
        }
    }
}
