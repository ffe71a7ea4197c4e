public import BoundedWork
import TextAlgorithms

/// Place of a piece of text, in any unit that is the same for all pieces, with y downward.
public struct TextFrame: Equatable, Sendable {
    /// The left edge.
    public let x: Double
    /// The upper edge.
    public let y: Double
    /// The extent to the right, 0 or more.
    public let width: Double
    /// The extent downward, 0 or more: about the height of the type.
    public let height: Double

    /// States a place. Numbers that are not finite, or negative where they must not be, make a frame without extent, which
    /// is beside nothing.
    public init(x: Double, y: Double, width: Double, height: Double) {
        // Beyond that, sums and products of a frame are not exact any more.
        let isSane = [x, y, width, height].allSatisfy { $0.isFinite && abs($0) < 1e9 } && width >= 0 && height >= 0
        (self.x, self.y, self.width, self.height) = isSane ? (x, y, width, height) : (0, 0, 0, 0)
    }

    /// The frame of a text whose place is not known: it is beside nothing.
    public static let unknown = TextFrame(x: 0, y: 0, width: 0, height: 0)

    var isKnown: Bool { width > 0 && height > 0 }
    var right: Double { x + width }
    var bottom: Double { y + height }
    var middle: Double { y + height / 2 }
    var middleX: Double { x + width / 2 }

    /// Mean width of so many characters of its text.
    func meanWidth(of characters: Int) -> Double { width / Double(max(characters, 1)) }

    /// The length of the shared part of the horizontal axis; negative by the gap if there is none.
    func horizontalOverlap(_ other: TextFrame) -> Double {
        min(right, other.right) - max(x, other.x)
    }
}

/// Texts with their places, in reading order, in memory that is wiped.
///
/// A piece is a line that a recogniser read, or the text of an element of a hierarchy.
public struct TextPieces: ~Copyable {
    struct Piece {
        let frame: TextFrame
        let units: Range<Int>
    }

    private var storage: WipedArray<TextUnit>
    private(set) var pieces: [Piece] = []

    /// Begins without a piece.
    public init() throws(BudgetFailure) {
        storage = try WipedArray()
    }

    /// The number of pieces.
    public var count: Int { pieces.count }

    /// The units of all pieces, as long as none is appended.
    var units: UnsafeBufferPointer<TextUnit> { storage.values }

    func units(of piece: Int) -> UnsafeBufferPointer<TextUnit> {
        UnsafeBufferPointer(rebasing: storage.values[pieces[piece].units])
    }

    /// Appends a piece of well-formed text.
    ///
    /// - Parameter budget: Pays for each scalar.
    public mutating func append(_ text: String, frame: TextFrame, budget: inout WorkBudget) throws(BudgetFailure) {
        try append(text.unicodeScalars.makeIterator(), frame: frame, budget: &budget)
    }

    /// Appends a piece of UTF-8, with U+FFFD in place of malformed bytes.
    ///
    /// - Parameter budget: Pays for each scalar.
    public mutating func append(
        utf8 bytes: UnsafeRawBufferPointer,
        frame: TextFrame,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try append(UTF8Scalars(bytes), frame: frame, budget: &budget)
    }

    /// Appends a piece of the scalars that are left.
    ///
    /// - Parameter budget: Pays for each scalar.
    package mutating func append(
        _ scalars: some IteratorProtocol<Unicode.Scalar>,
        frame: TextFrame,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let start = storage.count
        var scalars = scalars
        while let scalar = scalars.next() {
            try budget.spend()
            let unit = TextUnit(scalar, piece: pieces.count, offset: storage.count - start)
            if storage.count > start, let letter = storage.values[storage.count - 1].marked(by: unit) {
                storage.removeLast()
                try storage.append(letter)
            }
            try storage.append(unit)
        }
        pieces.append(Piece(frame: frame, units: start..<storage.count))
    }
}

extension WipedArray<TextUnit> {
    /// Appends the units of some pieces, with a gap between two of them, or nothing if they are glued.
    ///
    /// - Parameter wraps: The pieces, counted from the first one, that had no room for the first word of the next.
    mutating func append(
        _ texts: borrowing TextPieces,
        _ pieces: [Int],
        isGlued: Bool,
        wraps: [Bool] = []
    ) throws(BudgetFailure) {
        for (index, piece) in pieces.enumerated() {
            if index > 0, !isGlued { try append(.gap(isWrap: wraps.indices.contains(index - 1) && wraps[index - 1])) }
            for unit in texts.units(of: piece) { try append(unit) }
        }
    }
}
