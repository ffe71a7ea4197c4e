import BoundedWork

/// The parts of Playwright's locators that may be parts of what elements show: `4111 1111` of `getByText('4111 1111')`, where the
/// text is `Card 4111 1111 1111 1111`. Names of elements and attributes are code, and roles are words of a closed list.
struct LocatorParts: ~Copyable {
    private var texts: PartSearch
    private var numbers: PartSearch

    private init(texts: consuming PartSearch, numbers: consuming PartSearch) {
        self.texts = texts
        self.numbers = numbers
    }

    /// Collects the parts of all locators; only a hierarchy of Playwright has any.
    static func of(
        _ hierarchy: Hierarchy,
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> LocatorParts {
        var texts = try PartSearch.Parts()
        var numbers = try PartSearch.Parts()
        for attribute in hierarchy.attributes
        where hierarchy.format == .playwright && hierarchy.roles[attribute.name] == .identifier {
            try reader.read(hierarchy.value(of: attribute), budget: &budget)
            let characters = reader.text.characters
            for part in characters.literalsOfLocator { try texts.add(characters.slice(part)) }
            guard reader.text.digitCount > 0 else { continue }
            try reader.readDigits(endingAtMasks: true, budget: &budget)
            for digits in reader.digits.digitRows() { try numbers.add(reader.digits.characters.slice(digits)) }
        }
        return LocatorParts(
            texts: try texts.prepared(budget: &budget),
            numbers: try numbers.prepared(budget: &budget)
        )
    }

    /// Looks for the parts in `text`, which is covered.
    mutating func look(
        in text: UnsafeBufferPointer<FoldedText.Character>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try texts.look(in: text, budget: &budget)
    }

    mutating func lookForNumbers(
        in digits: UnsafeBufferPointer<FoldedText.Character>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try numbers.look(in: digits, budget: &budget)
    }

    /// Whether the locator that `reader` read last, one of the hierarchy's, holds a part of a covered text.
    func areTelling(_ reader: inout TextReader, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        let characters = reader.text.characters
        for part in characters.literalsOfLocator where try texts.holds(characters.slice(part), budget: &budget) {
            return true
        }
        guard reader.text.digitCount > 0 else { return false }
        try reader.readDigits(endingAtMasks: true, budget: &budget)
        for digits in reader.digits.digitRows()
        where try numbers.holds(reader.digits.characters.slice(digits), budget: &budget) {
            return true
        }
        return false
    }
}

extension UnsafeBufferPointer<FoldedText.Character> {
    /// The parts of a locator that are quoted, or stand behind `=`, cut at what selectors and regular expressions are
    /// made of.
    var literalsOfLocator: [Range<Int>] {
        var literals: [Range<Int>] = []
        var mark: UInt32?
        var isCode = false
        var start = 0
        for index in indices {
            let token = self[index].token
            guard let opening = mark else {
                guard Locator.openings.contains(token), token != Locator.slash || isExpression(at: index) else {
                    continue
                }
                (mark, start, isCode) = (token, index + 1, self.isCode(at: index))
                continue
            }
            let isEnd = Locator.isEnd(token, of: opening) && self[index - 1].token != Locator.backslash
            guard isEnd || Locator.cuts.contains(token) else { continue }
            if !isCode { literals.append(trimmed(start..<index)) }
            if isEnd {
                // A literal behind `=` may be quoted.
                isCode = isCode && start == index
                mark = opening == Locator.equals && Locator.openings.contains(token) ? token : nil
            }
            start = index + 1
        }
        if mark != nil, !isCode { literals.append(trimmed(start..<count)) }
        return literals
    }

    /// Whether the quoted text from `index` on is a role, as in `getByRole('button')` and `role=button`, or a place, as in
    /// `nth=2`.
    private func isCode(at index: Int) -> Bool {
        let before = self[..<index].suffix(Locator.getByRole.count).map(\.token)
        return before.elementsEqual(Locator.getByRole)
            || self[index].token == Locator.equals
                && [Locator.role, Locator.nth].contains { before.suffix($0.count).elementsEqual($0) }
    }

    /// Whether the slash at `index` begins a regular expression, and separates no steps of a path.
    private func isExpression(at index: Int) -> Bool {
        index == 0 || self[index - 1].kind == .space || Locator.before.contains(self[index - 1].token)
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        if let first = range.first, self[first].kind == .space { range.removeFirst() }
        if let last = range.last, self[last].kind == .space { range.removeLast() }
        return range
    }
}

/// Syntax of Playwright's locators, in folded characters.
private enum Locator {
    static let backslash = tokens("\\")[0]
    static let equals = tokens("=")[0]
    static let slash = tokens("/")[0]
    static let before = Set(tokens("(=,:"))
    static let openings = Set(tokens("'\"`/="))
    static let cuts = Set(tokens(".*+?^$|\\()[]{}<>='\"`/"))
    static let getByRole = tokens("getbyrole(")
    static let role = tokens("role")
    static let nth = tokens("nth")
    private static let endsOfBare = Set(tokens("'\"`],)>"))

    static func isEnd(_ token: UInt32, of opening: UInt32) -> Bool {
        opening == equals ? endsOfBare.contains(token) : token == opening
    }

    private static func tokens(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}
