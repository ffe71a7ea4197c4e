/// What keeps a text from being written, whatever the fonts.
enum TextFault: Error, Equatable, CustomStringConvertible {
    /// There is nothing but white space, or nothing at all.
    case empty
    /// A control character other than a line feed.
    case control(Unicode.Scalar)
    /// A code point that stands for no character, or for one that is agreed on in private.
    case unassigned(Unicode.Scalar)
    /// An embedding, override or isolate that is not closed in its line, or closed without being open (UAX #9, section 2).
    case unbalanced(Unicode.Scalar)

    /// The first fault of `text`; nil if it has none.
    init?(in text: String) {
        guard !text.allSatisfy(\.isWhitespace) else {
            self = .empty
            return
        }
        do throws(TextFault) {
            var open: [Unicode.Scalar] = []
            for scalar in text.unicodeScalars {
                try Self.check(scalar)
                try Self.check(scalar, closing: &open)
            }
            if let last = open.last { throw TextFault.unbalanced(last) }
            return nil
        } catch {
            self = error
        }
    }

    private static func check(_ scalar: Unicode.Scalar) throws(TextFault) {
        switch scalar.properties.generalCategory {
        case .control where scalar != "\n": throw .control(scalar)
        case .unassigned, .privateUse, .surrogate: throw .unassigned(scalar)
        default: break
        }
    }

    /// Keeps the list of what is open: U+202C closes embeddings and overrides, U+2069 isolates, the end of a line nothing.
    private static func check(_ scalar: Unicode.Scalar, closing open: inout [Unicode.Scalar]) throws(TextFault) {
        switch scalar {
        case "\u{202A}", "\u{202B}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}": open.append(scalar)
        case "\u{202C}":
            guard let last = open.popLast(), last.value < 0x2066 else { throw .unbalanced(scalar) }
        case "\u{2069}":
            guard let last = open.popLast(), last.value >= 0x2066 else { throw .unbalanced(scalar) }
        case "\n", "\u{2029}":
            if let last = open.last { throw .unbalanced(last) }
        default: break
        }
    }

    /// A sentence that lacks its subject.
    var description: String {
        switch self {
        case .empty: "is empty"
        case .control(let scalar): "holds the control character \(scalar.codePoint); only line feeds are taken"
        case .unassigned(let scalar): "holds \(scalar.codePoint), which stands for no character"
        case .unbalanced(let scalar):
            "holds \(scalar.codePoint), which opens or closes a direction of writing without its counterpart in that line"
        }
    }
}

extension Unicode.Scalar {
    /// The scalar as the Unicode standard names it: `U+00E9`.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}
