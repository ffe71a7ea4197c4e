import BoundedWork
import Hierarchy
import ImageCore
import SecureMemory
import StrictJSON

/// A hierarchy, and its elements that the targets of one policy name.
struct MatchedElements {
    /// The hierarchy that came with the snapshot.
    let hierarchy: Hierarchy
    /// The elements that each selector names, as indices in document order.
    private let indices: [ElementSelector: [Int]]

    /// Finds the elements that targets name. Nil where no target names any, and no hierarchy was sent.
    ///
    /// - Parameters:
    ///   - selectors: What the targets name their elements by, and where each target is.
    ///   - source: The hierarchy that was sent; nil if there is none.
    ///   - cancellation: Whether the elements are still wanted.
    /// - Throws: ``RedactionError``, also if targets name elements and no hierarchy was sent, or none does and one was.
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

    /// The elements that `selector`, one of the policy's, names: indices in document order.
    func callAsFunction(_ selector: ElementSelector) -> [Int] {
        indices[selector] ?? []
    }

    /// The elements that any of `selectors` names, seen or not, each once: indices in document order.
    func named(by selectors: [ElementSelector]) -> [Int] {
        let isNamed = marks(of: selectors)
        return isNamed.indices.filter { isNamed[$0] }
    }

    /// For each element, whether one of `selectors` names it or an element that holds it.
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
