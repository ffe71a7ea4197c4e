import BoundedWork

/// What the labels of pieces name that are beside and above other pieces.
struct Captions {
    /// What a piece says about others.
    private enum Role {
        case caption(ConceptSet)
        /// There are labels, but for values of the piece itself.
        case complete
        /// There is no label.
        case plain
    }

    private let roles: [Role]
    private let isFragment: [Bool]
    /// Whether lines begin on the right.
    private let isRightToLeft: Bool
    private let layout: PieceLayout

    /// How many pieces beside one are passed on the way to its label.
    private static let rowReach = 8
    /// How many lines above one are passed.
    private static let columnReach = 10
    /// What one label has one value of.
    private static let single = [
        SensitiveKind.password, .pin, .oneTimeCode, .cardSecurityCode, .secret, .recoveryPhrase, .cryptoAddress,
    ]
    .reduce(into: ConceptSet()) { $0.formUnion(.kind($1)) }
    /// Units that a caption has at most: what is longer is prose.
    private static let lengthLimit = 140

    /// - Parameters:
    ///   - labels: The labels of each piece.
    ///   - budget: Pays for each piece.
    init(
        of texts: borrowing TextPieces,
        labels: [[LabelLexicon.Label]],
        _ layout: PieceLayout,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        self.layout = layout
        var roles: [Role] = []
        var isFragment: [Bool] = []
        var rightToLeft = 0
        for piece in 0..<texts.count {
            let units = texts.units(of: piece)
            try budget.spend(min(units.count, Self.lengthLimit))
            roles.append(Self.role(of: units, labels[piece]))
            isFragment.append(Self.isFragment(units))
            if units.prefix(Self.lengthLimit).contains(where: { (0x590...0x8FF).contains($0.scalar) }) {
                rightToLeft += 1
            }
        }
        (self.roles, self.isFragment, self.isRightToLeft) = (roles, isFragment, 4 * rightToLeft > texts.count)
    }

    /// Whether the piece is short and has no spaces, as cells with parts of a number do.
    static func isFragment(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        (1...8).contains(units.count) && units.allSatisfy(\.isAlphanumeric)
            && (units.contains(where: \.isDigit) || units.allSatisfy { $0.unitClass == .capital })
    }

    private static func role(of units: UnsafeBufferPointer<TextUnit>, _ labels: [LabelLexicon.Label]) -> Role {
        guard let last = labels.last else { return .plain }
        let rest = units[last.range.upperBound...]
        guard units.count <= lengthLimit, !rest.contains(where: { $0.equals("@") }) else { return .complete }
        let words = rest.split { !$0.isWordPart }
        if let digits = words.firstIndex(where: { $0.contains(where: \.isDigit) }), digits < 2 { return .complete }
        if let first = words.first {
            let isRemark = rest.first { !$0.isSpace }.map { $0.equals("(") || $0.equals("*") } ?? true
            let isName = labels.contains { !$0.concepts.isDisjoint(with: .kind(.personName)) }
            let isSentence =
                first.first.map { $0.unitClass == .small || $0.unitClass == .letter || !isName && words.count < 3 }
                ?? false
            let hasColon = rest.prefix { !$0.isWordPart }.contains { $0.equals(":") || $0.equals("=") }
            guard isRemark || isSentence && !hasColon else { return .complete }
        }
        return .caption(labels.reduce(into: []) { $0.formUnion($1.concepts) })
    }

    /// The piece to the left or right of `piece`, or above it, names this; nothing if none does.
    func concepts(beside piece: Int, budget: inout WorkBudget) throws(BudgetFailure) -> ConceptSet {
        let left = try concepts(from: piece, toTheRight: false, budget: &budget)
        if !left.isEmpty { return left }
        let right = try concepts(from: piece, toTheRight: true, budget: &budget)
        if !right.isEmpty { return right }
        return try concepts(above: piece, budget: &budget)
    }

    private func concepts(from piece: Int, toTheRight: Bool, budget: inout WorkBudget) throws(BudgetFailure)
        -> ConceptSet
    {
        var current = piece
        for step in 0..<Self.rowReach {
            try budget.spend(4)
            guard let next = layout.neighbour(of: current, toTheRight: toTheRight) else { return [] }
            switch roles[next] {
            case .caption(let concepts):
                // Labels are on the right of their values only where lines begin there.
                return !toTheRight || isRightToLeft ? concepts : []
            case .complete: return []
            case .plain: guard step == 0 || isFragment[next] else { return [] }
            }
            current = next
        }
        return []
    }

    private func concepts(above piece: Int, budget: inout WorkBudget) throws(BudgetFailure) -> ConceptSet {
        var current = piece
        for step in 0..<Self.columnReach {
            try budget.spend(16)
            guard let next = layout.vertical(of: current, downward: false) else { return [] }
            switch roles[next] {
            case .caption(let concepts): return step == 0 ? concepts : concepts.subtracting(Self.single)
            case .complete: return []
            // Only the columns of tables have many values.
            case .plain: guard layout.isAligned(current, next), layout.isInTable(piece) else { return [] }
            }
            current = next
        }
        return []
    }

    /// Whether the piece has labels.
    func isLabelled(_ piece: Int) -> Bool {
        if case .plain = roles[piece] { return false }
        return true
    }
}
