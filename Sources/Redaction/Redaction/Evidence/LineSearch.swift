import BoundedRegex
import BoundedWork
import Detection
import SecureMemory
import SensitiveText

/// Finds targets in the lines that were seen.
struct LineSearch: ~Copyable {
    private let lines: [TextLine]
    /// Whether each line could be read.
    private let areRead: [Bool]
    /// The lines to search for sensitive text.
    private let legible: [Int]
    /// Sensitive text of all kinds that any target asks for.
    private let sensitive: [SensitiveFinding]
    private var matcher: RegexMatcher
    private(set) var budget: WorkBudget

    /// Least score of a short line: below it, a photograph's pattern could part a value from its label.
    private static let leastScore = 0.3

    init(_ lines: [TextLine], kinds: [SoughtKinds], names: NameLexicon? = nil, budget: WorkBudget) throws {
        var budget = budget
        // A single character may be in a box of a code.
        legible = lines.indices.filter { index in
            lines[index].text.map { $0.score >= Self.leastScore || $0.characters.count < 2 } ?? true
        }
        let sensitive =
            try kinds.isEmpty ? [] : Self.sensitive(legible.map { lines[$0] }, kinds, names, budget: &budget)
        let steps = WorkBudget(limit: RegexMatcher.workLimit, cancellation: budget.cancellation)
        matcher = try RegexMatcher(budget: steps)
        self.lines = lines
        areRead = lines.areRead
        self.sensitive = sensitive
        self.budget = budget
    }

    private static func sensitive(
        _ lines: [TextLine],
        _ sought: [SoughtKinds],
        _ names: NameLexicon?,
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
        let search = SensitiveTextSearch(
            kinds: sought.reduce(into: []) { $0.formUnion($1.kinds) },
            minimumScore: sought.map(\.minimumScore).min() ?? SensitiveTextSearch.minimumScore,
            isRecognised: true,
            names: names
        )
        return try search.findings(in: pieces, budget: &budget)
    }

    var unread: [TextLine] { zip(lines, areRead).filter { !$1 }.map(\.0) }

    mutating func findings(_ sight: TextSight) throws -> [Finding] {
        switch sight.selection {
        case .all: lines.map(Self.finding)
        case .unread: unread.map(Self.finding)
        case .kinds(let sought):
            try sensitive.filter { sought.kinds.contains($0.kind) && $0.score >= sought.minimumScore }
                .flatMap { try findings(of: $0, sight.extent) }
        case .matches(let pattern):
            try lines.indices.flatMap { index in
                try ranges(of: pattern, in: index).compactMap { finding($0, in: index, sight.extent) }
            }
        case .beside(let pattern): try besides(pattern).compactMap { finding($0.bytes, in: $0.line, sight.extent) }
        case .known(let search): try known(search)
        }
    }

    /// A finding for each part of a sensitive text.
    private func findings(of finding: SensitiveFinding, _ extent: TextSight.Extent) throws -> [Finding] {
        let parts = finding.spans.map { span in
            let line = legible[span.piece]
            return (line: line, bytes: lines[line].text?.utf8.byteRanges(ofScalars: [span.scalars]).first ?? 0..<0)
        }
        let value = try SecureBytes(joining: parts.compactMap { lines[$0.line].text?.utf8[$0.bytes] })
        return parts.compactMap { self.finding($0.bytes, in: $0.line, extent, finding, value) }
    }

    /// What stands in a list of known texts.
    private mutating func known(_ search: KnownTextSearch) throws -> [Finding] {
        var findings: [Finding] = []
        for line in lines {
            let ranges = try line.withUTF8 { try search.ranges($0, &budget) }
            let cause = FindingCause(
                .lexicon,
                kind: SensitiveKind.secret.rawValue,
                score: line.text?.score ?? line.score
            )
            findings += ranges.compactMap { bytes in
                line.quadrilateral(ofBytes: bytes).map { Finding(.text, cause, in: $0, value: line.text?.utf8[bytes]) }
            }
        }
        return findings
    }

    private static func finding(_ line: TextLine) -> Finding {
        Finding(.text, FindingCause(.look, score: line.score), in: line.quadrilateral, value: line.text?.utf8)
    }

    private func finding(
        _ bytes: Range<Int>,
        in index: Int,
        _ extent: TextSight.Extent,
        _ sensitive: SensitiveFinding? = nil,
        _ value: SecureBytes? = nil
    ) -> Finding? {
        let line = lines[index]
        guard let place = extent == .line ? line.quadrilateral : line.quadrilateral(ofBytes: bytes) else { return nil }
        let cause = sensitive.map(FindingCause.init) ?? FindingCause(.pattern, score: line.text?.score ?? line.score)
        return Finding(.text, cause, in: place, value: value ?? line.text?.utf8[bytes])
    }

    private mutating func ranges(of pattern: RegexPattern, in index: Int) throws -> [Range<Int>] {
        guard let text = lines[index].text else { return [] }
        return try text.utf8.withUnsafeBytes { try matcher.ranges(of: pattern.regex, utf8: $0) }
    }

    /// The values of the labels that match `pattern`: the rest of the line, else the next line to the right (to the left of
    /// right-to-left text), else the next one beneath.
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

    /// The bytes behind a label and its separators; nil if none follow.
    private static func value(behind end: Int, in text: UnsafeRawBufferPointer) -> Range<Int>? {
        // A letter or digit of ASCII, a currency sign, or a part of any other character.
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

    /// Greatest distance of a value beneath its label, in heights of the label.
    private static let farthestBeneath = 2.5
}

extension TextLine {
    fileprivate var left: Double { quadrilateral.columns.lowerBound }
    fileprivate var right: Double { quadrilateral.columns.upperBound }

    /// Whether the text begins on the right.
    fileprivate var isFromRight: Bool {
        guard let characters = text?.characters, let first = characters.first, let last = characters.last else {
            return false
        }
        return first.extent.lowerBound > last.extent.lowerBound
    }

    /// Nothing if the line was not read.
    fileprivate func withUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        guard let text else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try text.utf8.withUnsafeBytes(body)
    }

    /// The place of some bytes of the text and a part of their neighbours, since characters end roughly, and up to an end of the
    /// line beyond which nothing was read; nil if there are none.
    fileprivate func quadrilateral(ofBytes bytes: Range<Int>) -> Quadrilateral? {
        guard let text, !bytes.isEmpty,
            let first = text.characters.firstIndex(where: { $0.bytes.upperBound > bytes.lowerBound }),
            let last = text.characters.lastIndex(where: { $0.bytes.lowerBound < bytes.upperBound }), first <= last,
            let extent = text.extent(of: first..<last + 1)
        else { return nil }
        let slack = (extent.upperBound - extent.lowerBound) / Double(last - first + 1) / 2
        let (begins, ends) = withUTF8 { utf8 in
            (isBlank(utf8[..<bytes.lowerBound]), isBlank(utf8[min(bytes.upperBound, utf8.count)...]))
        }
        let isAtEdge = isFromRight ? (left: ends, right: begins) : (left: begins, right: ends)
        let left = isAtEdge.left ? 0 : max(extent.lowerBound - slack, 0)
        let right = isAtEdge.right ? 1 : min(extent.upperBound + slack, 1)
        return quadrilateral.part(left...right)
    }

    private func isBlank(_ utf8: Slice<UnsafeRawBufferPointer>) -> Bool { utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
}
