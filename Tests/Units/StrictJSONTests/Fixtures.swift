import SecureMemory
import StrictJSON

/// The UTF-8 of `text` in wiped memory.
func secure(_ text: String) throws -> SecureBytes {
    try SecureBytes(copying: Array(text.utf8))
}

extension SecureBytes {
    /// The bytes, for comparison.
    var array: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// A tree that can be compared, with which parsed ones are checked.
enum Tree: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Tree])
    case object([String], [Tree])

    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let number): self = .number(number)
        case .string(let string):
            let bytes = (try? string.bytes().array) ?? []
            self = .string(bytes == Array(string.string.utf8) ? string.string : "the text and its bytes differ")
        case .array(let elements): self = .array(elements.map(Tree.init))
        case .object(let object):
            self = .object(object.members.map(\.name), object.members.map { Tree($0.value) })
        }
    }

    init(parsing text: String, limits: JSONLimits = JSONLimits()) throws {
        self.init(try JSONValue(parsing: secure(text), limits: limits))
    }

}
