import BoundedRegex
import BoundedWork
import Hierarchy
import SecureMemory
import SensitiveText
import StrictJSON
import XPath

/// Finds the elements of all selectors of a policy, within one bound on the work.
struct ElementMatcher: ~Copyable {
    private let hierarchy: Hierarchy
    private let names: NameLexicon?
    /// Made when it is first needed.
    private var tree: ElementTree?
    private var budget: WorkBudget
    /// Pays for elements of levels and for terms.
    private var levelBudget: WorkBudget
    private var kindBudget: WorkBudget
    private var matcher: RegexMatcher

    init(_ hierarchy: Hierarchy, _ names: NameLexicon?, _ cancellation: Cancellation) throws(RedactionError) {
        (self.hierarchy, self.names) = (hierarchy, names)
        budget = WorkBudget(limit: XPath.workLimit, cancellation: cancellation)
        levelBudget = WorkBudget(limit: Hierarchy.levelWorkLimit, cancellation: cancellation)
        kindBudget = WorkBudget(limit: SensitiveTextSearch.workLimit, cancellation: cancellation)
        do {
            matcher = try RegexMatcher(
                budget: WorkBudget(limit: RegexMatcher.workLimit, cancellation: cancellation)
            )
        } catch {
            throw .outOfMemory(.unknown)
        }
    }

    /// Errors name `pointer`, the place of the target.
    mutating func elements(
        _ selector: ElementSelector,
        at pointer: JSONPointer
    ) throws(RedactionError) -> SelectedElements {
        let pointer = pointer.appending(.name(selector.kind))
        do {
            return switch selector {
            case .level(let level): SelectedElements(try hierarchy.elements(at: level, budget: &levelBudget))
            case .sensitive(let terms):
                SelectedElements(
                    try hierarchy.elements(at: .sensitive, terms: .standard.adding(terms), budget: &levelBudget)
                )
            case .kinds(let kinds):
                try KindSearch(for: kinds, names, in: hierarchy, budget: &kindBudget).elements(budget: &kindBudget)
            case .path(let path): SelectedElements(try elements(path))
            case .pattern(let pattern): SelectedElements(try elements(pattern))
            }
        } catch let error as OutOfMemory {
            throw .outOfMemory(error)
        } catch let error as BudgetFailure {
            let sentence =
                "looking for terms and kinds takes too much work on this page source; name fewer in fewer rules"
            throw RedactionError(error, orIfSpent: .elementsUndecided(pointer, sentence))
        } catch WorkFailure.cancelled {
            throw .cancelled
        } catch {
            let undecided = PolicyError.elementsUndecided(pointer, "\(error)")
            switch error {
            case XPathEvaluationError.unfinished(let failure), RegexMatchError.unfinished(let failure):
                throw RedactionError(failure, orIfSpent: undecided)
            default: throw .policy(undecided)
            }
        }
    }

    private mutating func elements(_ path: ElementPath) throws -> [Int] {
        let tree = try tree ?? ElementTree(hierarchy, budget.cancellation)
        self.tree = tree
        return try path.expression.elements(in: tree, budget: &budget)
    }

    private mutating func elements(_ pattern: ElementPattern) throws -> [Int] {
        var found: [Int] = []
        for index in hierarchy.elements.indices where try matches(pattern, index) { found.append(index) }
        return found
    }

    private mutating func matches(_ pattern: ElementPattern, _ index: Int) throws -> Bool {
        for property in ElementPattern.Property.allCases {
            guard let expression = pattern.expressions[property] else { continue }
            let matches =
                if let text = hierarchy.text(property.role, of: index) {
                    try text.withUnsafeBytes { try matcher.matches(expression.regex, utf8: $0) }
                } else {
                    try matcher.matches(expression.regex, property == .type ? hierarchy.type(of: index) : "")
                }
            guard matches else { return false }
        }
        return true
    }
}

extension ElementTree {
    /// The elements under the indices of `hierarchy`.
    fileprivate init(_ hierarchy: Hierarchy, _ cancellation: Cancellation) throws {
        var builder = try ElementTreeBuilder()
        var names: [ElementTree.Name] = []
        for name in hierarchy.names { names.append(builder.name(name)) }
        var ends: [Int] = []
        for (index, element) in hierarchy.elements.enumerated() {
            while let end = ends.last, end <= index {
                builder.close()
                ends.removeLast()
            }
            builder.open(names[element.tag])
            ends.append(element.end)
            for attribute in hierarchy.attributes[element.attributes] where !attribute.isNull {
                try cancellation.check()
                try hierarchy.value(of: attribute).withUnsafeBytes { value in
                    try builder.addAttribute(names[attribute.name], value: value)
                }
            }
        }
        self = builder.finish()
    }
}
