public import BoundedWork
import SecureMemory

extension Hierarchy {
    /// The elements at `level`, in document order. An element covers all that it holds, so what it holds need not be
    /// listed.
    ///
    /// - Parameters:
    ///   - level: Which elements are looked for.
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
        case .allText: try TextElementSearch(in: self).elements(budget: &budget)
        case .userInput: elements.indices.filter { elements[$0].isSecure || ElementKind(of: $0, in: self) == .input }
        case .sensitive: try sensitiveElements(terms, budget: &budget)
        }
    }

    /// Units that are enough to look for elements of all levels, with terms of six policies, in the largest source that is not
    /// made of identifiers or captions alone. They are spent within two seconds.
    public static let levelWorkLimit = 100_000_000

    /// Whether the element at `index` says that it shows text.
    func says(_ index: Int) -> Bool {
        text(.value, of: index) != nil || text(.label, of: index) != nil
    }

    /// Whether the element at `index` shows text, as far as the source says.
    func hasText(_ index: Int) -> Bool {
        if says(index) { return true }
        // A source that leaves a text out does not say that there is none.
        guard attribute(.value, of: index) == nil, attribute(.label, of: index) == nil else { return false }
        return switch format {
        case .playwright: true
        case .xcuiTest: ElementKind(of: index, in: self) == .text
        case .uiAutomator: false
        }
    }
}

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

extension Hierarchy {
    /// Whether the element is a toast of Android, of which UiAutomator2 gives the text and not always the place.
    public func isToast(_ index: Int) -> Bool {
        guard format == .uiAutomator else { return false }
        guard let type = attribute(.type, of: index) else { return tagName(of: index) == Self.toast }
        return value(of: type).withUnsafeBytes { $0.elementsEqual(Self.toast.utf8) }
    }

    private static let toast = "android.widget.Toast"
}
