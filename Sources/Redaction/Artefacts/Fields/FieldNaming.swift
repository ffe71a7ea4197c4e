import TextAlgorithms

/// What a field is called, in JSON that describes fields in one of the usual ways.
enum FieldNaming {
    /// Members that hold what a field holds.
    static let values: Set<String> = ["value", "text", "content", "data", "input", "key", "__playwright_value_"]
    /// Members that say what a field is.
    static let titles: Set<String> = [
        "name", "key", "label", "field", "selector", "locator", "id", "identifier", "type", "autocomplete",
        "placeholder", "aria-label", "title", "testid", "data-testid",
    ]
    static let selectors: Set<String> = ["selector", "locator"]
    /// Members and attributes that hold code, in which names and numbers are no values: of fields, or of a drawing.
    static let code: Set<String> = selectors.union(["class", "d", "points", "style", "transform", "viewbox"])
    /// The words in front of "name" in the names of members that hold the name of a person.
    private static let persons: Set<String> = [
        "account", "beneficiary", "billing", "card", "cardholder", "client", "contact", "customer", "display",
        "employee", "family", "first", "full", "given", "guest", "holder", "last", "legal", "maiden", "member",
        "middle", "nick", "owner", "passenger", "patient", "payee", "person", "recipient", "sender", "shipping",
        "student", "sur", "user",
    ]

    /// Longest name, in bytes, and the most spaces in one that is no selector: the title of a test is none.
    private static let (longest, mostSpaces) = (256, 3)

    /// Names of elements of pages and property lists, and headings of tables, that are those of secrets elsewhere.
    static let common: Set<String> = ["address", "code", "key"]

    /// Longest heading of a column, in bytes, and the most spaces in one.
    private static let (longestHeading, mostSpacesOfHeading) = (40, 2)

    /// Whether a text may be the heading of a column of a table.
    static func isHeading(_ text: Range<Int>, in source: UnsafeRawBufferPointer) -> Bool {
        (1...longestHeading).contains(text.count)
            && source[text].count { $0 == UInt8(ascii: " ") } <= mostSpacesOfHeading
            && !common.contains(word(text, in: source))
    }

    /// A name in small letters; empty if it is too long for one.
    static func word(_ name: Range<Int>, in source: UnsafeRawBufferPointer) -> String {
        name.count > longest ? "" : String(decoding: source[name], as: UTF8.self).lowercased()
    }

    /// Whether a member says what its object describes.
    static func isTitle(_ member: FieldMember, in source: UnsafeRawBufferPointer) -> Bool {
        let name = word(member.name, in: source)
        guard titles.contains(name), member.notation != .jsonNumber, member.value.count <= longest else { return false }
        return selectors.contains(name) || source[member.value].count { $0 == UInt8(ascii: " ") } <= mostSpaces
    }

    /// Whether a member called `code` holds no code that somebody enters, which has a digit and is one word: it is the source of a test, or
    /// names an error.
    static func isCodeOfProgram(_ member: FieldMember, in source: UnsafeRawBufferPointer) -> Bool {
        guard member.notation != .jsonNumber, word(member.name, in: source) == "code" else { return false }
        let value = source[member.value]
        let hasBreak = zip(value, value.dropFirst()).contains { $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "n") }
        return hasBreak || !value.contains(where: \.isASCIIDigit) || value.contains(where: \.isASCIISpace)
    }

    static func isValue(_ member: FieldMember, in source: UnsafeRawBufferPointer) -> Bool {
        values.contains(word(member.name, in: source))
    }

    /// The words of an identifier, such as `cardNumber` or `card_number`; none of one that names a thing, such as `fileName`; nil for a
    /// text that is no identifier.
    static func words(of name: Slice<UnsafeRawBufferPointer>) -> String? {
        let isIdentifier = name.allSatisfy { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte.isASCIILetter
        }
        guard !name.isEmpty, name.count <= longest, isIdentifier else { return nil }
        var words = ""
        var wasSmall = false
        for byte in name {
            let isCapital = (0x41...0x5A).contains(byte)
            if isCapital, wasSmall { words += " " }
            wasSmall = (0x61...0x7A).contains(byte)
            words.unicodeScalars.append(isCapital || wasSmall ? Unicode.Scalar(byte) : " ")
        }
        return isNameOfThing(words) ? "" : words
    }

    /// Whether words are such as "api name": what a program calls a thing.
    private static func isNameOfThing(_ words: String) -> Bool {
        let parts = words.lowercased().split(separator: " ")
        guard parts.count > 1, parts.last == "name" else { return false }
        return !persons.contains(String(parts[parts.count - 2]))
    }
}
