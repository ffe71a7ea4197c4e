public import BoundedWork
import SecureMemory

/// Part of a screen to cover, in words that fit every app.
public enum ElementLevel: String, Sendable, CaseIterable {
    /// The elements that show text.
    ///
    /// | source | covers |
    /// |---|---|
    /// | XCUITest | texts, fields, buttons, links, keys and pickers with a `value` or `label` |
    /// | UiAutomator | text views, edit texts, buttons and the like with a `text` or `content-desc` |
    /// | Playwright | every box whose `text` is not empty, or is not given |
    ///
    /// Fields are covered whether they state their text or not. Any other element with a text is covered unless elements in it
    /// have the same: the innermost of nested elements that repeat each other, unless none of these lies in it, and the whole of a
    /// screen that is a single picture.
    case allText = "all-text"

    /// Everything that the user types or picks, empty or not.
    ///
    /// | source | covers |
    /// |---|---|
    /// | XCUITest | text fields, secure ones too, search fields, text views, combo boxes, pickers and their wheels |
    /// | UiAutomator | `password` or `editable`; edit texts, search views, spinners, pickers, by the end of the class |
    /// | Playwright | the roles `textbox`, `searchbox`, `combobox`, `spinbutton`, `listbox` |
    case userInput = "user-input"

    /// Every element that is declared or named a secret.
    ///
    /// | source | covers |
    /// |---|---|
    /// | XCUITest | `SecureTextField`; elements whose `name`, `label` or `placeholderValue` names a secret |
    /// | UiAutomator | `password`, or such an `input-type`; what `resource-id`, `content-desc`, `hint` or `text` call so |
    /// | Playwright | boxes whose `locator` or `text` names one |
    ///
    /// The `text` of a field was typed, and names nothing. Names of secrets are in ``SensitiveTerms``.
    ///
    /// A text that names a secret may be the caption of another element: `Card number` above `4111 …`. That other one is then
    /// covered, too: the nearest text or input within the same container that stands in the row of the caption, to its right or
    /// else to its left; the nearest beneath it, within two heights of the caption; in doubt both. Of several digits in boxes of
    /// their own all are covered, and of a list beneath a heading one text. A button, a link or a switch is no caption, and is
    /// covered as a value only if it shows a digit and is no switch. Without frames, the next text in the source is the value.
    case sensitive
}

extension Hierarchy {
    /// The elements at `level`, in document order. An element covers all elements in it, which need not be listed.
    ///
    /// - Parameters:
    ///   - level: The kind of the elements.
    ///   - terms: Names of secrets, for ``ElementLevel/sensitive``.
    ///   - budget: Pays for each element, for each character that is searched for terms, for each byte of terms, and for each
    ///     element that is looked at beside a caption.
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

    func says(_ index: Int) -> Bool {
        text(.value, of: index) != nil || text(.label, of: index) != nil
    }

    /// Whether the element at `index` shows text, as far as the source says.
    func hasText(_ index: Int) -> Bool {
        if says(index) { return true }
        // A source that leaves a text out does not say that there is none.
        guard attribute(.value, of: index) == nil, attribute(.label, of: index) == nil else { return false }
        let kind = ElementKind(of: index, in: self)
        if self.kind.omitsTexts { return kind.isTextual || kind == .other && elements[index].end == index + 1 }
        return switch format {
        case .playwright: true
        case .xcuiTest: kind == .text
        case .uiAutomator: false
        }
    }
}

extension Hierarchy {
    /// Whether a text of the element at `index` that elements in it repeat is shown by these, and not by the element itself.
    ///
    /// It is not where all elements with a text are elsewhere, or too small to be read: pages hold such copies for screen readers
    /// of what they draw. Of a list, most rows may be out of sight.
    ///
    /// - Parameter budget: Pays for each element that is looked at.
    public func showsTexts(ofHeldBy index: Int, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        guard let outer = elements[index].frame, !outer.isEmpty else { return true }
        for held in subtree(of: index).dropFirst() {
            try budget.spend()
            guard says(held), elements[held].isVisible || !elements[index].isVisible else { continue }
            guard let frame = elements[held].frame else { return true }
            if min(frame.width, frame.height) > Self.unreadable, frame.overlaps(outer) { return true }
        }
        return false
    }

    /// Height of a text that nobody reads, in any unit: copies for screen readers take one CSS pixel, which is up to three others.
    private static let unreadable = 3.0
}

extension Hierarchy {
    /// The elements that are declared or named a secret, and the values beside mere captions of one.
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
