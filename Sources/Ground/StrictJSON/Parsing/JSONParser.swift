import BoundedWork
import SecureMemory
import TextAlgorithms

/// The parser: recursive descent over the bytes, one function a rule of the grammar (RFC 8259, section 2).
///
/// - Each function starts at the first byte of what it reads and ends behind the last one; white space is skipped only
///   between tokens, by the function that reads the container.
/// - Nothing is read twice but strings with escapes, so time is linear; recursion is bounded by `limits.depth`.
/// - `path` always leads to the value that is being read, so an error knows its pointer.
struct JSONParser {
    let source: SecureBytes
    /// The bytes of `source`, valid for as long as the parser is used.
    let bytes: UnsafeRawBufferPointer
    let limits: JSONLimits
    /// Checked for each value, and within a long string now and then.
    let cancellation: Cancellation
    var offset = 0
    private var path = JSONPointer()
    private var valueCount = 0
    var sought: JSONPointer?
    /// The start of that value, once it was met.
    private(set) var soughtOffset: Int?

    init(
        source: SecureBytes,
        bytes: UnsafeRawBufferPointer,
        limits: JSONLimits,
        cancellation: Cancellation = Cancellation()
    ) {
        self.source = source
        self.bytes = bytes
        self.limits = limits
        self.cancellation = cancellation
    }

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Reads one value and the white space round it; nothing may follow.
    mutating func parseText() throws(JSONSyntaxError) -> JSONValue {
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw failure(.byteOrderMark) }
        skipWhiteSpace()
        let value = try parseValue(depth: 0)
        skipWhiteSpace()
        guard offset == bytes.count else { throw unexpected("the end of the text") }
        return value
    }

    /// - Parameter depth: Arrays and objects round the value.
    private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard valueCount < limits.valueCount else { throw failure(.tooManyValues(limit: limits.valueCount)) }
        guard !cancellation.isCancelled else { throw failure(.cancelled) }
        valueCount += 1
        if path == sought { soughtOffset = offset }
        switch next {
        case UInt8(ascii: "{"): return .object(try parseObject(depth: depth))
        case UInt8(ascii: "["): return .array(try parseArray(depth: depth))
        case UInt8(ascii: "\""): return .string(try parseString())
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return .number(try parseNumber())
        default: break
        }
        if skip("true") { return .bool(true) }
        if skip("false") { return .bool(false) }
        if skip("null") { return .null }
        throw unexpected("a value")
    }

    private mutating func parseArray(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        try open(depth: depth)
        if skip("]") { return [] }
        var elements: [JSONValue] = []
        while true {
            path.tokens.append(.index(elements.count))
            elements.append(try parseValue(depth: depth + 1))
            path.tokens.removeLast()
            skipWhiteSpace()
            if skip("]") { return elements }
            guard skip(",") else { throw unexpected(#""," or "]""#) }
            skipWhiteSpace()
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONSyntaxError) -> JSONObject {
        try open(depth: depth)
        if skip("}") { return JSONObject(uncheckedMembers: []) }
        var members: [JSONObject.Member] = []
        var names: Set<MemberName> = []
        while true {
            let start = offset
            guard next == UInt8(ascii: "\"") else {
                throw unexpected("a member's name in quotation marks" + (members.isEmpty ? #" or "}""# : ""))
            }
            let name = try parseName()
            path.tokens.append(.name(name))
            guard names.insert(MemberName(name)).inserted else { throw failure(.duplicateMember(name), at: start) }
            skipWhiteSpace()
            guard skip(":") else { throw unexpected(#"":""#) }
            skipWhiteSpace()
            let valueStart = offset
            let value = try parseValue(depth: depth + 1)
            members.append(JSONObject.Member(name: name, value: value, range: valueStart..<offset))
            path.tokens.removeLast()
            skipWhiteSpace()
            if skip("}") { return JSONObject(uncheckedMembers: members) }
            guard skip(",") else { throw unexpected(#""," or "}""#) }
            skipWhiteSpace()
        }
    }

    private mutating func parseName() throws(JSONSyntaxError) -> String {
        let start = offset
        let name = try parseString()
        // An escape is at most six times as long as its meaning, so a name that is longer than that is refused without a copy.
        guard name.escaped.count / 6 <= limits.nameByteCount else {
            throw failure(.nameTooLong(limit: limits.nameByteCount), at: start)
        }
        let string = name.string
        guard string.utf8.count <= limits.nameByteCount else {
            throw failure(.nameTooLong(limit: limits.nameByteCount), at: start)
        }
        return string
    }

    private mutating func open(depth: Int) throws(JSONSyntaxError) {
        guard depth < limits.depth else { throw failure(.tooDeep(limit: limits.depth)) }
        offset += 1
        skipWhiteSpace()
    }

    mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            offset += 1
        }
    }

    private mutating func skip(_ token: StaticString) -> Bool {
        guard bytes.count - offset >= token.utf8CodeUnitCount else { return false }
        for index in 0..<token.utf8CodeUnitCount where bytes[offset + index] != token.utf8Start[index] {
            return false
        }
        offset += token.utf8CodeUnitCount
        return true
    }

    func unexpected(_ expected: String) -> JSONSyntaxError {
        guard offset < bytes.count else { return failure(.unexpected(expected: expected, found: nil)) }
        guard let found = UTF8Scalars.decode(at: offset, in: bytes) else { return failure(.invalidUTF8) }
        return failure(.unexpected(expected: expected, found: found.scalar))
    }

    func failure(_ reason: JSONSyntaxError.Reason, at place: Int? = nil) -> JSONSyntaxError {
        // Counting the lines takes long, too.
        guard !cancellation.isCancelled else {
            return JSONSyntaxError(reason: .cancelled, position: .init(offset: 0, in: bytes), pointer: path)
        }
        return JSONSyntaxError(reason: reason, position: .init(offset: place ?? offset, in: bytes), pointer: path)
    }
}

/// Bounds on the memory and depth of a JSON text.
///
/// The length of the text is not bounded here: the code that reads it from a network does that, and strings are slices of it.
public struct JSONLimits: Sendable, Equatable {
    /// Depth of nested arrays and objects: 1 allows `[1]` and refuses `[[1]]`. The parser recurses this deep, and so does the
    /// release of the tree; beyond a few thousand the stack becomes the limit.
    public var depth: Int

    /// Number of values of the text, counting every element, every member's value and the whole.
    public var valueCount: Int

    /// Bytes of UTF-8 of a member's name, unescaped. Names are copied into `String`s, which are not wiped.
    public var nameByteCount: Int

    /// Characters of a number. The shortest forms of a `Double` have at most 24.
    public var numberByteCount: Int

    /// Sets the bounds; the defaults are those of a policy, and of an upload that holds one.
    ///
    /// - Parameters:
    ///   - depth: Depth of nested arrays and objects.
    ///   - valueCount: Number of values of the text.
    ///   - nameByteCount: Bytes of UTF-8 in a member's name.
    ///   - numberByteCount: Characters in a number.
    public init(depth: Int = 64, valueCount: Int = 100_000, nameByteCount: Int = 256, numberByteCount: Int = 128) {
        self.depth = depth
        self.valueCount = valueCount
        self.nameByteCount = nameByteCount
        self.numberByteCount = numberByteCount
    }
}
