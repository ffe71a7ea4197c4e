/// The values of JSON, one after the other, each with the names that lead to it; that of an element of an array is empty.
struct MemberWalk {
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

    /// A string without its quotation marks, or a word, as it reads: its beginning.
    func text(of value: Range<Int>) -> String {
        let isString = bytes[value.lowerBound] == UInt8(ascii: "\"")
        return JSONTokens.text(of: isString ? value.lowerBound + 1..<value.upperBound - 1 : value, in: bytes)
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
