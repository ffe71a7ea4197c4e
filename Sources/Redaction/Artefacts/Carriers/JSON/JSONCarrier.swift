import BoundedWork
import SecureMemory

/// JSON, or JSON lines, whose texts stand beside the names of their members.
struct JSONCarrier {
    /// The range of each text of JSON: one, or one for each line.
    private let documents: [Range<Int>]
    private let source: UnsafeRawBufferPointer

    /// Finds JSON in `source`, which stays valid as long as the carrier; nil if it is none.
    init?(_ source: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        let start = source.firstIndex { !$0.isJSONSpace } ?? source.count
        guard start < source.count, "{[".utf8.contains(source[start]) else { return nil }
        self.source = source
        try budget.spend(source.count)
        guard !JSONTokens.isWhole(source) else {
            documents = [0..<source.count]
            return
        }
        var documents: [Range<Int>] = []
        for line in source.lines where !source[line].allSatisfy(\.isJSONSpace) {
            try budget.spend(line.count + 1)
            guard JSONTokens.isWhole(UnsafeRawBufferPointer(rebasing: source[line])) else { return nil }
            documents.append(line)
        }
        self.documents = documents
    }

    /// Calls `body` with each string and number.
    func forEachText(
        budget: inout WorkBudget,
        _ body: (JSONWalk.Text, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        for document in documents {
            var walk = JSONWalk(document, of: source)
            while let event = try walk.next(budget: &budget) {
                if case .text(let text) = event { try body(text, &budget) }
            }
        }
    }

    /// Calls `body` with the fields that hold secrets, none of them empty.
    func forEachSecret(
        budget: inout WorkBudget,
        _ body: (FieldMember) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        var rules = try FieldRules(budget: &budget)
        for document in documents {
            var walk = JSONWalk(document, of: source)
            while let event = try walk.next(budget: &budget) {
                guard case .object(let members, let container) = event else { continue }
                let secrets = try rules.secrets(among: members, of: container, in: source, budget: &budget)
                for secret in secrets where !secret.value.isEmpty { try body(secret) }
            }
        }
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || (9...13).contains(self) }
}
