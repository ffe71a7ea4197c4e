import BoundedRegex
import BoundedWork
import Detection
import SecureMemory
import SensitiveText

/// Finds in lines that were seen what targets look for.
struct LineSearch: ~Copyable {
    private let lines: [TextLine]
    /// For each line, whether it is known what it says.
    private let areRead: [Bool]
    /// The lines that are searched for what is sensitive.
    private let legible: [Int]
    /// What is sensitive in them, of all kinds that any target asks for.
    private let sensitive: [SensitiveFinding]
    private var matcher: RegexMatcher
    /// What is left for more looking.
    let budget: WorkBudget

    /// The score from which on some characters are a line, and no pattern of a photograph that would part a value from its label.
    private static let leastScore = 0.3

    /// Searches `lines` for `kinds`.
    init(_ lines: [TextLine], kinds: [SensitiveKind], budget: WorkBudget) throws {
        var budget = budget
        // A character alone may be in a box of a code.
        legible = lines.indices.filter { index in
            lines[index].text.map { $0.score >= Self.leastScore || $0.characters.count < 2 } ?? true
        }
        let sensitive = try kinds.isEmpty ? [] : Self.sensitive(legible.map { lines[$0] }, kinds, budget: &budget)
        let steps = WorkBudget(limit: RegexMatcher.workLimit, cancellation: budget.cancellation)
        matcher = try RegexMatcher(budget: steps)
        self.lines = lines
        areRead = lines.areRead
        self.sensitive = sensitive
        self.budget = budget
    }

    private static func sensitive(
        _ lines: [TextLine],
        _ kinds: [SensitiveKind],
        budget: inout WorkBudget
    ) throws -> [SensitiveFinding] {
        var pieces = try TextPieces()
        for line in lines {
            let (columns, rows) = (line.quadrilateral.columns, line.quadrilateral.rows)
            let frame = TextFrame(
                x: columns.lowerBound,
                y: rows.lowerBound,
                width: columns.upperBound - columns.lowerBound,
                height: rows.upperBound - rows.lowerBound
            )
            try line.withUTF8 { bytes in try pieces.append(utf8: bytes, frame: frame, budget: &budget) }
        }
        let search = SensitiveTextSearch(kinds: Set(kinds), isRecognised: true)
        return try search.findings(in: pieces, budget: &budget)
    }

    /// The lines of which it is not known what they say.
    var unread: [TextLine] { zip(lines, areRead).filter { !$1 }.map(\.0) }

    /// What `sight` looks for.
    mutating func findings(_ sight: TextSight) throws -> [Finding] {
        switch sight.selection {
        case .all: lines.map(Self.finding)
        case .unread: unread.map(Self.finding)
        case .kinds(let kinds):
            sensitive.filter { kinds.contains($0.kind) }.flatMap { finding in
                finding.spans.compactMap { span in
                    let line = legible[span.piece]
                    let bytes = lines[line].text?.utf8.byteRanges(ofScalars: [span.scalars]).first ?? 0..<0
                    return self.finding(bytes, in: line, sight.extent, kind: finding.kind.rawValue, finding.score)
                }
            }
        case .matches(let pattern):
            try lines.indices.flatMap { index in
                try ranges(of: pattern, in: index).compactMap { finding($0, in: index, sight.extent) }
            }
        case .beside(let pattern): try besides(pattern).compactMap { finding($0.bytes, in: $0.line, sight.extent) }
        }
    }

    private static func finding(_ line: TextLine) -> Finding {
        Finding(.text, score: line.score, in: line.quadrilateral)
    }

    private func finding(
        _ bytes: Range<Int>,
        in index: Int,
        _ extent: TextSight.Extent,
        kind: String? = nil,
        _ score: Double? = nil
    ) -> Finding? {
        let line = lines[index]
        guard let place = extent == .line ? line.quadrilateral : line.quadrilateral(ofBytes: bytes) else { return nil }
        return Finding(.text, kind: kind, score: score ?? line.text?.score ?? line.score, in: place)
    }

