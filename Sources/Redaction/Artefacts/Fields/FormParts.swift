import BoundedWork
import Hierarchy

/// Fields for secrets of a form in parts, as bodies of requests have them: `Content-Disposition: form-data; name="password"`, a blank
/// line, and the line with the value.
enum FormParts {
    private static let beginning = Array("form-data; name=".utf8)
    private static let quote = UInt8(ascii: "\"")
    /// What ends a name.
    private static let marks = Set("\"\\;".utf8)
    /// Bytes that are looked at for the end of a name, for the blank line behind it, and for the end of the value.
    private static let (longestName, longestHead, longestValue) = (256, 1_024, 4_096)

    /// The values of fields for secrets in a text.
    static func fields(
        in range: Range<Int>,
        of source: UnsafeRawBufferPointer,
        _ notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [FieldMember] {
        try budget.spend(range.count)
        guard var rest = source[range].behind(beginning) else { return [] }
        var fields: [FieldMember] = []
        var names = try FieldNames(budget: &budget)
        while true {
            if let field = try field(at: rest, notation, &names, budget: &budget) { fields.append(field) }
            guard let next = rest.behind(beginning) else { return fields }
            rest = next
        }
    }

    /// The field whose name begins a text.
    private static func field(
        at text: Slice<UnsafeRawBufferPointer>,
        _ notation: Notation,
        _ names: inout FieldNames,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> FieldMember? {
        try budget.spend(longestHead + longestValue)
        let start = text.prefix(2).lastIndex(of: quote).map { $0 + 1 } ?? text.startIndex
        let name = text[start...].prefix(longestName).prefix { $0 > 0x20 && !marks.contains($0) }
        let rest = text[name.endIndex...].prefix(longestHead + longestValue)
        guard let value = value(in: rest, notation), !value.isEmpty,
            try names.nameSecret(UnsafeRawBufferPointer(rebasing: name), budget: &budget)
        else { return nil }
        return FieldMember(name: name.startIndex..<name.endIndex, value: value, notation: notation)
    }

    /// The line behind the first blank one.
    private static func value(in text: Slice<UnsafeRawBufferPointer>, _ notation: Notation) -> Range<Int>? {
        for index in text.indices.prefix(longestHead) {
            guard let line = lineEnd(at: index, in: text, notation),
                let start = lineEnd(at: line, in: text, notation)
            else { continue }
            let end = text[start...].indices.first { lineEnd(at: $0, in: text, notation) != nil }
            return start..<(end ?? text.endIndex)
        }
        return nil
    }

    /// The place behind a line break, as it stands or as a string has it; nil if there is none.
    private static func lineEnd(
        at index: Int,
        in text: Slice<UnsafeRawBufferPointer>,
        _ notation: Notation
    ) -> Int? {
        let breaks = notation == .plain || notation == .markup ? Self.breaks : escapedBreaks
        return breaks.first(where: text[index...].starts).map { index + $0.count }
    }

    private static let breaks = ["\r\n", "\n"].map { Array($0.utf8) }
    private static let escapedBreaks = [#"\r\n"#, #"\n"#].map { Array($0.utf8) }
}

extension Slice<UnsafeRawBufferPointer> {
    /// What is behind the first place of `bytes`; nil if there is none.
    fileprivate func behind(_ bytes: [UInt8]) -> Self? { place(of: bytes).map { self[($0 + bytes.count)...] } }
}
