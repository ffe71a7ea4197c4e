public import BoundedWork
public import SecureMemory

/// A JSON text, read as a tree (RFC 8259, section 3).
///
/// ```swift
/// let value = try JSONValue(parsing: body)
/// let policy = try JSONCursor(value).object(allowing: ["name", "rules"])
/// ```
///
/// Strings are slices of the text that was parsed, so a 40 MB base64 string costs no copy, and the text lives in wiped
/// memory for as long as any value of it does. Only member names are copied, into a `String` each.
public enum JSONValue: Sendable {
    /// The value `null`.
    case null
    /// The value `true` or `false`.
    case bool(Bool)
    /// A number; always finite, and the `Double` nearest to the written one.
    case number(Double)
    /// A string, as a slice of the text.
    case string(JSONString)
    /// The elements of an array, in order.
    case array([JSONValue])
    /// The members of an object, in the order in which they are written.
    case object(JSONObject)

    /// Reads `text`, which must be one JSON value in UTF-8 with at most white space round it.
    ///
    /// Besides what the grammar refuses, this is refused, because it can be read in two ways or not at all: a byte
    /// order mark, UTF-8 that is not well-formed, the escape of a lone surrogate, an object with two members of one
    /// name (names are compared unescaped, byte for byte), and a number beyond the range of `Double`. Time is linear in
    /// the bytes.
    ///
    /// - Parameters:
    ///   - text: The whole text. An empty one is refused.
    ///   - limits: Bounds on depth and on the number of values, which bound the memory that is taken.
    ///   - cancellation: Whether the value is still wanted.
    /// - Throws: ``JSONSyntaxError``, which says where.
    public init(
        parsing text: SecureBytes,
        limits: JSONLimits = JSONLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(JSONSyntaxError) {
        self = try text.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
            var parser = JSONParser(source: text, bytes: bytes, limits: limits, cancellation: cancellation)
            return try parser.parseText()
        }
    }

    /// Which of the six kinds of value this is.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}

/// The six kinds of JSON value.
public enum JSONKind: Sendable, Equatable, CustomStringConvertible {
    /// The value `null`.
    case null
    /// The values `true` and `false`.
    case bool
    /// A number, whole or not.
    case number
    /// A string of any length.
    case string
    /// An array of any length.
    case array
    /// An object with any members.
    case object

    /// The kind with its article, as messages name it: "a string".
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// The members of an object in the order in which they are written; no two have the same name, byte for byte.
public struct JSONObject: Sendable {
    /// A member of an object: a name and a value.
    public struct Member: Sendable {
        /// The name of the member, unescaped.
        public let name: String
        /// The value of the member.
        public let value: JSONValue
        /// Range of the value, in bytes of the parsed text; empty if it comes from no JSON text.
        public let range: Range<Int>

        package init(name: String, value: JSONValue, range: Range<Int> = 0..<0) {
            self.name = name
            self.value = value
            self.range = range
        }
    }

    /// The members, in the order in which they are written.
    public let members: [Member]

    /// - Precondition: The names are distinct.
    package init(uncheckedMembers members: [Member]) {
        self.members = members
    }

    /// The value of the member called `name`, or nil if there is none. Takes time linear in the number of members.
    public subscript(name: String) -> JSONValue? {
        members.first { MemberName($0.name) == MemberName(name) }?.value
    }
}

/// A member's name, compared by RFC 8259, section 8.3: unit by unit.
///
/// `String` compares under canonical equivalence, which takes seconds for a hundred thousand names of combining marks.
struct MemberName: Hashable {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    static func == (left: MemberName, right: MemberName) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var name = name
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
