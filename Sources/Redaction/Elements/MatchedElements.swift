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

    /// Finds the elements. Nil for a policy that names none, where no hierarchy was sent.
    ///
    /// - Throws: ``RedactionError``, also where a policy and a hierarchy do not go together.
    init?(
        of policy: Policy,
        in source: SecureBytes?,
        _ cancellation: Cancellation = Cancellation()
    ) throws(RedactionError) {
        let selectors = policy.elementSelectors
        guard let source else {
            guard let first = selectors.first else { return nil }
            throw .policy(.hierarchyMissing(first.pointer))
        }
        guard !selectors.isEmpty else { throw .policy(.hierarchyUnused) }
        do {
            hierarchy = try Hierarchy(parsing: source, cancellation: cancellation)
        } catch {
            throw RedactionError(error)
        }
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

    /// All that a rule of `policy` names, whether it can be seen or not, each once.
    func named(by policy: Policy) -> [Int] {
        let isNamed = marks(of: policy.rules.map(\.target))
        return isNamed.indices.filter { isNamed[$0] }
    }

    /// Whether each element is kept by `policy`, by itself or with one that holds it.
    func areKept(by policy: Policy) -> [Bool] {
        hierarchy.includingHeld(marks(of: policy.keep))
    }

    private func marks(of targets: [Target]) -> [Bool] {
        var isMarked = Array(repeating: false, count: hierarchy.elements.count)
        for case .elements(let selector) in targets {
            for index in self(selector) { isMarked[index] = true }
        }
        return isMarked
    }
}

extension Policy {
    /// The selectors of its rules and of what it keeps, and where they are.
    fileprivate var elementSelectors: [(selector: ElementSelector, pointer: JSONPointer)] {
        let ruled = rules.enumerated().map { ($1.target, JSONPointer.rule($0, "target")) }
        let kept = keep.enumerated().map { ($1, JSONPointer([.name("keep"), .index($0)])) }
        return (ruled + kept).compactMap { target, pointer in
            guard case .elements(let selector) = target else { return nil }
            return (selector, pointer)
        }
    }
}
