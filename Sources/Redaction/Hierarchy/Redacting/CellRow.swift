import BoundedWork

/// Joins numbers whose digits are spread over several elements, side by side: one digit or a few in each.
struct CellRow: ~Copyable {
    /// The digits of the row at hand.
    private var digits: FoldedText
    private var cellCount = 0
    /// The frame of the cell that was added last.
    private var frame: Frame?

    /// Most digits of a cell: a card's number is entered in groups of four.
    private static let maximumDigits = 4

    init() throws(BudgetFailure) {
        digits = try FoldedText()
    }

    /// Adds what the next element shows, if it belongs to the row at hand. If not, the number of that row is added to
    /// `search`, and another row begins.
    mutating func add(
        _ text: UnsafeBufferPointer<FoldedText.Character>,
        at frame: Frame?,
        to search: inout TextSearch
    ) throws(BudgetFailure) {
        // Lines between cells, and hyphens, are none.
        if text.allSatisfy({ $0.kind == .other }) { return }
        let isCell = text.count <= Self.maximumDigits && text.allSatisfy { $0.kind == .digit }
        if !isCell || cellCount > 0 && !Self.areSideBySide(self.frame, frame) { try finish(into: &search) }
        guard isCell else { return }
        for digit in text { try digits.append(digit.token, start: 0, kind: .digit) }
        cellCount += 1
        self.frame = frame
    }

    /// Adds the number of the row at hand to `search`.
    mutating func finish(into search: inout TextSearch) throws(BudgetFailure) {
        if cellCount > 1 { try search.add(digits.characters) }
        digits.removeAll()
        cellCount = 0
    }

    /// Whether the middle of each frame is beside the other frame.
    private static func areSideBySide(_ left: Frame?, _ right: Frame?) -> Bool {
        guard let left, let right else { return left == right }
        return abs(left.y + left.maxY - right.y - right.maxY) <= min(left.height, right.height)
    }
}
