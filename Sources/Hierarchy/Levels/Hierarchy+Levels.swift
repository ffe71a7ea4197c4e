public import BoundedWork
import SecureMemory

extension Hierarchy {
    /// The elements at `level`, in document order. An element covers all that it holds, whatever is said of that.
    ///
    /// - Parameters:
    ///   - level: Which elements.
    ///   - terms: What names a secret, for ``ElementLevel/sensitive``.
    ///   - budget: Pays for each element, for each character that is searched for terms, for each byte of terms, and for each
    ///     element that is looked at beside a caption.
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

    /// Units that are enough to look for elements of all levels, with terms of six policies, in the largest source that is not
    /// made of identifiers or captions alone. They are spent within two seconds.
    public static let levelWorkLimit = 100_000_000

    /// The elements that show text, where the innermost of nested ones stands for those round it that only repeat it.
    private var textElements: [Int] {
        var found: [Int] = []
        /// The first element after the one at hand, in document order, that has text.
        var next = elements.count
        for index in elements.indices.reversed() where hasText(index) {
            let kind = ElementKind(of: index, in: self)
            if kind.isTextual || kind != .window && next >= elements[index].end { found.append(index) }
            next = index
        }
        return found.reversed()
    }

    /// Whether the element at `index` shows text, as far as the source says.
    func hasText(_ index: Int) -> Bool {
        if text(.value, of: index) != nil || text(.label, of: index) != nil { return true }
        // A harness that names an element and leaves its text out does not say that it has none.
        return format == .playwright && attribute(.value, of: index) == nil
    }
}
