import BoundedWork

/// Lines that stand close beneath each other at one edge, like those of a cell or of a broken value.
struct TextBlocks {
    /// The blocks of two lines and more, each from top to bottom. No piece is in two of them.
    let blocks: [[Int]]
    let indices: [Int?]

    /// Lines of a block; longer ones are cut.
    private static let lineLimit = 12
    /// Distance of two cells beyond twice that of lines, in heights.
    private static let cellGap = 0.2

    /// Blocks of lines that stand as close together as the lines of a cell.
    init(_ layout: PieceLayout, isPart: [Bool], budget: inout WorkBudget) throws(BudgetFailure) {
        try self.init(layout, isPart: isPart, lineLimit: Self.lineLimit, budget: &budget) { layout.isTight($0, $1) }
    }

    /// - Parameter isNext: Whether the second line follows the first one in a block.
    init(
        _ layout: PieceLayout,
        isPart: [Bool],
        lineLimit: Int,
        budget: inout WorkBudget,
        isNext: (Int, Int) -> Bool
    ) throws(BudgetFailure) {
        var following: [Int?] = []
        var isFirst = [Bool](repeating: true, count: isPart.count)
        for piece in isPart.indices {
            try budget.spend(isPart[piece] ? 32 : 1)
            let next = isPart[piece] ? layout.vertical(of: piece, downward: true) : nil
            // Both have to be the nearest of each other, or a line would be in two blocks.
            guard let next, isPart[next], isNext(piece, next),
                layout.vertical(of: next, downward: false) == piece
            else {
                following.append(nil)
                continue
            }
            following.append(next)
            isFirst[next] = false
        }
        var blocks: [[Int]] = []
        for piece in isPart.indices where isFirst[piece] && following[piece] != nil {
            var lines = [piece]
            while let last = lines.last, let next = following[last] {
                if lines.count == lineLimit {
                    blocks.append(lines)
                    lines = []
                }
                lines.append(next)
            }
            if lines.count > 1 { blocks.append(lines) }
        }
        self.blocks = blocks.flatMap { Self.cells(of: $0, layout) }.filter { $0.count > 1 }
        var indices = [Int?](repeating: nil, count: isPart.count)
        for (index, lines) in self.blocks.enumerated() {
            for line in lines { indices[line] = index }
        }
        self.indices = indices
    }

    /// The lines of a block in groups that stand closer together than the groups do, like the rows of a dense table.
    ///
    /// The steps are from middle to middle, because a recogniser's frames end at the type or beyond it.
    private static func cells(of lines: [Int], _ layout: PieceLayout) -> [[Int]] {
        let steps = zip(lines, lines.dropFirst()).map { layout.frame(of: $1).middle - layout.frame(of: $0).middle }
        let height = lines.map { layout.frame(of: $0).height }.sorted()[lines.count / 2]
        let smallest = max(height, steps.min() ?? 0)
        var cells = [[lines[0]]]
        for (line, step) in zip(lines.dropFirst(), steps) {
            if step > 2 * smallest - (1 - cellGap) * height {
                cells.append([line])
            } else {
                cells[cells.count - 1].append(line)
            }
        }
        return cells
    }
}
