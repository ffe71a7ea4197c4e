public import SecureMemory

/// What is to be known of a message of JSON-RPC without reading all of it, however much of it is well-formed.
public struct MessageOutline: Sendable {
    /// The place of its number or name, as it is written; nil if it has none that can be told to others.
    public private(set) var id: Range<Int>?
    /// Whether it asks for something, or tells of it, and is no reply.
    public private(set) var hasMethod = false
    /// Whether it is the result of a tool.
    public private(set) var hasContent = false
    /// Whether its result says of what type it is.
    public private(set) var hasResultType = false

    /// Bytes of an identifier that is told to others, at most.
    private static let longestID = 64

    /// The outlines of a message, or of those of a batch, up to where it is malformed.
    public static func outlines(of message: SecureBytes) -> (isBatch: Bool, messages: [MessageOutline]) {
        message.withUnsafeBytes { bytes in
            var walk = MemberWalk(bytes)
            var messages: [MessageOutline] = []
            while let member = walk.next() {
                // Of a batch, each message is a level deeper.
                let path = walk.isArray ? member.path.dropFirst() : member.path[...]
                while messages.count <= member.index { messages.append(MessageOutline()) }
                messages[member.index].note(path, member.value, in: bytes)
            }
            return (walk.isArray, messages)
        }
    }

    private mutating func note(_ path: ArraySlice<String>, _ value: Range<Int>?, in bytes: UnsafeRawBufferPointer) {
        switch Array(path) {
        case ["id"]:
            guard let value, value.count <= Self.longestID else { return }
            id = value
        case ["method"]: hasMethod = true
        case ["result", "content"]: hasContent = true
        case ["result", "resultType"]: hasResultType = true
        default: break
        }
    }
}

/// The strings of a message that an agent reads.
public enum MessageTexts {
    /// The places of strings, quotation marks included: members called `text`, all strings of `structuredContent`, and those of the
    /// data of a log, in their order; nil if the message is no JSON.
    public static func ranges(in message: SecureBytes) -> [Range<Int>]? {
        message.withUnsafeBytes { bytes in
            var walk = MemberWalk(bytes)
            var ranges: [Range<Int>] = []
            while let member = walk.next() {
                guard let value = member.value, bytes[value.lowerBound] == UInt8(ascii: "\""), isRead(member.path)
                else {
                    continue
                }
                ranges.append(value)
            }
            return walk.isMalformed ? nil : ranges
        }
    }

    private static func isRead(_ path: [String]) -> Bool {
        let names = path.filter { !$0.isEmpty }
        return names.last == "text" || names.contains("structuredContent") || names.starts(with: ["params", "data"])
    }
}

/// The values of JSON, one after the other, each with the names that lead to it; that of an element of an array is empty.
private struct MemberWalk {
    struct Member {
        /// The message of a batch that it is in.
        let index: Int
        let path: [String]
        /// The place of a string with its quotation marks, or of a number or word; nil for an object or array, which begins.
        let value: Range<Int>?
    }

    private var tokens: JSONTokens
    private let bytes: UnsafeRawBufferPointer
    /// The name of each level, and whether it is an array.
    private var levels: [(name: String, isArray: Bool)] = []
    private var name = ""
    private var index = -1
    /// Whether the whole is an array.
    private(set) var isArray = false
    /// Whether it ended before the JSON did.
    private(set) var isMalformed = false

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        tokens = JSONTokens(bytes)
    }

    mutating func next() -> Member? {
        while let token = nextToken() {
            switch token {
            case .name(let range): name = JSONTokens.text(of: range, in: bytes)
            case .beginObject, .beginArray:
                let isArray = token == .beginArray
                if levels.isEmpty { self.isArray = isArray }
                if levels.count == (self.isArray ? 1 : 0) { index += 1 }
                let path = levels.dropFirst().map(\.name) + [name]
                let isMember = !levels.isEmpty
                levels.append((name, isArray))
                name = ""
                if isMember { return Member(index: max(index, 0), path: path, value: nil) }
            case .endObject, .endArray:
                levels.removeLast()
                name = ""
            case .string(let range): return member(range.lowerBound - 1..<range.upperBound + 1)
            case .number(let range), .word(let range): return member(range)
            }
        }
        return nil
    }

    private mutating func nextToken() -> JSONTokens.Token? {
        do throws(JSONTokens.Malformed) {
            return try tokens.next()
        } catch {
            isMalformed = true
            return nil
        }
    }

    private mutating func member(_ value: Range<Int>) -> Member {
        defer { name = "" }
        return Member(index: max(index, 0), path: levels.dropFirst().map(\.name) + [name], value: value)
    }
}
