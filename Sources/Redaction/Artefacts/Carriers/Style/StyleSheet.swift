import BoundedWork
import TextAlgorithms

/// A style sheet in CSS, in which names and numbers are no values.
struct StyleSheet {
    /// First words of properties that most sheets have.
    private static let properties: Set<String> = [
        "align", "animation", "background", "border", "bottom", "box", "clear", "color", "content", "cursor", "display",
        "fill", "flex", "float", "font", "gap", "grid", "height", "justify", "left", "letter", "line", "list", "margin",
        "max", "min", "opacity", "order", "outline", "overflow", "padding", "pointer", "position", "right", "src",
        "stroke", "text", "top", "transform", "transition", "user", "vertical", "visibility", "white", "width", "word",
        "z",
    ]
    private static let longestName = 64

    private var (depth, rules, declarations, known) = (0, 0, 0, 0)

    /// Whether a text is rules of declarations and nothing else, at least half of them of usual properties.
    static func isOne(_ source: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        try budget.spend(source.count)
        var sheet = StyleSheet()
        return sheet.reads(source) && sheet.depth == 0 && sheet.rules > 0 && sheet.declarations > 0
            && 2 * sheet.known >= sheet.declarations
    }

    /// Whether all of the text can be read.
    private mutating func reads(_ source: UnsafeRawBufferPointer) -> Bool {
        var (position, start) = (0, 0)
        while position < source.count {
            let end = position + 1
            switch source[position] {
            case UInt8(ascii: "{"):
                (depth, rules, start) = (depth + 1, rules + 1, end)
            case UInt8(ascii: "}"):
                guard depth > 0, takes(source[start..<position]) else { return false }
                (depth, start) = (depth - 1, end)
            case UInt8(ascii: ";"):
                guard takes(source[start..<position]) else { return false }
                start = end
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: "/"):
                guard let closing = Self.end(of: position, in: source) else { return false }
                // Nothing is said by a comment in front of a name.
                if source[position] == UInt8(ascii: "/"), Self.isBlank(source[start..<position]) { start = closing }
                position = closing
                continue
            default: break
            }
            position = end
        }
        return Self.isBlank(source[start...])
    }

    /// Whether a declaration, a command such as `@import`, or nothing stands there.
    private mutating func takes(_ part: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard let first = part.first(where: { !$0.isASCIISpace }) else { return true }
        guard first != UInt8(ascii: "@") else { return true }
        guard depth > 0, let colon = part.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let name = part[..<colon].filter { !$0.isASCIISpace }
        guard !name.isEmpty, name.count <= Self.longestName,
            name.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_*".utf8.contains($0) })
        else { return false }
        declarations += 1
        let word = String(decoding: name.prefix { $0 != UInt8(ascii: "-") }, as: UTF8.self)
        if word.isEmpty || Self.properties.contains(word) { known += 1 }
        return true
    }

    /// The end of a string, a comment, or what stands in parentheses; one step on for another slash; nil if nothing closes it.
    private static func end(of start: Int, in source: UnsafeRawBufferPointer) -> Int? {
        switch source[start] {
        case UInt8(ascii: "/"): endOfComment(start, in: source)
        case UInt8(ascii: "("): endOfParentheses(start, in: source)
        case let mark: endOfString(start, mark, in: source)
        }
    }

    private static func endOfComment(_ start: Int, in source: UnsafeRawBufferPointer) -> Int? {
        var position = start + 1
        guard position < source.count, source[position] == UInt8(ascii: "*") else { return position }
        position += 1
        while position + 1 < source.count {
            if source[position] == UInt8(ascii: "*"), source[position + 1] == UInt8(ascii: "/") { return position + 2 }
            position += 1
        }
        return nil
    }

    private static func endOfString(_ start: Int, _ mark: UInt8, in source: UnsafeRawBufferPointer) -> Int? {
        var position = start + 1
        while position < source.count, source[position] != mark {
            position += source[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return position < source.count ? position + 1 : nil
    }

    private static func endOfParentheses(_ start: Int, in source: UnsafeRawBufferPointer) -> Int? {
        var (position, open) = (start, 0)
        while position < source.count {
            let byte = source[position]
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            switch byte {
            case UInt8(ascii: "("): open += 1
            case UInt8(ascii: ")"):
                open -= 1
                if open == 0 { return position }
            case UInt8(ascii: "\""):
                guard let end = endOfString(position - 1, byte, in: source) else { return nil }
                position = end
            default: break
            }
        }
        return nil
    }

    private static func isBlank(_ part: Slice<UnsafeRawBufferPointer>) -> Bool { part.allSatisfy(\.isASCIISpace) }
}
