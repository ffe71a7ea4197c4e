import BoundedWork

/// Labels of pieces that are beside and above other pieces.
struct Captions {
    private let roles: [CaptionRole]
    private let fragments: [Bool]
    /// Whether a piece is a line of a broken caption, and no value.
    private let isCaptionPart: [Bool]
    let blocks: TextBlocks
    private let columns: TableColumns
    private let directions: LineDirections
    private let layout: PieceLayout

    /// Pieces beside one that are passed on the way to its label.
    private static let rowReach = 8
    /// Lines above one that are passed.
    private static let columnReach = 10
    /// Cells above a caption that show it to be one of them.
    private static let leastCells = 2
    /// Digits of a number that is none of headers.
    private static let numberLength = 4
    /// Concepts whose label has one value.
    private static let single = [
        SensitiveKind.password, .pin, .oneTimeCode, .cardSecurityCode, .secret, .recoveryPhrase, .cryptoAddress,
    ]
    .reduce(into: ConceptSet()) { $0.formUnion(.kind($1)) }
    /// Concepts whose values other cells look like.
    private static let wordy = single.union(.kind(.personName)).union(.nothingSensitive)

    init(
        of texts: borrowing TextPieces,
        labels: [[LabelLexicon.Label]],
        _ lexicon: LabelLexicon,
        _ layout: PieceLayout,
        isRecognised: Bool,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        self.layout = layout
        var roles: [CaptionRole] = []
        var isFragment: [Bool] = []
        var runsFromRight: [Bool] = []
        var numbers: [Bool] = []
        for piece in 0..<texts.count {
            let units = texts.units(of: piece)
            try budget.spend(min(units.count, CaptionRole.lengthLimit))
            roles.append(CaptionRole(of: units, labels[piece]))
            isFragment.append(CaptionRole.isFragment(units, isRecognised: isRecognised))
            numbers.append(units.prefix(CaptionRole.lengthLimit).count(where: \.isDigit) >= Self.numberLength)
            runsFromRight.append(LineDirections.runsFromRight(units.prefix(CaptionRole.lengthLimit)))
        }
        var isCaptionPart = [Bool](repeating: false, count: roles.count)
        blocks = try TextBlocks(layout, isPart: roles.map(\.isPlain), budget: &budget)
        for block in blocks.blocks where block.count <= BrokenCaptions.lineLimit {
            // A word that is broken stands in the last two lines, as in "First and last" above "nam" and "e".
            for lines in [block, block.suffix(2)] where lines.count == block.count || block.count > 2 {
                guard let concepts = try BrokenCaptions.label(Array(lines), texts, lexicon, budget: &budget) else {
                    continue
                }
                for piece in lines { (roles[piece], isCaptionPart[piece]) = (.caption(concepts), true) }
                break
            }
        }
        for piece in roles.indices
        where roles[piece].isPlain && texts.units(of: piece).count <= BrokenCaptions.lengthLimit {
            try budget.spend(32)
            // The first line of a caption whose second is known, as in "First and" above "last name".
            guard let next = layout.vertical(of: piece, downward: true), roles[next].isCaption,
                layout.isTight(piece, next, gap: BrokenCaptions.gap),
                texts.units(of: piece).allSatisfy({ !$0.isDigit && !$0.equals("@") })
            else { continue }
            (roles[piece], isCaptionPart[piece]) = (roles[next], true)
        }
        let isSecondLine = try BrokenCaptions.join(
            texts,
            lexicon,
            layout,
            &roles,
            &isCaptionPart,
            budget: &budget
        )
        columns = try TableColumns(
            layout,
            isCaption: roles.map(\.isCaption),
            isLabel: roles.indices.map { roles[$0].isCaption && CaptionRole.isLabel(texts.units(of: $0), labels[$0]) },
            isSecondLine: isSecondLine,
            isNumber: numbers,
            mayHead: roles.map { !$0.concepts.subtracting(Self.wordy).isEmpty },
            budget: &budget
        )
        // Names that are words of captions, too, have no meaning where names are expected.
        for (piece, header) in columns.headers.enumerated() {
            guard let header, !isCaptionPart[piece], !roles[header].concepts.isDisjoint(with: .kind(.personName)),
                !texts.units(of: piece).contains(where: \.isDigit)
            else { continue }
            roles[piece] = .plain
        }
        self.isCaptionPart = isCaptionPart
        (self.roles, fragments) = (roles, isFragment)
        try budget.spend(texts.count)
        directions = LineDirections(runsFromRight: runsFromRight, layout)
    }

    /// The meaning of the header of its column, of the piece to the left or right, or of the one above it.
    func concepts(beside piece: Int, budget: inout WorkBudget) throws(BudgetFailure) -> ConceptSet {
        guard !isCaptionPart[piece] else { return [] }
        if let header = columns.headers[piece] { return roles[header].concepts }
        if let caption = try caption(beside: piece, budget: &budget) { return roles[caption].concepts }
        return try concepts(above: piece, budget: &budget)
    }

    /// The caption at the side where the line begins, or else at the one where captions in its letters stand; on a screen
    /// with lines from the right, captions in other letters may stand there, too.
    private func caption(beside piece: Int, budget: inout WorkBudget) throws(BudgetFailure) -> Int? {
        let beginsOnRight = directions.beginsOnRight(piece)
        var other: Int?
        for toTheRight in [beginsOnRight, !beginsOnRight] {
            guard let caption = try caption(of: piece, toTheRight: toTheRight, budget: &budget) else { continue }
            if directions.runsFromRight[caption] == toTheRight { return caption }
            if !toTheRight || directions.hasLinesFromRight { other = other ?? caption }
        }
        return other
    }

