import BoundedWork
import TextAlgorithms

/// Headers with credentials as texts have them: `Authorization: Bearer …` in a line, `-H 'Cookie: sid=…'`, `{Cookie=[sid=…]}`.
enum HeaderLines {
    /// Bytes that are looked at in front of a colon for the name of a header.
    private static let longestName = 40
    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "digest", "key", "negotiate", "token",
    ]

    /// The headers in a text whose values are credentials, by their names and by what their values look like.
    static func fields(
        in range: Range<Int>,
        of source: UnsafeRawBufferPointer,
        _ notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [FieldMember] {
        guard notation != .jsonNumber else { return [] }
        try budget.spend(range.count)
        var fields: [FieldMember] = []
        var position = range.lowerBound
        while let separator = source[position..<range.upperBound].firstIndex(where: { $0 == colon || $0 == equals }) {
            position = separator + 1
            guard let name = name(before: separator, from: range.lowerBound, in: source) else { continue }
            let value = value(of: name, behind: separator, within: range, of: source, notation)
            guard isCredential(source[value], isCookie: FieldNaming.word(name, in: source).hasSuffix("cookie")) else {
                continue
            }
            fields.append(FieldMember(name: name, value: value, notation: notation))
            position = value.upperBound
        }
        return fields
    }

    private static let (colon, equals, backslash) = (UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "\\"))

    /// The name of a header with credentials that ends at `end`.
    private static func name(before end: Int, from start: Int, in source: UnsafeRawBufferPointer) -> Range<Int>? {
        let nearest = max(start, end - longestName - 1)
        let last = source[nearest..<end].lastIndex { !($0 == UInt8(ascii: "-") || $0.isASCIILetter) }
        let name = (last.map { $0 + 1 } ?? nearest)..<end
        return FieldRules.headers.contains(FieldNaming.word(name, in: source)) ? name : nil
    }

    /// The value of a header: to the mark that closes what is open in front of it or of its name, else to the end of the line.
    private static func value(
        of name: Range<Int>,
        behind separator: Int,
        within range: Range<Int>,
        of source: UnsafeRawBufferPointer,
        _ notation: Notation
    ) -> Range<Int> {
        let end = range.upperBound
        let open = source[(separator + 1)..<end].firstIndex { $0 != UInt8(ascii: " ") } ?? end
        // Within a string, a quotation mark stands behind a backslash.
        let mark = open < end && source[open] == backslash ? open + 1 : open
        let isOpened = mark < end && closing(source[mark]) != nil
        let start = isOpened ? mark + 1 : open
        let opener = isOpened ? mark : name.lowerBound - 1
        let closing = opener < range.lowerBound ? nil : closing(source[opener])
        let isEscaped = opener > range.lowerBound && source[opener - 1] == backslash
        let isListed = !isOpened && source[separator] == equals
        let valueEnd = source[start..<end].indices.first { index in
            switch source[index] {
            case closing: !isEscaped
            case backslash where notation != .plain && index + 1 < end:
                isEscaped && source[index + 1] == closing || "nr".utf8.contains(source[index + 1])
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
            case UInt8(ascii: ","), UInt8(ascii: "}"): isListed
            case UInt8(ascii: "<"): notation == .markup
            default: false
            }
        }
        return start..<(valueEnd ?? end)
    }

    private static func closing(_ mark: UInt8) -> UInt8? {
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): mark
        case UInt8(ascii: "["): UInt8(ascii: "]")
        default: nil
        }
    }

    /// Whether `value` is a credential and `name` a header that holds one.
    ///
    /// - Parameter isInList: Whether the name is but the string in front of the value, perhaps in a list of names of headers.
    static func isCredential(
        _ value: Range<Int>,
        of name: Range<Int>,
        inList isInList: Bool = false,
        in source: UnsafeRawBufferPointer
    ) -> Bool {
        guard nameLengths.contains(name.count) else { return false }
        let (word, value) = (FieldNaming.word(name, in: source), source[value])
        let isCookie = word.hasSuffix("cookie")
        guard FieldRules.headers.contains(word), isCredential(value, isCookie: isCookie) else { return false }
        if isCookie || !isInList { return true }
        return value.contains(UInt8(ascii: " "))
            || !word.hasSuffix("authorization") && value.contains(where: \.isASCIIDigit)
    }

    /// Bytes of the names of headers with credentials.
    private static let nameLengths = 6...longestName

    /// Whether a value looks like a credential: a cookie has a name, and what is no cookie is one word, or one behind a scheme.
    private static func isCredential(_ value: Slice<UnsafeRawBufferPointer>, isCookie: Bool) -> Bool {
        guard !isCookie else { return value.contains(equals) }
        let words = value.split(separator: UInt8(ascii: " "))
        guard words.count > 1 else { return value.count >= 4 }
        return schemes.contains(String(decoding: words[0], as: UTF8.self).lowercased())
    }
}
