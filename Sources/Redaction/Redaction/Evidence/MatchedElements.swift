import BoundedWork
import Hierarchy
import ImageCore
import SecureMemory
import SensitiveText
import StrictJSON

/// The elements that one selector names.
struct SelectedElements {
    /// In document order.
    private(set) var indices: [Int] = []
    /// The causes by the indices of the elements, if these are found by their texts.
    private(set) var causes: [Int: FindingCause] = [:]
    /// The values found in these texts.
    private(set) var values: [Int: SecureBytes] = [:]

    init(_ indices: [Int] = []) {
        self.indices = indices
    }

    mutating func append(_ index: Int, _ cause: FindingCause, _ value: SecureBytes) {
        indices.append(index)
        causes[index] = cause
        values[index] = value
    }
}

/// A page source with the elements that the targets of one policy name.
struct MatchedElements {
    let hierarchy: Hierarchy
    private let selected: [ElementSelector: SelectedElements]

    /// Nil where no target names any elements and no page source was sent; throws if only one of the two holds.
    init?(
        _ selectors: [(selector: ElementSelector, pointer: JSONPointer)],
        in source: SecureBytes?,
        names: NameLexicon? = nil,
        _ cancellation: Cancellation = Cancellation()
    ) throws(RedactionError) {
        guard let source else {
            guard let first = selectors.first else { return nil }
            throw .policy(.hierarchyMissing(first.pointer))
        }
        guard !selectors.isEmpty else { throw .policy(.hierarchyUnused) }
        hierarchy = try mapError(Hierarchy(parsing: source, cancellation: cancellation), \HierarchyError.redactionError)
        var matcher = try ElementMatcher(hierarchy, names, cancellation)
        var selected: [ElementSelector: SelectedElements] = [:]
        for (selector, pointer) in selectors where selected[selector] == nil {
            selected[selector] = try matcher.elements(selector, at: pointer)
        }
        self.selected = selected
    }

    /// Indices in document order.
    func callAsFunction(_ selector: ElementSelector) -> [Int] {
        selected[selector]?.indices ?? []
    }

    /// The cause for which `selector` names the element at `index`.
    func cause(of index: Int, for selector: ElementSelector) -> FindingCause {
        selected[selector]?.causes[index] ?? FindingCause(selector.isLevel ? .source : .selector)
    }

    /// The value for which `selector` names the element at `index`; nil if it does not look for values.
    func value(of index: Int, for selector: ElementSelector) -> SecureBytes? { selected[selector]?.values[index] }

    /// Elements named by any of `selectors`, seen or not, each once in document order.
    func named(by selectors: [ElementSelector]) -> [Int] {
        let isNamed = marks(of: selectors)
        return isNamed.indices.filter { isNamed[$0] }
    }

    /// For each element, whether one of `selectors` names it or an ancestor.
    func areHeld(by selectors: [ElementSelector]) -> [Bool] {
        hierarchy.includingHeld(marks(of: selectors))
    }

    private func marks(of selectors: [ElementSelector]) -> [Bool] {
        var isMarked = Array(repeating: false, count: hierarchy.elements.count)
        for selector in selectors {
            for index in self(selector) { isMarked[index] = true }
        }
        return isMarked
    }
}
