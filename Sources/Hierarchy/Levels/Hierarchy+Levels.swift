public import BoundedWork
import SecureMemory

extension Hierarchy {
    /// The elements at `level`, in document order. An element covers all that it holds, whatever is said of that.
    ///
    /// - Parameters:
    ///   - level: Which elements.
    ///   - terms: What names a secret, for ``ElementLevel/sensitive``.
    ///   - budget: Pays for each element, and for each character that is searched for terms and each byte of terms.
    /// - Throws: ``BudgetFailure``.
    public func elements(
        at level: ElementLevel,
        terms: SensitiveTerms = .standard,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Int] {
        try budget.spend(elements.count)
        return switch level {
        case .allText: textElements
        case .userInput: elements.indices.filter { elements[$0].isSecure || ElementKind(of: $0, in: self) == .input }
        case .sensitive: try sensitiveElements(terms, budget: &budget)
        }
    }

    /// Units that are enough to look for elements of all levels, with terms of six policies, in the largest source. They are
    /// spent within a second.
    public static let levelWorkLimit = 100_000_000

    /// The elements that show text, where the innermost of nested ones stands for those round it that only repeat it.
    private var textElements: [Int] {
        var found: [Int] = []
        /// The first element after the one at hand, in document order, that has text.
        var next = elements.count
        for index in elements.indices.reversed() where hasText(index) {
            let kind = ElementKind(of: index, in: self)
            if kind == .input || kind == .text || kind == .other && next >= elements[index].end { found.append(index) }
            next = index
        }
        return found.reversed()
    }

    private func hasText(_ index: Int) -> Bool {
        if text(.value, of: index) != nil || text(.label, of: index) != nil { return true }
        // A harness that names an element and leaves its text out does not say that it has none.
        return format == .playwright && attribute(.value, of: index) == nil
    }

    private func sensitiveElements(
        _ terms: SensitiveTerms,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Int] {
        let search = try TermSearch.search(for: terms, budget: &budget)
        var words = try Words()
        var found: [Int] = []
        for index in elements.indices where try isSensitive(index, search, &words, &budget) { found.append(index) }
        return found
    }

    private func isSensitive(
        _ index: Int,
        _ terms: TermSearch,
        _ words: inout Words,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        if elements[index].isSecure { return true }
        let kind = ElementKind(of: index, in: self)
        guard kind != .window else { return false }
        for attribute in attributes[elements[index].attributes] where isName(attribute, ofInput: kind == .input) {
            let isNamed = try value(of: attribute).withUnsafeBytes { (text) throws(BudgetFailure) in
                try words.read(roles[attribute.name] == .identifier ? text.withoutPackage : text, budget: &budget)
                return try terms.matches(words, budget: &budget)
            }
            if isNamed { return true }
        }
        return false
    }

    /// Whether `attribute` says what its element is. What was typed does not; what else is shown is all the name that a
    /// text has, where the source has no label for it.
    private func isName(_ attribute: Attribute, ofInput isInput: Bool) -> Bool {
        switch roles[attribute.name] {
        case .identifier, .label, .hint: true
        case .value: !isInput && format != .xcuiTest
        case .type, .package, .measurement, nil: false
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Of `com.example.app:id/name` the name: that an app has a word in its own name says nothing about its elements.
    fileprivate var withoutPackage: UnsafeRawBufferPointer {
        let separator = Array(":id/".utf8)
        guard let colon = firstIndex(of: separator[0]), self[colon...].starts(with: separator) else { return self }
        return UnsafeRawBufferPointer(rebasing: self[(colon + separator.count)...])
    }
}
