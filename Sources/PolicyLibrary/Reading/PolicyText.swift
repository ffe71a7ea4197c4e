import SecureMemory
import StrictJSON

/// The text of a policy file, and where in it each value stands.
enum PolicyText {
    case json(SecureBytes, JSONValue)
    case yaml(YAMLText)

    /// What makes a text unreadable.
    struct Fault: Error, Equatable {
        /// Counted from 1, where it is known.
        let line: Int?
        /// A sentence without a full stop.
        let reason: String
    }

    /// How a file is written.
    enum Syntax {
        case json
        case yaml

        /// The syntax that the extension of a file's name stands for; nil for any other.
        init?(pathExtension: String) {
            switch pathExtension {
            case "json": self = .json
            case "yaml", "yml": self = .yaml
            default: return nil
            }
        }
    }

    init(_ text: SecureBytes, syntax: Syntax) throws(Fault) {
        switch syntax {
        case .yaml: self = .yaml(try YAMLText(text))
        case .json:
            do {
                self = .json(text, try JSONValue(parsing: text))
            } catch {
                throw Fault(line: error.position.line, reason: "\(error.reason)")
            }
        }
    }

    /// The whole text.
    var value: JSONValue {
        switch self {
        case .json(_, let value): value
        case .yaml(let text): text.value
        }
    }

    /// The line of the value that `pointer` leads to.
    func line(of pointer: JSONPointer) -> Int? {
        switch self {
        case .json(let text, _): pointer.position(in: text)?.line
        case .yaml(let text): text.line(of: pointer)
        }
    }
}
