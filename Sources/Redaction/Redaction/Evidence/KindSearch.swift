import BoundedWork
import Hierarchy
import SecureMemory
import SensitiveText
import TextAlgorithms

/// Finds the elements of a page source with sensitive text.
struct KindSearch {
    /// A value, or a part of one, and its element.
    private struct Occurrence {
        let element: Int
        let kind: SensitiveKind
        let value: SecureBytes
    }

    private let hierarchy: Hierarchy
    private let occurrences: [Occurrence]

    /// Searches `hierarchy` for `sought`; `budget` pays for each character and each comparison.
    init(
        for sought: SoughtKinds,
        _ names: NameLexicon?,
        in hierarchy: Hierarchy,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var pieces = try TextPieces()
        var origins: [(element: Int, text: SecureBytes)] = []
        for index in hierarchy.elements.indices {
            let frame = hierarchy.elements[index].frame.map(TextFrame.init) ?? .unknown
            for role in [AttributeRole.label, .value] {
                guard let text = hierarchy.text(role, of: index) else { continue }
                try text.withUnsafeBytes { bytes throws(BudgetFailure) in
                    try pieces.append(utf8: bytes, frame: frame, budget: &budget)
                }
                origins.append((index, text))
            }
        }
        let search = SensitiveTextSearch(
            kinds: sought.kinds,
            minimumScore: sought.minimumScore,
            isRecognised: false,
            names: names
        )
        let findings = try search.findings(in: pieces, budget: &budget)
        self.hierarchy = hierarchy
        let spans = findings.flatMap { finding in finding.spans.map { (kind: finding.kind, span: $0) } }
        // Each piece is gone through once, however much it says: pieces are in the order of the elements.
        occurrences = Dictionary(grouping: spans, by: \.span.piece).sorted { $0.key < $1.key }.flatMap { piece, spans in
            let (element, text) = origins[piece]
            let spans = spans.sorted { $0.span.scalars.lowerBound < $1.span.scalars.lowerBound }
            return zip(spans, text.byteRanges(ofScalars: spans.map(\.span.scalars))).map { span, bytes in
                Occurrence(element: element, kind: span.kind, value: text[bytes])
            }
        }
    }

    /// Indices in document order of the elements that say `kinds`; a text counts only for the innermost element.
    func elements(budget: inout WorkBudget) throws(BudgetFailure) -> [Int] {
        var found: [Int] = []
        for (index, occurrence) in occurrences.enumerated() where found.last != occurrence.element {
            let held = hierarchy.subtree(of: occurrence.element)
            var isRepeated = false
            for other in occurrences[(index + 1)...] {
                try budget.spend()
                guard held.contains(other.element) else { break }
                if other.element != occurrence.element, other.kind == occurrence.kind, other.value == occurrence.value {
                    isRepeated = true
                    break
                }
            }
            if !isRepeated { found.append(occurrence.element) }
        }
        return found
    }
}

extension TextFrame {
    fileprivate init(_ frame: Frame) {
        self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    }
}

extension SecureBytes {
    /// The bytes of ascending, disjoint ranges of Unicode scalars, found in one walk; cut off at the end of the text.
    func byteRanges(ofScalars ranges: [Range<Int>]) -> [Range<Int>] {
        withUnsafeBytes { bytes in
            var scalars = UTF8Scalars(bytes)
            var count = 0
            func advance(to end: Int) -> Int {
                while count < end, scalars.next() != nil { count += 1 }
                return scalars.offset
            }
            return ranges.map { advance(to: $0.lowerBound)..<advance(to: $0.upperBound) }
        }
    }
}
