import BoundedWork
import Hierarchy
import TextAlgorithms

/// What a test typed into a field that hides it, as tools tell it: `Type 'hunter2' into "Password" SecureTextField` of XCUITest, and
/// `Fill "hunter2" getByLabel('Password')` of Playwright.
enum TypedText {
    private static let verbs = ["Type ", "Fill ", "Insert "].map { Array($0.utf8) }
    /// Quotation marks as they stand, and as JSON and markup write them.
    private static let marks = ["'", "\"", "\\\"", "&quot;", "&#34;", "&#39;"].map { Array($0.utf8) }
    private static let joint = Array(" into ".utf8)
    private static let (secure, field) = (Array("Secure".utf8), Array("TextField".utf8))
    /// Beginnings of what says where Playwright typed it.
    private static let locators = ["locator(", "getBy", "frameLocator(", "contentFrame("].map { Array($0.utf8) }
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
        for verb in verbs {
            try budget.spend(range.count)
            var position = range.lowerBound
            while let start = source[position..<range.upperBound].place(of: verb) {
                position = start + verb.count
                guard let mark = marks.first(where: source[position..<range.upperBound].starts) else { continue }
                let value = position + mark.count
                let rest = source[value..<min(range.upperBound, value + longest)]
                try budget.spend(rest.count + reach)
                guard let end = rest.place(of: mark + [UInt8(ascii: " ")]) else { continue }
                let place = source[(end + mark.count)..<min(range.upperBound, end + mark.count + reach)]
                guard try isSecret(place, budget: &budget) else { continue }
                fields.append(FieldMember(name: start..<start + verb.count, value: value..<end, notation: notation))
                position = end
            }
        }
        return fields
    }

    /// Whether the text behind what was typed says that it went into a field that hides it.
    private static func isSecret(
        _ place: Slice<UnsafeRawBufferPointer>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        if place.starts(with: joint) {
            return place.place(of: field).map { place[..<$0].suffix(secure.count).elementsEqual(secure) } ?? false
        }
        let locator = place.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        guard locators.contains(where: locator.starts) else { return false }
        var names = try FieldNames(budget: &budget)
        return try names.nameSecret(UnsafeRawBufferPointer(rebasing: locator), budget: &budget)
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
