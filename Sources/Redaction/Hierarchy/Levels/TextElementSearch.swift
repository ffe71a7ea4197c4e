import BoundedWork
import SecureMemory
import TextAlgorithms

/// Search for the elements that show text. Of nested elements that repeat each other, the innermost are found.
///
/// An element whose purpose is to show text or take input, empty or not, is found whatever it holds. Any other is left out if
/// elements in it that are seen themselves say all of its text, one after the other: containers of React Native repeat their rows
/// in this way.
struct TextElementSearch: ~Copyable {
    private let hierarchy: Hierarchy
    private var words: Words
    private var said: WipedArray<UInt8>
    /// The elements that were found, from the last in the source to the first.
    private var found: [Found] = []

    private struct Found {
        let index: Int
        let value: Range<Int>
        let label: Range<Int>
    }

    init(in hierarchy: Hierarchy) throws(BudgetFailure) {
        self.init(in: hierarchy, words: try Words(), said: try WipedArray())
    }

    private init(in hierarchy: Hierarchy, words: consuming Words, said: consuming WipedArray<UInt8>) {
        self.hierarchy = hierarchy
        self.words = words
        self.said = said
    }

    consuming func elements(budget: inout WorkBudget) throws(BudgetFailure) -> [Int] {
        for index in hierarchy.elements.indices.reversed() {
            try budget.spend()
            let kind = ElementKind(of: index, in: hierarchy)
            guard kind == .input || kind != .window && hierarchy.hasText(index) else { continue }
            let start = said.count
            let element = Found(
                index: index,
                value: try read(.value, of: index, budget: &budget),
                label: try read(.label, of: index, budget: &budget)
            )
            if !kind.isTextual, try isRepeated(element, budget: &budget) {
                while said.count > start { said.removeLast() }
            } else {
                found.append(element)
            }
        }
        return found.reversed().map(\.index)
    }

    private mutating func read(
        _ role: AttributeRole,
        of index: Int,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Range<Int> {
        let start = said.count
        guard let text = hierarchy.text(role, of: index) else { return start..<start }
        try text.withUnsafeBytes { (bytes) throws(BudgetFailure) in try words.read(bytes, budget: &budget) }
        try said.reserve(words.units.count)
        for unit in words.units { try said.append(unit.byte) }
        return start..<said.count
    }

    /// Whether elements in `element` that were found say all of its texts.
    private func isRepeated(_ element: Found, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        // A text without a word, such as a row of stars, cannot be recognised elsewhere.
        guard !element.value.isEmpty || !element.label.isEmpty else { return false }
        guard try hierarchy.showsTexts(ofHeldBy: element.index, budget: &budget) else { return false }
        for text in [element.value, element.label] where try !isRepeated(text, in: element.index, budget: &budget) {
            return false
        }
        return true
    }

    private func isRepeated(_ text: Range<Int>, in index: Int, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        let end = hierarchy.elements[index].end
        var rest = said.values[text]
        for inner in found.reversed() {
            guard inner.index < end, !rest.isEmpty else { break }
            try budget.spend()
            let element = hierarchy.elements[inner.index]
            guard element.isVisible, let frame = element.frame, !frame.isEmpty else { continue }
            for words in [inner.value, inner.label] where !words.isEmpty && rest.starts(with: said.values[words]) {
                try budget.spend(words.count)
                rest = rest.dropFirst(words.count)
                break
            }
        }
        return rest.isEmpty
    }
}
