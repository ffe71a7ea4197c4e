import BoundedWork

extension Hierarchy {
    /// The elements that are declared or named a secret, and the values beside those that are only the captions of one.
    func sensitiveElements(
        _ terms: SensitiveTerms,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Int] {
        var search = try NameSearch.search(for: terms, budget: &budget)
        var names: [NameSearch.Name] = []
        names.reserveCapacity(elements.count)
        let kinds = elements.indices.map { ElementKind(of: $0, in: self) }
        for index in elements.indices {
            names.append(try search.name(of: index, kinds[index], in: self, budget: &budget))
        }
        var isFound = names.map { $0 != .harmless }
        if names.contains(.caption) {
            let captions = try CaptionSearch(in: self, names, kinds, budget: &budget)
            for value in try captions.values(budget: &budget) { isFound[value] = true }
        }
        return elements.indices.filter { isFound[$0] }
    }
}
