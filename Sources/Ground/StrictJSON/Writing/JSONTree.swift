public import BoundedWork
public import SecureMemory

/// A JSON text that is made in code, its members in the order in which they are stated.
///
/// ```swift
/// let tree: JSONTree = ["type": "object", "required": ["rules"], "maxProperties": 9]
/// ```
/// Unlike ``JSONValue`` it is for texts of the program itself, and lies in memory that is not wiped.
public indirect enum JSONTree: Sendable, Equatable {
    /// The value `true` or `false`.
    case bool(Bool)
    /// A finite number.
    case number(Double)
    /// A string.
    case string(String)
    /// The elements of an array, in order.
    case array([JSONTree])
    /// The members of an object, in order. No name is there twice.
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable, Equatable {
        /// The name of the member.
        public let name: String
        /// The value of the member.
        public var value: JSONTree

        /// A member called `name`.
        public init(_ name: String, _ value: JSONTree) {
            self.name = name
            self.value = value
        }
    }

    /// The member called `name`, if there is one. Nil takes a member away.
    public subscript(_ name: String) -> JSONTree? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.name == name }?.value
        }
        set {
            guard case .object(var members) = self else { return }
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }

    /// The text of a string; nil for anything else.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The elements of an array; none for anything else.
    public var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }

    /// The members of an object; none for anything else.
    public var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The tree with every string in it, but no name of a member, transformed.
    public func mapStrings(_ transform: (String) -> String) -> JSONTree {
        switch self {
        case .bool, .number: self
        case .string(let text): .string(transform(text))
        case .array(let elements): .array(elements.map { $0.mapStrings(transform) })
        case .object(let members): .object(members.map { Member($0.name, $0.value.mapStrings(transform)) })
        }
    }
}

extension JSONTree {
    /// The tree as compact JSON.
    public var text: String { write(lineEnd: "", indentation: "", colon: ":") }

    /// The tree as JSON for people: a member a line.
    public var indentedText: String { write(lineEnd: "\n", indentation: "  ", colon: ": ") + "\n" }

    private func write(lineEnd: String, indentation: String, colon: String) -> String {
        func list(_ items: [String], _ open: String, _ close: String) -> String {
            guard !items.isEmpty else { return open + close }
            let inner = lineEnd + indentation
            return open + inner + items.joined(separator: "," + inner) + lineEnd + close
        }
        func nested(_ tree: JSONTree) -> String {
            tree.write(
                lineEnd: lineEnd.isEmpty ? "" : lineEnd + indentation,
                indentation: indentation,
                colon: colon
            )
        }
        switch self {
        case .bool(let value): return value ? "true" : "false"
        case .number(let number): return NumberText.describe(number)
        case .string(let text): return Self.quote(text)
        case .array(let elements): return list(elements.map(nested), "[", "]")
        case .object(let members):
            return list(members.map { Self.quote($0.name) + colon + nested($0.value) }, "{", "}")
        }
    }

    private static func quote(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        guard !isPlain else { return "\"\(text)\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u00" + (digits.count == 1 ? "0" : "") + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension JSONTree: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral text: String) { self = .string(text) }

    /// The value `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A whole number.
    public init(integerLiteral number: Int) { self = .number(Double(number)) }

    /// A number.
    public init(floatLiteral number: Double) { self = .number(number) }

    /// An array.
    public init(arrayLiteral elements: JSONTree...) { self = .array(elements) }

    /// An object.
    public init(dictionaryLiteral members: (String, JSONTree)...) { self = .object(members.map(Member.init)) }
}

extension SecureBytesBuilder {
    /// Appends `text` as a JSON string, in quotation marks (RFC 8259, section 7); not all of it once it is cancelled.
    ///
    /// - Parameters:
    ///   - text: Well-formed UTF-8.
    ///   - cancellation: Whether the string is still wanted.
    public mutating func append(
        jsonString text: SecureBytes,
        _ cancellation: Cancellation = Cancellation()
    ) throws(OutOfMemory) {
        try text.withUnsafeBytes { (bytes) throws(OutOfMemory) in
            try append("\"")
            var start = 0
            for (offset, byte) in bytes.enumerated() {
                guard let escape = Self.escape(of: byte) else { continue }
                guard !cancellation.isCancelled else { return }
                try append(UnsafeRawBufferPointer(rebasing: bytes[start..<offset]))
                try append(escape)
                start = offset + 1
            }
            try append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            try append("\"")
        }
    }

    /// Bytes that `text` takes as a JSON string.
    public static func byteCount(jsonString text: SecureBytes) -> Int {
        text.withUnsafeBytes { bytes in bytes.reduce(2) { $0 + (escape(of: $1)?.utf8.count ?? 1) } }
    }

    /// The escape of a byte; nil for one that stands for itself.
    @inline(__always)
    private static func escape(of byte: UInt8) -> String? {
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { return nil }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return "\\\(Unicode.Scalar(byte))"
        case UInt8(ascii: "\n"): return "\\n"
        case UInt8(ascii: "\r"): return "\\r"
        case UInt8(ascii: "\t"): return "\\t"
        default: return "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
        }
    }
}