    private mutating func ranges(of pattern: RegexPattern, in index: Int) throws -> [Range<Int>] {
        guard let text = lines[index].text else { return [] }
        return try text.utf8.withUnsafeBytes { try matcher.ranges(of: pattern.regex, utf8: $0) }
    }

    /// The values of the labels in which `pattern` is found: what follows in the same line, else the next line to the right, or to the
    /// left of what begins on the right, else the next one beneath.
    private mutating func besides(_ pattern: RegexPattern) throws -> [(line: Int, bytes: Range<Int>)] {
        var values: [(line: Int, bytes: Range<Int>)] = []
        for index in lines.indices {
            guard let label = try ranges(of: pattern, in: index).last, let text = lines[index].text else { continue }
            let rest = text.utf8.withUnsafeBytes { Self.value(behind: label.upperBound, in: $0) }
            if let rest {
                values.append((index, rest))
            } else if let neighbor = neighbor(of: index) {
                values.append((neighbor, 0..<(lines[neighbor].text?.utf8.count ?? 0)))
            }
        }
        return values
    }

    /// The bytes behind a label, without what separates both; nil if nothing follows.
    private static func value(behind end: Int, in text: UnsafeRawBufferPointer) -> Range<Int>? {
        // A letter or a digit of ASCII, a sign of money, or a part of any other character.
        let start = text[end...].firstIndex { byte in
            byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte & 0xDF
                || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "*")
        }
        return start.map { $0..<text.count }
    }

    private func neighbor(of index: Int) -> Int? {
        let label = lines[index].quadrilateral
        let height = label.rows.upperBound - label.rows.lowerBound
        let others = lines.indices.filter { $0 != index }
        let isFromRight = lines[index].isFromRight
        let beside = others.filter { other in
            let place = lines[other].quadrilateral
            let middle = (place.rows.lowerBound + place.rows.upperBound) / 2
            let gap =
                isFromRight
                ? label.columns.lowerBound - place.columns.upperBound
                : place.columns.lowerBound - label.columns.upperBound
            return label.rows.contains(middle) && gap >= -height / 2
        }
        let next = beside.min { one, other in
            isFromRight ? lines[one].right > lines[other].right : lines[one].left < lines[other].left
        }
        if let next { return next }
        let beneath = others.filter { other in
            let place = lines[other].quadrilateral
            let gap = place.rows.lowerBound - label.rows.upperBound
            return (-height / 2...Self.farthestBeneath * height).contains(gap) && place.columns.overlaps(label.columns)
        }
        return beneath.min { lines[$0].quadrilateral.rows.lowerBound < lines[$1].quadrilateral.rows.lowerBound }
    }

    /// How far beneath a label its value begins at the most, in heights of the label.
    private static let farthestBeneath = 2.5
}

extension TextLine {
    fileprivate var left: Double { quadrilateral.columns.lowerBound }
    fileprivate var right: Double { quadrilateral.columns.upperBound }

    /// Whether it begins on the right: the text does where its first characters stand.
    fileprivate var isFromRight: Bool {
        guard let characters = text?.characters, let first = characters.first, let last = characters.last else {
            return false
        }
        return first.extent.lowerBound > last.extent.lowerBound
    }

    /// Calls `body` with what the line says; nothing if it was not read.
    fileprivate func withUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        guard let text else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try text.utf8.withUnsafeBytes(body)
    }

    /// The place of some bytes of the text, with a part of what is beside them: where a character ends is known roughly. Nil if
    /// there are none.
    fileprivate func quadrilateral(ofBytes bytes: Range<Int>) -> Quadrilateral? {
        guard let text, !bytes.isEmpty,
            let first = text.characters.firstIndex(where: { $0.bytes.upperBound > bytes.lowerBound }),
            let last = text.characters.lastIndex(where: { $0.bytes.lowerBound < bytes.upperBound }), first <= last,
            let extent = text.extent(of: first..<last + 1)
        else { return nil }
        let slack = (extent.upperBound - extent.lowerBound) / Double(last - first + 1) / 3
        return quadrilateral.part(max(extent.lowerBound - slack, 0)...min(extent.upperBound + slack, 1))
    }
}
