import BoundedWork
import SecureMemory

/// Texts of covered elements, to be found wherever else they occur.
struct CoveredTexts: ~Copyable {
    private let texts: TextSearch.Prepared
    /// The numbers among the texts, whose digits may be grouped in any way.
    private let numbers: TextSearch.Prepared
    private let locators: LocatorParts

    var isEmpty: Bool { texts.isEmpty && numbers.isEmpty }

    static func of(
        _ hierarchy: Hierarchy,
        _ coverage: Coverage,
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> CoveredTexts {
        var collection = TextCollection(
            texts: try TextSearch(),
            numbers: try TextSearch(),
            locators: try LocatorParts.of(hierarchy, &reader, budget: &budget)
        )
        for index in hierarchy.elements.indices where coverage.covers(index) {
            try collection.add(index, of: hierarchy, isField: coverage.isField(index), &reader, budget: &budget)
        }
        let cells = try CellDigits.of(hierarchy, where: coverage.covers, &reader, budget: &budget)
        try collection.add(cells)
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

private struct TextCollection: ~Copyable {
    var texts: TextSearch
    var numbers: TextSearch
    var locators: LocatorParts

    mutating func add(
        _ index: Int,
        of hierarchy: Hierarchy,
        isField: Bool,
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        for attribute in hierarchy.attributes[hierarchy.elements[index].attributes] {
            switch hierarchy.roles[attribute.name] {
            case .value: break
            // The label of a field is its caption, which others may well repeat.
            case .label where !isField: break
            default: continue
            }
            try reader.read(hierarchy.value(of: attribute), budget: &budget)
            guard !reader.text.characters.isEmpty else { continue }
            try add(&reader, budget: &budget)
        }
    }

    private mutating func add(_ reader: inout TextReader, budget: inout WorkBudget) throws(BudgetFailure) {
        try texts.add(reader.text.characters)
        try locators.look(in: reader.text.characters, budget: &budget)
        guard reader.text.digitCount > 0 else { return }
        try reader.readDigits(endingAtMasks: true, budget: &budget)
        for digits in reader.digits.digitRows() { try numbers.add(reader.digits.characters.slice(digits)) }
        try locators.lookForNumbers(in: reader.digits.characters, budget: &budget)
    }

    /// Adds the number of each row of cells.
    mutating func add(_ cells: borrowing CellDigits) throws(BudgetFailure) {
        let digits = cells.characters
        for row in digits.indices.split(whereSeparator: { digits[$0].kind != .digit }) {
            try numbers.add(digits.slice(row.startIndex..<row.endIndex))
        }
    }

    consuming func prepared(budget: inout WorkBudget) throws(BudgetFailure) -> CoveredTexts {
        CoveredTexts(
            texts: try texts.prepared(budget: &budget),
            numbers: try numbers.prepared(budget: &budget),
            locators: locators
        )
    }
}

extension CoveredTexts {
    /// The characters of the text that `reader` read last which are a covered text, or a number of one, in order.
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

    /// The elements that show the digits of a covered number side by side, with those that hold one of them and repeat it.
    ///
    /// Keys show digits, too: that some of them are missing would tell which.
    ///
    /// - Parameter budget: Pays for each character.
    func cells(
        of hierarchy: Hierarchy,
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Int] {
        guard !numbers.isEmpty else { return [] }
        let cells = try CellDigits.of(
            hierarchy,
            where: { ElementKind(of: $0, in: hierarchy) != .control },
            &reader,
            budget: &budget
        )
        var found: [Int] = []
        for match in try numbers.matches(in: cells.characters, budget: &budget) {
            let parts = Set(cells.characters.slice(match).map(\.start))
            // A number in one element is found as a text of it.
            guard parts.count > 1 else { continue }
            for part in parts { found.append(try outermost(Int(part), of: hierarchy, &reader, budget: &budget)) }
        }
        return found
    }

    /// The cell at `index`, or the outermost element that holds it and says the same.
    private func outermost(
        _ index: Int,
        of hierarchy: Hierarchy,
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Int {
        guard let text = hierarchy.text(.value, of: index) ?? hierarchy.text(.label, of: index) else { return index }
        try reader.read(text, budget: &budget)
        var outermost = index
        while let parent = hierarchy.elements[outermost].parent,
            let other = hierarchy.text(.value, of: parent) ?? hierarchy.text(.label, of: parent),
            other.count <= 4 * text.count,
            try reader.isSame(as: other, budget: &budget)
        {
            outermost = parent
        }
        return outermost
    }

    func isInLocator(_ reader: inout TextReader, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        try locators.areTelling(&reader, budget: &budget)
    }

    /// The ranges of both lists in order; ranges that overlap are joined.
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

/// Elements that are covered, by themselves or with an element that holds them.
struct Coverage {
    private let isCovered: [Bool]
    private let holdsCovered: [Bool]
    private let isCoveredField: [Bool]

    init(of covered: [Int], in hierarchy: Hierarchy) {
        let elements = hierarchy.elements
        var isNamed = Array(repeating: false, count: elements.count)
        var holdsNamed = isNamed
        for index in covered {
            isNamed[index] = true
            var parent = elements[index].parent
            while let holder = parent, !holdsNamed[holder] {
                holdsNamed[holder] = true
                parent = elements[holder].parent
            }
        }
        let isCovered = hierarchy.includingHeld(isNamed)
        self.isCovered = isCovered
        holdsCovered = holdsNamed
        isCoveredField = elements.indices.map { isCovered[$0] && ElementKind(of: $0, in: hierarchy) == .input }
    }

    func covers(_ index: Int) -> Bool { isCovered[index] }

    func touches(_ index: Int) -> Bool { isCovered[index] || holdsCovered[index] }

    func isField(_ index: Int) -> Bool { isCoveredField[index] }
}
