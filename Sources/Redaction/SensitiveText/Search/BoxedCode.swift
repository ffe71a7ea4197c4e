/// Tells the digits of a code, which stand in boxes of their own, from the other digits that stand in a row, where no caption
/// was read.
enum BoxedCode {
    /// How many digits a code has.
    private static let lengths = 4...8
    /// How far the steps from digit to digit are from the shortest one, as a share of it: digits are not all as wide.
    private static let tolerance = 0.2
    /// How much wider than the height of the digits a step at least is.
    private static let spacing = 1.4

    /// Whether digits stand apart at one distance, with nothing of the kind above or beneath them, as in tables, and do not
    /// count, as pages and the marks of an axis do.
    static func isOne(_ cells: [Int], in pieces: borrowing TextPieces, _ layout: PieceLayout) -> Bool {
        guard lengths.contains(cells.count), cells.allSatisfy({ isDigit($0, pieces) }) else { return false }
        let digits = cells.map { Int(pieces.units(of: $0)[0].scalar) }
        guard Set(zip(digits, digits.dropFirst()).map { $1 - $0 }).count > 1 else { return false }
        let frames = cells.map { layout.frame(of: $0) }
        let steps = zip(frames, frames.dropFirst()).map { $1.middleX - $0.middleX }
        let height = frames.reduce(0) { max($0, $1.height) }
        guard let shortest = steps.min(), shortest > spacing * height,
            steps.allSatisfy({ $0 - shortest <= tolerance * shortest })
        else { return false }
        return !cells.contains { cell in
            [true, false].contains { downward in
                layout.vertical(of: cell, downward: downward).map { isDigit($0, pieces) } ?? false
            }
        }
    }

    private static func isDigit(_ piece: Int, _ pieces: borrowing TextPieces) -> Bool {
        let units = pieces.units(of: piece)
        return units.count == 1 && units[0].isDigit
    }
}
