public import BoundedWork

/// Texts with the places that they are at, in reading order, in memory that is wiped.
///
/// A piece is a line that a recogniser read, or what an element of a hierarchy says.
public struct TextPieces: ~Copyable {
    /// A piece: where it is, and which units it has.
    struct Piece {
        let frame: TextFrame
        let units: Range<Int>
    }

    /// The units of all pieces, one piece after the other.
    private var storage: WipedList<TextUnit>
    private(set) var pieces: [Piece] = []

    /// Begins without a piece.
    ///
    /// - Throws: ``BudgetFailure/outOfMemory(_:)``.
    public init() throws(BudgetFailure) {
        storage = try WipedList()
    }

    /// How many pieces there are.
    public var count: Int { pieces.count }

    /// The units of all pieces, as long as none is appended.
    var units: UnsafeBufferPointer<TextUnit> { storage.values }

    /// The units of one piece.
    func units(of piece: Int) -> UnsafeBufferPointer<TextUnit> {
        UnsafeBufferPointer(rebasing: storage.values[pieces[piece].units])
    }

    /// Appends a piece of well-formed text.
    ///
    /// - Parameter budget: Pays for each scalar.
    /// - Throws: ``BudgetFailure``.
    public mutating func append(_ text: String, frame: TextFrame, budget: inout WorkBudget) throws(BudgetFailure) {
        try append(text.unicodeScalars.makeIterator(), frame: frame, budget: &budget)
    }

    /// Appends a piece that is UTF-8. Where it is not, U+FFFD stands in the place of what is wrong.
    ///
    /// - Parameter budget: Pays for each scalar.
    /// - Throws: ``BudgetFailure``.
    public mutating func append(
        utf8 bytes: UnsafeRawBufferPointer,
        frame: TextFrame,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try append(ScalarsOfBytes(bytes: bytes.makeIterator()), frame: frame, budget: &budget)
    }

    private mutating func append(
        _ scalars: some IteratorProtocol<Unicode.Scalar>,
        frame: TextFrame,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let start = storage.count
        var scalars = scalars
        while let scalar = scalars.next() {
            try budget.spend()
            try storage.append(TextUnit(scalar, piece: pieces.count, offset: storage.count - start))
        }
        pieces.append(Piece(frame: frame, units: start..<storage.count))
    }
}

extension WipedList<TextUnit> {
    /// Appends the units of some pieces, with a gap between two of them, or nothing if they are glued.
    mutating func append(_ texts: borrowing TextPieces, _ pieces: [Int], isGlued: Bool) throws(BudgetFailure) {
        for piece in pieces {
            if count > 0, !isGlued { try append(.gap) }
            for unit in texts.units(of: piece) { try append(unit) }
        }
    }
}

/// Decodes UTF-8 without a copy of it.
private struct ScalarsOfBytes: IteratorProtocol {
    var bytes: UnsafeRawBufferPointer.Iterator
    var decoder = Unicode.UTF8()

    mutating func next() -> Unicode.Scalar? {
        switch decoder.decode(&bytes) {
        case .scalarValue(let scalar): scalar
        case .error: "\u{FFFD}"
        case .emptyInput: nil
        }
    }
}
