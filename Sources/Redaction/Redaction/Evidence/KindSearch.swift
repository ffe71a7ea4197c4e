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
        let finding: SensitiveFinding
        let value: SecureBytes
        /// The index of the finding, and that of the part in it.
        let part: (finding: Int, index: Int)
    }

    private let hierarchy: Hierarchy
    private let occurrences: [Occurrence]
    /// The values that stand in several texts, by the indices of their findings.
    private let joinedValues: [Int: SecureBytes]

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
            for (text, frame) in try hierarchy.placedTexts(of: index, budget: &budget) {
                try text.withUnsafeBytes { bytes throws(BudgetFailure) in
                    try pieces.append(utf8: bytes, frame: frame, budget: &budget)
                }
                origins.append((index, text))
            }
        }
        let findings = try sought.search(isRecognised: false, names: names).findings(in: pieces, budget: &budget)
        self.hierarchy = hierarchy
        let spans = findings.enumerated().flatMap { number, finding in
            finding.spans.enumerated().map { (finding: finding, span: $1, part: (finding: number, index: $0)) }
        }
        // Each piece is gone through once, however much it says: pieces are in the order of the elements.
        let spansOfPieces = Dictionary(grouping: spans, by: \.span.piece).sorted { $0.key < $1.key }
        let occurrences = spansOfPieces.flatMap { piece, spans in
            let (element, text) = origins[piece]
            let spans = spans.sorted { $0.span.scalars.lowerBound < $1.span.scalars.lowerBound }
            return zip(spans, text.byteRanges(ofScalars: spans.map(\.span.scalars))).map { span, bytes in
                Occurrence(element: element, finding: span.finding, value: text[bytes], part: span.part)
            }
        }
        self.occurrences = occurrences
        joinedValues = try mapError(Self.joined(occurrences), BudgetFailure.outOfMemory)
    }

    private static func joined(_ occurrences: [Occurrence]) throws(OutOfMemory) -> [Int: SecureBytes] {
        let parted = occurrences.filter { $0.finding.spans.count > 1 }
        var values: [Int: SecureBytes] = [:]
        for (number, parts) in Dictionary(grouping: parted, by: \.part.finding) {
            let parts = parts.sorted { $0.part.index < $1.part.index }
            values[number] = try SecureBytes(joining: parts.map(\.value))
        }
        return values
    }

    /// The elements with a finding, in document order, each with the first one; a text counts only for the innermost element.
    func elements(budget: inout WorkBudget) throws(BudgetFailure) -> SelectedElements {
        var found = SelectedElements()
        for (index, occurrence) in occurrences.enumerated() where found.indices.last != occurrence.element {
            let held = hierarchy.subtree(of: occurrence.element)
            var isRepeated = false
            for other in occurrences[(index + 1)...] {
                try budget.spend()
                guard held.contains(other.element) else { break }
                if other.element != occurrence.element, other.finding.kind == occurrence.finding.kind,
                    other.value == occurrence.value
                {
                    isRepeated = try hierarchy.showsTexts(ofHeldBy: occurrence.element, budget: &budget)
                    break
                }
            }
            guard !isRepeated else { continue }
            let value = joinedValues[occurrence.part.finding] ?? occurrence.value
            found.append(occurrence.element, FindingCause(occurrence.finding), value)
        }
        return found
    }
}

extension Hierarchy {
    /// The label and the value of an element with their places; once where both say the same, and not where the first element
    /// in it repeats it, because in a row of cells a text that stands twice parts the others.
    fileprivate func placedTexts(
        of index: Int,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [(text: SecureBytes, frame: TextFrame)] {
        // The name of an app, and "Digit 1 of 6" of a cell, are said and not shown.
        let frame = isWindow(index) ? .unknown : elements[index].frame.map(TextFrame.init) ?? .unknown
        let (label, value) = (text(.label, of: index), text(.value, of: index))
        var texts: [(text: SecureBytes, frame: TextFrame)] = []
        if let label, label != value { texts.append((label, value?.isOneCharacter ?? false ? .unknown : frame)) }
        if let value { texts.append((value, frame)) }
        let inner = index + 1
        guard inner < elements[index].end else { return texts }
        let repeated = [text(.label, of: inner), text(.value, of: inner)]
        let others = texts.filter { !repeated.contains($0.text) }
        guard others.count < texts.count, try !showsTexts(ofHeldBy: index, budget: &budget) else { return others }
        return texts
    }
}

extension TextFrame {
    fileprivate init(_ frame: Frame) {
        self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    }
}

extension SecureBytes {
    fileprivate var isOneCharacter: Bool {
        withUnsafeBytes { bytes in
            var scalars = UTF8Scalars(bytes)
            return scalars.next() != nil && scalars.next() == nil
        }
    }

    /// The bytes of `parts`, one after the other: a copy where there are several.
    init(joining parts: [SecureBytes]) throws(OutOfMemory) {
        guard parts.count != 1 else {
            self = parts[0]
            return
        }
        var whole = try SecureBytesBuilder(capacity: parts.reduce(0) { $0 + $1.count })
        for part in parts { try part.withUnsafeBytes { (bytes) throws(OutOfMemory) in try whole.append(bytes) } }
        self = whole.finish()
    }

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
