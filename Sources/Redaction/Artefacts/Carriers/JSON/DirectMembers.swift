import BoundedWork
import SecureMemory
import StrictJSON

/// The members of a server's JSON that lead past a guard, and what becomes of them.
public struct DirectMembers: Sendable, Equatable {
    /// Names of members that are taken out.
    public var omitted: Set<String>
    /// The beginning of the address of a web socket at the guard, which takes the place of that at the server, up to its path; nil where
    /// none are changed.
    public var socketOrigin: String?

    /// States what becomes of members.
    public init(omitted: Set<String> = [], socketOrigin: String? = nil) {
        (self.omitted, self.socketOrigin) = (omitted, socketOrigin)
    }

    /// The name of a member with the address of a web socket (WebDriver BiDi, section 4).
    public static let socketName = "webSocketUrl"

    fileprivate var isEmpty: Bool { omitted.isEmpty && socketOrigin == nil }
}

/// Takes members that lead past a guard out of JSON, in objects at any depth, and in JSON that is a string of it.
struct DirectMemberEdit {
    private let members: DirectMembers
    /// Addresses of web sockets at the server, as they stood there: the first ones.
    private(set) var sockets: [String] = []

    /// Addresses that are noted at most: a grid tells those of all its sessions.
    private static let mostSockets = 64
    /// Bytes of an address at most.
    private static let longestSocket = 2048
    /// Strings within each other that are looked into.
    private static let mostStrings = 4

    init(_ members: DirectMembers) {
        self.members = members
    }

    private typealias Change = (range: Range<Int>, text: SecureBytes)

    /// JSON without such members; the same bytes if there are none, or if it is no JSON.
    ///
    /// - Parameter depth: Strings that it is in.
    mutating func edited(_ json: SecureBytes, depth: Int = 0) throws(OutOfMemory) -> SecureBytes {
        guard !members.isEmpty else { return json }
        return try json.withUnsafeBytes { (bytes) throws(OutOfMemory) in
            let changes = try changes(of: bytes, depth: depth)
            guard !changes.isEmpty else { return json }
            var builder = try SecureBytesBuilder(capacity: json.count)
            var start = 0
            for change in changes {
                try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start..<change.range.lowerBound]))
                try builder.append(change.text)
                start = change.range.upperBound
            }
            try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            return builder.finish()
        }
    }

    /// What takes the place of members, each that is taken out with a comma that parted it from another one, ascending and apart.
    private mutating func changes(of json: UnsafeRawBufferPointer, depth: Int) throws(OutOfMemory) -> [Change] {
        // A member that lies deeper would pass.
        var tokens = JSONTokens(json, depth: .max)
        var changes: [Change] = []
        /// The end of what was read before the token.
        var end = 0
        while let token = try? tokens.next() {
            switch token {
            case .name(let range):
                let name = JSONTokens.text(of: range, in: json)
                if members.omitted.contains(name) {
                    guard tokens.skipValue() else { return changes }
                    let last = max(end, changes.last?.range.upperBound ?? 0)
                    let cut = JSONTokens.cut(from: range.lowerBound - 1, to: tokens.offset, behind: last, in: json)
                    changes.append((cut, SecureBytes()))
                } else if name == DirectMembers.socketName, let origin = members.socketOrigin,
                    case .string(let value)? = try? tokens.next()
                {
                    changes.append((quoted(value), try socket(value, at: origin, in: json)))
                }
            case .string(let range) where depth < Self.mostStrings:
                if let text = try edited(string: range, in: json, depth: depth + 1) {
                    changes.append((quoted(range), text))
                }
            default: break
            }
            end = tokens.offset
        }
        return changes
    }

    /// A string with its quotation marks.
    private func quoted(_ range: Range<Int>) -> Range<Int> { range.lowerBound - 1..<range.upperBound + 1 }

    /// The address of a web socket at the guard in place of one at the server; `null` for what is no address.
    private mutating func socket(
        _ range: Range<Int>,
        at origin: String,
        in json: UnsafeRawBufferPointer
    ) throws(OutOfMemory) -> SecureBytes {
        let null = try SecureBytes(copying: "null".utf8)
        guard range.count <= Self.longestSocket, let content = try Self.content(of: range, in: json) else {
            return null
        }
        let address = content.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let isPlain = address.utf8.allSatisfy {
            0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard isPlain, address.hasPrefix("ws://") || address.hasPrefix("wss://") else { return null }
        let path = address.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        if sockets.count < Self.mostSockets { sockets.append(address) }
        return try SecureBytes(copying: "\"\(origin)\(path)\"".utf8)
    }

    /// A string, with its quotation marks, without such members in the JSON that it is; nil if it has none.
    private mutating func edited(
        string range: Range<Int>,
        in json: UnsafeRawBufferPointer,
        depth: Int
    ) throws(OutOfMemory) -> SecureBytes? {
        let text = json[range]
        guard let first = text.first, "{[\\ ".utf8.contains(first), text.contains(UInt8(ascii: "\\")) else {
            return nil
        }
        guard let content = try Self.content(of: range, in: json) else { throw OutOfMemory(byteCount: text.count) }
        let safe = try edited(content, depth: depth)
        guard safe != content else { return nil }
        var builder = try SecureBytesBuilder(capacity: text.count)
        try builder.append(jsonString: safe)
        return builder.finish()
    }

    /// A string as it reads; nil if memory lacks for it.
    private static func content(
        of range: Range<Int>,
        in json: UnsafeRawBufferPointer
    ) throws(OutOfMemory) -> SecureBytes? {
        var budget = WorkBudget(limit: .max)
        return try? Notation.jsonString.read(UnsafeRawBufferPointer(rebasing: json[range]), budget: &budget)
    }
}

extension JSONTokens {
    /// What is cut with a member: the comma in front of it, or that behind it where it is the first one that is left.
    fileprivate static func cut(from start: Int, to end: Int, behind last: Int, in json: UnsafeRawBufferPointer)
        -> Range<
            Int
        >
    {
        if let comma = json[last..<start].firstIndex(of: UInt8(ascii: ",")) { return comma..<end }
        let next = json[end...].firstIndex { $0 > 0x20 }
        return start..<(next.map { json[$0] == UInt8(ascii: ",") ? $0 + 1 : end } ?? end)
    }

    /// Reads the value that comes next, whatever is in it; false if it is malformed.
    fileprivate mutating func skipValue() -> Bool {
        var depth = 0
        repeat {
            switch try? next() {
            case nil: return false
            case .beginObject, .beginArray: depth += 1
            case .endObject, .endArray: depth -= 1
            default: break
            }
        } while depth > 0
        return true
    }

    /// The beginning of a name or a string as it reads.
    static func text(of name: Range<Int>, in json: UnsafeRawBufferPointer) -> String {
        var scalars = NotedScalars(UnsafeRawBufferPointer(rebasing: json[name]), in: .jsonString)
        var text = String.UnicodeScalarView()
        for _ in 0..<longestText { scalars.next().map { text.append($0) } }
        return String(text)
    }

    /// The beginning of a string as it reads, without spaces and control characters, which many readers leave out.
    static func words(of string: Range<Int>, in json: UnsafeRawBufferPointer) -> String {
        var scalars = NotedScalars(UnsafeRawBufferPointer(rebasing: json[string]), in: .jsonString)
        var words = String.UnicodeScalarView()
        while words.count < longestText, let scalar = scalars.next() {
            if scalar.value > 0x20, !scalar.properties.isWhitespace { words.append(scalar) }
        }
        return String(words)
    }

    /// Scalars that are read at most: more than any name has that is looked for.
    private static let longestText = 256
}
