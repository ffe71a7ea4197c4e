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
