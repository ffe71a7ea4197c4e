import BoundedWork

/// Reads numbers whose digits are spread over several elements, side by side: one digit or a few in each.
struct CellDigits: ~Copyable {
    /// The digits of all rows, with a gap between two rows. The start of a digit is the index of its element.
    private var digits: FoldedText
    /// The frame of the cell that was read last.
    private var frame: Frame?
    /// The index after the last element that the field at hand holds; these do not part it from the field beside it.
    private var fieldEnd = 0

    /// Most digits of a cell: a card's number is entered in groups of four.
    private static let maximumDigits = 4

    /// Reads the cells of a hierarchy.
    ///
    /// - Parameters:
    ///   - hierarchy: That of the elements.
    ///   - isIncluded: Whether the element at an index is looked at.
    ///   - reader: Reads their texts.
    ///   - budget: Pays for each character.
    static func of(
        _ hierarchy: Hierarchy,
        where isIncluded: (Int) -> Bool,
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> CellDigits {
        var cells = CellDigits(try FoldedText())
        for index in hierarchy.elements.indices where isIncluded(index) {
            try cells.add(index, of: hierarchy, &reader, budget: &budget)
        }
        return cells
    }

    private init(_ digits: consuming FoldedText) {
        self.digits = digits
    }

    /// The digits of all rows, none of which reads on in another.
    var characters: UnsafeBufferPointer<FoldedText.Character> { digits.characters }

    private mutating func add(
        _ index: Int,
        of hierarchy: Hierarchy,
        _ reader: inout TextReader,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let element = hierarchy.elements[index]
        let isField = ElementKind(of: index, in: hierarchy) == .input
        // What holds others repeats them.
        guard index >= fieldEnd, isField || element.end == index + 1 else { return }
        if isField { fieldEnd = element.end }
        for attribute in hierarchy.attributes[element.attributes] {
            switch hierarchy.roles[attribute.name] {
            case .value: break
            // The label of a field is its caption.
            case .label where !isField: break
            default: continue
            }
            try reader.read(hierarchy.value(of: attribute), budget: &budget)
            if reader.text.characters.isEmpty { continue }
            // A field of the whole number may hold a cell for each digit.
            if reader.text.characters.count > Self.maximumDigits { fieldEnd = index + 1 }
            return try add(reader.text.characters, of: index, at: element.frame)
        }
    }

    private mutating func add(
        _ text: UnsafeBufferPointer<FoldedText.Character>,
        of index: Int,
        at frame: Frame?
    ) throws(BudgetFailure) {
        // Lines between cells, and hyphens, are none.
        if text.allSatisfy({ $0.kind == .other }) { return }
        let isCell = text.count <= Self.maximumDigits && text.allSatisfy { $0.kind == .digit }
        if !isCell || !Self.areSideBySide(self.frame, frame) { try digits.appendGap() }
        guard isCell else { return }
        for digit in text { try digits.append(digit.token, start: Int32(index), kind: .digit) }
        self.frame = frame
    }

    /// Whether the middle of each frame is beside the other frame.
    private static func areSideBySide(_ left: Frame?, _ right: Frame?) -> Bool {
        guard let left, let right else { return left == right }
        return abs(left.y + left.maxY - right.y - right.maxY) <= min(left.height, right.height)
    }
}
