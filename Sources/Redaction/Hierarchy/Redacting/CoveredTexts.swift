import BoundedWork
import SecureMemory

/// What covered elements show, to be found wherever else it occurs.
struct CoveredTexts: ~Copyable {
    private let texts: TextSearch.Prepared
    /// The numbers among the texts, whose digits may be grouped in any way.
    private let numbers: TextSearch.Prepared
    private let locators: LocatorParts

    /// Whether there is nothing to look for.
    var isEmpty: Bool { texts.isEmpty && numbers.isEmpty }

    /// Collects what the covered elements of a hierarchy show.
    ///
    /// - Parameters:
    ///   - hierarchy: That of the elements.
    ///   - coverage: Which of its elements are covered.
    ///   - reader: Reads their texts.
    ///   - budget: Pays for each character.
    static func of(
        _ hierarchy: Hierarchy,
        _ coverage: Coverage,
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> CoveredTexts {
        var collection = TextCollection(
            texts: try TextSearch(),
            numbers: try TextSearch(),
            locators: try LocatorParts.of(hierarchy, &reader, budget: &budget),
            row: try CellRow()
        )
        for index in hierarchy.elements.indices where coverage.covers(index) {
            try collection.add(index, of: hierarchy, isField: coverage.isField(index), &reader, budget: &budget)
        }
        return try collection.prepared(budget: &budget)
    }

    fileprivate init(
        texts: consuming TextSearch.Prepared,
        numbers: consuming TextSearch.Prepared,
        locators: consuming LocatorParts
    ) {
        self.texts = texts
        self.numbers = numbers
        self.locators = locators
    }
}

/// Takes what covered elements show, element by element.
private struct TextCollection: ~Copyable {
    var texts: TextSearch
    var numbers: TextSearch
    var locators: LocatorParts
    var row: CellRow
    /// The index after the last element that the field at hand holds; these do not part it from the field beside it.
    private var fieldEnd = 0

    init(
        texts: consuming TextSearch,
        numbers: consuming TextSearch,
        locators: consuming LocatorParts,
        row: consuming CellRow
    ) {
        self.texts = texts
        self.numbers = numbers
        self.locators = locators
        self.row = row
    }

    mutating func add(
        _ index: Int,
        of hierarchy: Hierarchy,
        isField: Bool,
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let element = hierarchy.elements[index]
        // What holds others repeats them.
        var isCell = index >= fieldEnd && (isField || element.end == index + 1)
        if isField { fieldEnd = max(fieldEnd, element.end) }
        for attribute in hierarchy.attributes[element.attributes] {
            switch hierarchy.roles[attribute.name] {
            case .value: break
            // The label of a field is its caption, which others may well repeat.
            case .label where !isField: break
            default: continue
            }
            try reader.read(hierarchy.value(of: attribute), budget: &budget)
            guard !reader.text.characters.isEmpty else { continue }
            if isCell { try row.add(reader.text.characters, at: element.frame, to: &numbers) }
            isCell = false
            try add(&reader, budget: &budget)
        }
    }

    /// Adds the text that `reader` read last.
    private mutating func add(_ reader: inout TextReader, budget: inout WorkBudget) throws(BudgetFailure) {
        try texts.add(reader.text.characters)
        try locators.look(in: reader.text.characters, budget: &budget)
        guard reader.text.digitCount > 0 else { return }
        try reader.readDigits(endingAtMasks: true, budget: &budget)
        for digits in reader.digits.digitRows() { try numbers.add(reader.digits.characters.slice(digits)) }
        try locators.lookForNumbers(in: reader.digits.characters, budget: &budget)
    }

    consuming func prepared(budget: inout WorkBudget) throws(BudgetFailure) -> CoveredTexts {
        try row.finish(into: &numbers)
        return CoveredTexts(
            texts: try texts.prepared(budget: &budget),
            numbers: try numbers.prepared(budget: &budget),
            locators: locators
        )
    }
}

extension CoveredTexts {
    /// The characters of the text that `reader` read last which are a covered text, or a number of one, in order.
    ///
    /// - Parameter budget: Pays for each character.
    func matches(
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Range<Int>] {
        let matches = texts.isEmpty ? [] : try texts.matches(in: reader.text.characters, budget: &budget)
        guard !numbers.isEmpty, reader.text.digitCount > 0 else { return matches }
        try reader.readDigits(endingAtMasks: false, budget: &budget)
        let found = try numbers.matches(in: reader.digits.characters, budget: &budget)
        return Self.union(matches, found.map { reader.digits.characters(ofDigits: $0) })
    }

    /// Whether the locator that `reader` read last holds a part of a covered text.
    ///
    /// - Parameter budget: Pays for each character.
    func isInLocator(_ reader: inout TextReader, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        try locators.areTelling(&reader, budget: &budget)
    }

    /// The ranges of both lists in order, those that overlap as one.
    private static func union(_ left: [Range<Int>], _ right: [Range<Int>]) -> [Range<Int>] {
        guard !left.isEmpty, !right.isEmpty else { return left + right }
        var union: [Range<Int>] = []
        for range in (left + right).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = union.last, range.lowerBound < last.upperBound else {
                union.append(range)
                continue
            }
            union[union.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        }
        return union
    }
}
