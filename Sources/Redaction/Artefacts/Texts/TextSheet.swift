import BoundedWork
import SensitiveText
import TextAlgorithms

/// Texts of a source, laid out like a form on a screen, so that a caption stands beside its value and a line beneath the one that
/// it goes on from.
///
/// Texts are added row by row, and searched as soon as there are enough of them, so that memory and work stay bounded however long
/// the source is.
struct TextSheet: ~Copyable {
    private struct Passage {
        let range: Range<Int>
        let notation: Notation
        let saying: Saying

        func shows(_ finding: SensitiveFinding) -> Bool {
            // Most numbers are times and sizes, of which every tenth has right check digits.
            saying.allows(finding)
                && (notation != .jsonNumber || finding.reason == .caption || finding.kind == .card)
        }
    }

    /// Pieces and scalars from which on the next row that does not go on begins a new sheet, and at which any text does.
    private static let (fullPieces, fullScalars, mostPieces, mostScalars) = (400, 30_000, 1_600, 120_000)
    /// Extent of a character, the step from a line to the next, and one that is too wide for a value to go on behind it.
    private static let (cellWidth, cellHeight, leading, gap) = (8.0, 16.0, 20.0, 160.0)

    /// Longest part of a text that is searched as one: longer ones have no layout, as code for browsers has none.
    private static let longestPart = 20_000

    let source: UnsafeRawBufferPointer
    private let search: TextSearch
    private var edits = SourceEdits()
    private var pieces: TextPieces
    /// The place of each piece; nil for a caption that is none of the source's texts.
    private var passages: [Passage?] = []
    private var scalarCount = 0
    private var top = 0.0
    private var column = 0

    /// - Parameter source: Stays valid as long as the sheet.
    init(of source: UnsafeRawBufferPointer, _ search: TextSearch) throws(BudgetFailure) {
        pieces = try TextPieces()
        self.source = source
        self.search = search
    }

    /// Begins a row beneath the last one: right beneath it if it goes on with it.
    mutating func beginRow(continuing: Bool = false, budget: inout WorkBudget) throws(BudgetFailure) {
        if !continuing, passages.count >= Self.fullPieces || scalarCount >= Self.fullScalars {
            try searchAll(budget: &budget)
        }
        top += continuing ? Self.leading : Self.gap
        column = 0
    }

    /// Adds the words of a caption, which the source has in another form, at the end of the row.
    mutating func append(caption: String, budget: inout WorkBudget) throws(BudgetFailure) {
        try append(caption.unicodeScalars.makeIterator(), nil, count: caption.unicodeScalars.count, budget: &budget)
    }

    /// Adds a text of the source that stands elsewhere, too, as the caption of what follows it in the row.
    mutating func append(
        caption range: Range<Int>,
        in notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let scalars = NotedScalars(UnsafeRawBufferPointer(rebasing: source[range]), in: notation)
        try append(scalars, nil, count: range.count, budget: &budget)
    }

    /// Adds a text of the source at the end of the row; of a long one further parts in rows of their own.
    mutating func append(
        _ range: Range<Int>,
        in notation: Notation,
        _ saying: Saying = .anything,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let bytes = UnsafeRawBufferPointer(rebasing: source[range])
        try search.secrets.find(in: bytes, at: range.lowerBound, notation, into: &edits, budget: &budget)
        var start = range.lowerBound
        while start < range.upperBound {
            let part = start..<partEnd(from: start, to: range.upperBound)
            let passage = Passage(range: part, notation: notation, saying: saying)
            let bytes = UnsafeRawBufferPointer(rebasing: source[part])
            let scalars = UnmarkedScalars(NotedScalars(bytes, in: notation), search.marks.ranges(in: bytes, notation))
            try append(scalars, passage, count: part.count, budget: &budget)
            start = part.upperBound
            if start < range.upperBound { try beginRow(budget: &budget) }
        }
    }

    /// Takes secrets out of what lies between texts, and is none of the sheet.
    mutating func takeSecrets(outOfStructure range: Range<Int>, budget: inout WorkBudget) throws(BudgetFailure) {
        let bytes = UnsafeRawBufferPointer(rebasing: source[range])
        try search.secrets.find(
            in: bytes,
            at: range.lowerBound,
            .plain,
            isStructure: true,
            into: &edits,
            budget: &budget
        )
    }

    /// Takes out what a field holds, whatever it is.
    mutating func takeOut(_ field: FieldMember) {
        edits.replace(field.value, by: .fieldValue, in: field.notation)
    }

    /// The end of a part of a text: at a space, if there is one in its last half, and between two scalars.
    private func partEnd(from start: Int, to end: Int) -> Int {
        guard end - start > Self.longestPart else { return end }
        let limit = start + Self.longestPart
        let half = source[start + Self.longestPart / 2..<limit]
        if let space = half.lastIndex(of: UInt8(ascii: " ")) { return space + 1 }
        return source[start..<limit].lastIndex { !UTF8.isContinuation($0) } ?? limit
    }

    private mutating func append(
        _ scalars: some IteratorProtocol<Unicode.Scalar>,
        _ passage: Passage?,
        count: Int,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        if passages.count >= Self.mostPieces || scalarCount >= Self.mostScalars { try searchAll(budget: &budget) }
        let frame = TextFrame(
            x: Double(column) * Self.cellWidth,
            y: top,
            width: Double(count) * Self.cellWidth,
            height: Self.cellHeight
        )
        try pieces.append(scalars, frame: frame, budget: &budget)
        passages.append(passage)
        scalarCount += count
        column += count + 2
    }

    /// Searches the rest; the changes that take out what was found.
    mutating func finish(budget: inout WorkBudget) throws(BudgetFailure) -> SourceEdits {
        try searchAll(budget: &budget)
        return edits
    }

    private mutating func searchAll(budget: inout WorkBudget) throws(BudgetFailure) {
        let findings = try search.findings(in: pieces, budget: &budget)
        let spans = findings.flatMap { finding in finding.spans.map { (finding: finding, span: $0) } }
        for (piece, spans) in Dictionary(grouping: spans, by: \.span.piece) {
            guard let passage = passages[piece] else { continue }
            let spans = spans.filter { passage.shows($0.finding) }
                .sorted { $0.span.scalars.lowerBound < $1.span.scalars.lowerBound }
            for (span, place) in zip(spans, places(of: spans.map(\.span.scalars), in: passage)) {
                edits.replace(place, by: .kind(span.finding.kind), in: passage.notation)
            }
        }
        pieces = try TextPieces()
        passages = []
        (scalarCount, top, column) = (0, 0, 0)
    }

    /// The bytes of ascending, disjoint ranges of scalars of a passage, found in one walk; of a number all of it.
    private func places(of spans: [Range<Int>], in passage: Passage) -> [Range<Int>] {
        guard passage.notation != .jsonNumber else { return spans.map { _ in passage.range } }
        var scalars = NotedScalars(UnsafeRawBufferPointer(rebasing: source[passage.range]), in: passage.notation)
        var count = 0
        func advance(to end: Int) -> Int {
            while count < end, scalars.next() != nil { count += 1 }
            return passage.range.lowerBound + scalars.offset
        }
        return spans.map { advance(to: $0.lowerBound)..<advance(to: $0.upperBound) }
    }
}
