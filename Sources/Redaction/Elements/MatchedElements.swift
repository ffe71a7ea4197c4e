import BoundedWork
import Hierarchy
import ImageCore
import SecureMemory
import StrictJSON

/// The elements of one hierarchy that the targets of one policy name.
struct MatchedElements {
    /// What a harness sent along with the snapshot.
    let hierarchy: Hierarchy
    /// Indices in document order.
    private let indices: [ElementSelector: [Int]]

    /// Finds the elements that targets name. Nil where none does, and no hierarchy was sent.
    ///
    /// - Parameters:
    ///   - selectors: Those of the targets, and where each target is.
    ///   - source: The hierarchy that was sent.
    ///   - cancellation: Whether the elements are still wanted.
    /// - Throws: ``RedactionError``, also where targets and a hierarchy do not go together.
    init?(
        _ selectors: [(selector: ElementSelector, pointer: JSONPointer)],
        in source: SecureBytes?,
        _ cancellation: Cancellation = Cancellation()
    ) throws(RedactionError) {
        guard let source else {
            guard let first = selectors.first else { return nil }
            throw .policy(.hierarchyMissing(first.pointer))
        }
        guard !selectors.isEmpty else { throw .policy(.hierarchyUnused) }
        hierarchy = try mapError(Hierarchy(parsing: source, cancellation: cancellation), \HierarchyError.redactionError)
        var matcher = try ElementMatcher(hierarchy, cancellation)
        var indices: [ElementSelector: [Int]] = [:]
        for (selector, pointer) in selectors where indices[selector] == nil {
            indices[selector] = try matcher.elements(selector, at: pointer)
        }
        self.indices = indices
    }

    /// The elements that `selector`, one of the policy's, names.
    func callAsFunction(_ selector: ElementSelector) -> [Int] {
        indices[selector] ?? []
    }

    /// All that `selectors` name, whether it can be seen or not, each once.
    func named(by selectors: [ElementSelector]) -> [Int] {
        let isNamed = marks(of: selectors)
        return isNamed.indices.filter { isNamed[$0] }
    }

    /// Whether each element is one that `selectors` name, or is held by one.
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