    private func caption(of piece: Int, toTheRight: Bool, budget: inout WorkBudget) throws(BudgetFailure) -> Int? {
        var current = piece
        for step in 0..<Self.rowReach {
            try budget.spend(4)
            guard let next = layout.neighbour(of: current, toTheRight: toTheRight) else { return nil }
            switch roles[next] {
            case .caption(let concepts): return concepts.isEmpty ? nil : next
            case .complete: return nil
            case .plain: guard step == 0 || fragments[next] else { return nil }
            }
            current = next
        }
        return nil
    }

    private func concepts(above piece: Int, budget: inout WorkBudget) throws(BudgetFailure) -> ConceptSet {
        var current = piece
        for step in 0..<Self.columnReach {
            try budget.spend(16)
            guard let next = layout.vertical(of: current, downward: false) else { return [] }
            switch roles[next] {
            case .caption(let concepts):
                guard step > 0 else { return concepts }
                return layout.isInTable(next) && !isAmongCells(next) ? concepts.subtracting(Self.single) : []
            case .complete: return []
            // Only the columns of tables have many values.
            case .plain:
                guard layout.isAligned(current, next), layout.isInTable(piece), layout.isInTable(next) else {
                    return []
                }
            }
            current = next
        }
        return []
    }

    /// Whether cells of a column stand above a caption, which is then no header.
    private func isAmongCells(_ caption: Int) -> Bool {
        var current = caption
        for _ in 0..<Self.leastCells {
            guard let next = layout.vertical(of: current, downward: false), roles[next].isPlain,
                layout.isAligned(caption, next), layout.isInTable(next)
            else { return false }
            current = next
        }
        return true
    }

    /// The meaning of the header of the lines' column, or of the only piece beside them.
    func concepts(ofBlock lines: [Int], budget: inout WorkBudget) throws(BudgetFailure) -> ConceptSet {
        guard let first = lines.first, let last = lines.last else { return [] }
        if let header = columns.headers[first] { return roles[header].concepts }
        guard let start = layout.row(of: first), let end = layout.row(of: last), start < end else { return [] }
        let beginsOnRight = directions.beginsOnRight(first)
        var other: ConceptSet = []
        for toTheRight in [beginsOnRight, !beginsOnRight] {
            let rows = start...min(end, start + 3 * lines.count)
            guard let caption = try caption(ofBlock: lines, in: rows, toTheRight: toTheRight, budget: &budget),
                !roles[caption].concepts.isEmpty
            else { continue }
            if toTheRight == beginsOnRight || toTheRight == directions.runsFromRight[caption] {
                return roles[caption].concepts
            }
            if directions.hasLinesFromRight { other = roles[caption].concepts }
        }
        return other
    }

    private func caption(
        ofBlock lines: [Int],
        in rows: ClosedRange<Int>,
        toTheRight: Bool,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Int? {
        let frames = lines.map { layout.frame(of: $0) }
        let edge =
            toTheRight
            ? frames.reduce(-.infinity) { max($0, $1.right) } : frames.reduce(.infinity) { min($0, $1.x) }
        let extent = frames[0].y...max(frames[0].y, frames[frames.count - 1].bottom)
        var found: [Int] = []
        for row in rows {
            try budget.spend(8)
            guard let piece = layout.piece(inRow: row, nextTo: edge, toTheRight: toTheRight),
                extent.contains(layout.frame(of: piece).middle)
            else { continue }
            guard let last = found.last, last != piece else {
                found = found.isEmpty ? [piece] : found
                continue
            }
            let (frame, other) = (layout.frame(of: piece), layout.frame(of: last))
            if frame.horizontalOverlap(other) < 0 {
                // A nearer piece hides those beyond it, such as the next column of a page.
                if (frame.x > other.x) != toTheRight { found = [piece] }
            } else if layout.isTight(last, piece) {
                // Captions are broken over lines, too.
                found.append(piece)
            } else {
                return nil
            }
        }
        return found.first
    }

    func isFragment(_ piece: Int) -> Bool { fragments[piece] }

    /// Whether the number at the end of `line` may go on in `next`: the cells of a column hold one each, and a row of more
    /// pieces than the one above it begins them.
    func isOneCell(_ line: Int, _ next: Int) -> Bool {
        columns.headers[line] == nil || layout.isSparser(next, than: line)
            || !layout.isInTable(next) && layout.isTight(line, next, gap: BrokenCaptions.gap)
            || blocks.indices[line] != nil && blocks.indices[line] == blocks.indices[next]
                && !layout.isSparser(line, than: next)
    }

    /// Whether two pieces are beneath the same header, or beneath none.
    func isOneColumn(_ piece: Int, _ other: Int) -> Bool { columns.headers[piece] == columns.headers[other] }

    func isCell(_ piece: Int) -> Bool { columns.headers[piece] != nil }

    func isLabelled(_ piece: Int) -> Bool { !roles[piece].isPlain }

    func isCaption(_ piece: Int) -> Bool { roles[piece].isCaption || isCaptionPart[piece] }
}
