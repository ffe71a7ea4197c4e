import BoundedWork
public import SecureMemory

/// The place of a value in a JSON text (RFC 6901): `/rules/1/target`, and the empty string for the whole text.
public struct JSONPointer: Sendable, Equatable {
    /// A step from a value to one that it holds.
    public enum Token: Sendable, Equatable {
        /// The member of an object that has this name.
        case name(String)
        /// The element of an array, counted from 0.
        case index(Int)
    }

    /// The steps from the whole text to the value.
    public internal(set) var tokens: [Token]

    /// The place that `tokens` lead to.
    ///
    /// - Parameter tokens: The steps from the whole text down; none stands for the whole text.
    public init(_ tokens: [Token] = []) {
        self.tokens = tokens
    }

    /// The place one step further down.
    public func appending(_ token: Token) -> JSONPointer {
        JSONPointer(tokens + [token])
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The pointer as RFC 6901, section 3 writes it: `~` in a name as `~0`, `/` as `~1`.
    public var description: String {
        tokens.reduce(into: "") { text, token in
            text += "/"
            switch token {
            case .index(let index):
                text += String(index)
            case .name(let name):
                for scalar in name.unicodeScalars {
                    switch scalar {
                    case "~": text += "~0"
                    case "/": text += "~1"
                    default: text.unicodeScalars.append(scalar)
                    }
                }
            }
        }
    }
}

extension JSONPointer {
    /// The pointer for a sentence, with an escape for every scalar that does not print as itself: its names are a stranger's.
    public var printed: String { QuotedText.printing(description) }

    /// Start in `text` of the value that the pointer leads to, if there is one.
    public func position(in text: SecureBytes, limits: JSONLimits = JSONLimits()) -> JSONSyntaxError.Position? {
        text.withUnsafeBytes { bytes in
            var parser = JSONParser(source: text, bytes: bytes, limits: limits)
            parser.sought = self
            _ = try? parser.parseText()
            return parser.soughtOffset.map { JSONSyntaxError.Position(offset: $0, in: bytes) }
        }
    }
}
