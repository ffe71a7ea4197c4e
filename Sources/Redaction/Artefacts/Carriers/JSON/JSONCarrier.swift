import BoundedWork
import SecureMemory

/// JSON, or JSON lines, whose texts stand beside the names of their members.
struct JSONCarrier {
    private let source: UnsafeRawBufferPointer
    /// Whether each line is a text of JSON, and not all of the source.
    private let isInLines: Bool

    /// Finds JSON in `source`, which stays valid as long as the carrier; nil if it is none.
    init?(_ source: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        let start = source.firstIndex { !$0.isJSONSpace } ?? source.count
        guard start < source.count, "{[".utf8.contains(source[start]) else { return nil }
        self.source = source
        try budget.spend(source.count)
        isInLines = !JSONTokens.isWhole(source)
        guard isInLines else { return }
        for line in TextLines(of: source) where !source[line].allSatisfy(\.isJSONSpace) {
            try budget.spend(line.count + 1)
            guard JSONTokens.isWhole(UnsafeRawBufferPointer(rebasing: source[line])) else { return nil }
        }
    }

    /// Calls `body` with each string and number.
    func forEachText(
        budget: inout WorkBudget,
        _ body: (JSONWalk.Text, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        try forEachEvent(budget: &budget) { (event, budget) throws(BudgetFailure) in
            if case .text(let text) = event { try body(text, &budget) }
        }
    }

    /// Calls `body` with the fields that hold secrets, none of them empty.
    func forEachSecret(
        budget: inout WorkBudget,
        _ body: (FieldMember) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        var rules = try FieldRules(budget: &budget)
        try forEachEvent(budget: &budget) { (event, budget) throws(BudgetFailure) in
            guard case .object(let members, let container) = event else { return }
            let secrets = try rules.secrets(among: members, of: container, in: source, budget: &budget)
            for secret in secrets where !secret.value.isEmpty { try body(secret) }
        }
    }

    private func forEachEvent(
        budget: inout WorkBudget,
        _ body: (JSONWalk.Event, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        guard isInLines else { return try walk(through: 0..<source.count, budget: &budget, body) }
        for line in TextLines(of: source) where !source[line].allSatisfy(\.isJSONSpace) {
            try walk(through: line, budget: &budget, body)
        }
    }

    private func walk(
        through document: Range<Int>,
        budget: inout WorkBudget,
        _ body: (JSONWalk.Event, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        var walk = JSONWalk(document, of: source)
        while let event = try walk.next(budget: &budget) { try body(event, &budget) }
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || (9...13).contains(self) }
}
