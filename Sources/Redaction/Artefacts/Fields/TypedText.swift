import BoundedWork
import TextAlgorithms

/// What a test typed into a field that hides it, as XCUITest tells it: `Type 'hunter2' into "Password" SecureTextField`.
enum TypedText {
    private static let (verb, joint) = (Array("Type '".utf8), Array("' into ".utf8))
    private static let (secure, field) = (Array("Secure".utf8), Array("TextField".utf8))
    /// Bytes that are looked at for the end of what was typed, and behind that for the field.
    private static let (longest, reach) = (4_096, 400)

    /// What was typed into fields that hide it, in a text.
    static func fields(
        in range: Range<Int>,
        of source: UnsafeRawBufferPointer,
        _ notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [FieldMember] {
        try budget.spend(range.count)
        var fields: [FieldMember] = []
        var position = range.lowerBound
        while let start = source[position..<range.upperBound].place(of: verb) {
            position = start + verb.count
            let rest = source[position..<min(range.upperBound, position + longest)]
            try budget.spend(rest.count + reach)
            guard let end = rest.place(of: joint),
                let place = source[end..<min(range.upperBound, end + reach)].place(of: field),
                source[end..<place].suffix(secure.count).elementsEqual(secure)
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
