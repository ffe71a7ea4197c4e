import BoundedWork
import SecureMemory
import TextAlgorithms

/// Finds the values that captions name, where "Card number" is one element, and what stands beside or beneath it another.
///
/// A value is looked for within the innermost element round the caption that shows anything else; in those round that, too,
/// where it is not found there, up to the window. Rows of a list, and elements that are tapped as a whole, do not reach into each other,
/// but for inputs. It is the nearest text or input in the same row, to the right, or to the left where nothing
/// is on the right; or the nearest beneath, within two heights of the caption. In doubt, both are.
///
/// Only so many elements before and after a caption are looked at, more than fit on a screen: the work is proportional to the
/// number of elements.
struct CaptionSearch {
    private static let reach = 64
    private static let maximumDepth = 8
    private static let maximumSearches = 3

    struct Candidate {
        let index: Int
        let frame: Frame?
        let name: NameSearch.Name
        let kind: ElementKind
        let showsDigit: Bool
        /// Characters that the element shows, counted up to five.
        let length: Int
    }

    private let hierarchy: Hierarchy
    private let kinds: [ElementKind]
    /// For each element the innermost one that holds it and is a row, or is tapped, as a whole; -1 for none.
    private let rows: [Int]
    private var candidates: [Candidate] = []

    /// Collects the texts and inputs of a hierarchy, and the captions among them.
    init(
        in hierarchy: Hierarchy,
        _ names: [NameSearch.Name],
        _ kinds: [ElementKind],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        self.hierarchy = hierarchy
        self.kinds = kinds
        rows = try hierarchy.rows(kinds, budget: &budget)
        /// The first candidate after the element at hand, in document order.
        var next = hierarchy.elements.count
        for index in hierarchy.elements.indices.reversed() {
            try budget.spend()
            let isOuter = next < hierarchy.elements[index].end
            let candidate = try hierarchy.candidate(
                index,
                names[index],
                kinds[index],
                isOuter: isOuter,
                budget: &budget
            )
            guard let candidate else { continue }
            candidates.append(candidate)
            next = index
        }
        candidates.reverse()
    }

    func values(budget: inout WorkBudget) throws(BudgetFailure) -> [Int] {
        var found: [Int] = []
        for place in candidates.indices where candidates[place].name == .caption {
            try found += values(ofCaptionAt: place, budget: &budget)
        }
        return found
    }

    private func values(ofCaptionAt place: Int, budget: inout WorkBudget) throws(BudgetFailure) -> [Int] {
        let caption = candidates[place]
        var values: [Int] = []
        var ancestor = hierarchy.elements[caption.index].parent
        var searchCount = 0
        for _ in 0..<Self.maximumDepth where searchCount < Self.maximumSearches {
            let near = try neighbours(of: place, within: ancestor, budget: &budget)
            if near.count > 1 {
                searchCount += 1
                try budget.spend(near.count)
                let found = RowSearch(of: caption, among: near, isFlat: ancestor == nil).values
                values += found.map(\.index)
                // A star beside a caption is not the whole value.
                if found.contains(where: { $0.length > 2 || $0.kind == .input || $0.showsDigit }) { return values }
            }
            guard let outer = ancestor, kinds[outer] != .window else { return values }
            ancestor = hierarchy.elements[outer].parent
        }
        return values
    }

    /// The candidates near the one at `place`, itself among them, that the element at `ancestor` holds, or all. Outside of the
    /// caption's row, only inputs, and digits that are in no row: the others are rows of a menu.
    private func neighbours(
        of place: Int,
        within ancestor: Int?,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> ArraySlice<Candidate> {
        let scope = ancestor.map(hierarchy.subtree) ?? hierarchy.elements.indices
        let all = max(place - Self.reach, 0)..<min(place + Self.reach + 1, candidates.count)
        try budget.spend(all.count)
        let lower = candidates[all.lowerBound...place].firstIndex { scope.contains($0.index) } ?? place
        let upper = candidates[place..<all.upperBound].lastIndex { scope.contains($0.index) } ?? place
        let (near, captionIndex) = (candidates[lower...upper], candidates[place].index)
        let isWithinRow = rows[captionIndex] <= ancestor ?? -1
        guard !isWithinRow else { return near }
        return near.filter { candidate in
            candidate.index == captionIndex || candidate.kind == .input
                || candidate.showsDigit && rows[candidate.index] <= ancestor ?? -1
        }[...]
    }
}

extension Hierarchy {
    /// The candidate for a caption at `index`; nil if it shows no text, or none that could be seen, or only the text of elements
    /// in it.
    fileprivate func candidate(
        _ index: Int,
        _ name: NameSearch.Name,
        _ kind: ElementKind,
        isOuter: Bool,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> CaptionSearch.Candidate? {
        let element = elements[index]
        guard element.isVisible, element.frame?.isEmpty != true, kind != .window, kind != .image else { return nil }
        guard kind == .input || element.isSecure || !isOuter && hasText(index) else { return nil }
        var (length, showsDigit) = (0, false)
        for role in [AttributeRole.value, .label] {
            guard let text = text(role, of: index) else { continue }
            try budget.spend(text.count)
            // A label beside a value is said to the blind, and not shown.
            if length == 0 {
                length = text.withUnsafeBytes { UTF8Scalars($0).prefix(5).reduce(0) { count, _ in count + 1 } }
            }
            showsDigit = showsDigit || text.withUnsafeBytes { UTF8Scalars($0).contains(where: \.isDecimalDigit) }
        }
        return CaptionSearch.Candidate(
            index: index,
            frame: element.frame,
            name: name,
            kind: element.isSecure ? .input : kind,
            showsDigit: showsDigit,
            length: length
        )
    }

    fileprivate func rows(_ kinds: [ElementKind], budget: inout WorkBudget) throws(BudgetFailure) -> [Int] {
        let clickable = format == .uiAutomator ? names.firstIndex(of: "clickable") : nil
        var rows = Array(repeating: -1, count: elements.count)
        for index in elements.indices {
            guard let parent = elements[index].parent else { continue }
            try budget.spend()
            // Of several in one element, each asks the same of it: it is asked once.
            if index == parent + 1 {
                rows[index] = isRow(parent, kinds[parent], clickable) ? parent : rows[parent]
            } else {
                rows[index] = rows[parent + 1]
            }
        }
        return rows
    }

    private func isRow(_ index: Int, _ kind: ElementKind, _ clickable: Int?) -> Bool {
        switch kind {
        case .input, .control, .choice, .row: true
        case .window: false
        case .text, .image, .other:
            attributes[elements[index].attributes].contains { attribute in
                attribute.name == clickable && value(of: attribute).withUnsafeBytes { $0.elementsEqual("true".utf8) }
            }
        }
    }
}
