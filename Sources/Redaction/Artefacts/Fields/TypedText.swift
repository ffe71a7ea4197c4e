import BoundedWork
import TextAlgorithms

/// What a test typed into a field that hides it, as XCUITest tells it: `Type 'hunter2' into "Password" SecureTextField`.
enum TypedText {
    private static let (verb, joint, field) = (
        Array("Type '".utf8), Array("' into ".utf8), Array("SecureTextField".utf8)
    )
    /// Bytes that are looked at for the end of what was typed, and behind that for the field.
    private static let (longest, reach) = (4_096, 400)

    /// What was typed into fields that hide it, in a text.
    static func fields(
        in range: Range<Int>,
        of source: UnsafeRawBufferPointer,
        _ notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [FieldMember] {
        var fields: [FieldMember] = []
        var position = range.lowerBound
        while let start = source[position..<range.upperBound].place(of: verb) {
            try budget.spend(longest / 64)
            position = start + verb.count
            let rest = source[position..<min(range.upperBound, position + longest)]
            guard let end = rest.place(of: joint),
                source[end..<min(range.upperBound, end + reach)].prefix(while: { $0 != UInt8(ascii: "\n") })
                    .place(of: field) != nil
            else { continue }
            fields.append(FieldMember(name: start..<start + verb.count, value: position..<end, notation: notation))
            position = end
        }
        return fields
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// The place where `bytes` stand first; nil if they do not.
    fileprivate func place(of bytes: [UInt8]) -> Int? {
        guard let first = bytes.first else { return nil }
        var rest = self
        while let place = rest.firstIndex(of: first) {
            rest = rest[place...]
            if rest.starts(with: bytes) { return place }
            rest = rest.dropFirst()
        }
        return nil
    }
}
