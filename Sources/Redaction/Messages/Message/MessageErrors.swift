import BoundedWork
public import SecureMemory

/// Reason why a message cannot exist, with the part at fault.
public struct InvalidMessage: Error, Equatable, CustomStringConvertible {
    /// The part of the message that is at fault.
    public let member: Message.Member
    /// The fault of the part: a sentence that lacks its subject.
    public let message: String

    init(_ member: Message.Member, _ message: String) {
        self.member = member
        self.message = message
    }

    /// A whole sentence: `the text is empty`.
    public var description: String { "the \(member.rawValue) \(message)" }
}

extension Message {
    /// Parts of a message by the names that policies use.
    public enum Member: String, Sendable, CaseIterable {
        /// The line above the text.
        case title
        /// The text of the message.
        case text
        /// The colour of the words.
        case textColor
        /// The colour behind the words.
        case background
        /// Whether the message is light or dark.
        case appearance
        /// The height of the text.
        case textSize
        /// The symbol above the words.
        case symbol
    }
}

enum TextFault: Error, Equatable, CustomStringConvertible {
    case empty
    /// A control character other than a line feed.
    case control(Unicode.Scalar)
    /// A code point that stands for no character, or for one that is agreed on in private.
    case unassigned(Unicode.Scalar)
    /// An embedding, override or isolate that is not closed in its line, or closed without being open (UAX #9, section 2).
    case unbalanced(Unicode.Scalar)

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

    /// Keeps the list of open controls: U+202C closes embeddings and overrides, U+2069 isolates, the end of a line nothing.
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

    var description: String {
        switch self {
        case .empty: "is empty"
        case .control(let scalar): "holds the control character \(scalar.codePoint); only line feeds are allowed"
        case .unassigned(let scalar): "holds \(scalar.codePoint), which is not a character"
        case .unbalanced(let scalar):
            "holds \(scalar.codePoint), which opens or closes a writing direction without its counterpart in that line"
        }
    }
}

extension Unicode.Scalar {
    /// The scalar in the notation of the Unicode standard: `U+00E9`.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}

/// Reason why a message was not drawn.
public enum MessageError: Error, Equatable, CustomStringConvertible {
    /// The installed fonts lack a character of the message.
    case missingGlyph(Message.Member, Unicode.Scalar)
    /// A part of the message would not be seen, because all of its characters are blank.
    case blank(Message.Member)
    /// There are no fonts at all.
    case noFonts
    /// There is no memory to draw the message.
    case outOfMemory(OutOfMemory)
    /// Nobody waits for the message any more.
    case cancelled

    init(_ failure: WorkFailure) {
        switch failure {
        case .outOfMemory(let error): self = .outOfMemory(error)
        case .cancelled: self = .cancelled
        }
    }

    /// The part of the message that is at fault; nil where it is not the message.
    public var member: Message.Member? {
        switch self {
        case .missingGlyph(let member, _), .blank(let member): member
        case .noFonts, .outOfMemory, .cancelled: nil
        }
    }

    /// The fault, as a sentence for the author of the message.
    public var description: String {
        switch self {
        case .missingGlyph(let member, let scalar):
            "the \(member.rawValue) holds \(scalar.codePoint), which no installed font can draw"
        case .blank(let member): "the \(member.rawValue) has no visible character"
        case .noFonts: "no fonts are installed to draw it"
        case .outOfMemory(let error): error.description
        case .cancelled: "the work was cancelled"
        }
    }
}
