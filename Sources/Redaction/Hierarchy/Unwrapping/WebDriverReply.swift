import SecureMemory
import StrictJSON

/// Reply of a WebDriver server to a command that asked for a page source, or for the boxes of a page: `{ "value": … }`, with or
/// without `sessionId`, and with the `status` 0 of the JSON Wire Protocol.
struct WebDriverReply {
    /// The result of the command: the text of a string, anything else unchanged.
    let value: SecureBytes

    private static let names = ["value", "sessionId", "status"]

    /// Reads a reply; nil if `json`, an object, has no member `value`.
    ///
    /// - Throws: ``HierarchyError`` if it has one, and is no reply, or states why there is no page source.
    init?(_ json: SecureBytes) throws(HierarchyError) {
        var found: [Int: Range<Int>] = [:]
        var isReply = true
        let isComplete = json.withUnsafeBytes { bytes in
            var members = ObjectMembers(of: bytes)
            while let member = members.next() {
                let name = Self.names.firstIndex { bytes[member.name].elementsEqual($0.utf8) }
                guard let name, found.updateValue(member.value, forKey: name) == nil else {
                    isReply = false
                    continue
                }
            }
            return members.isComplete
        }
        guard let value = found[0] else { return nil }
        if json[value].withUnsafeBytes(SourceKind.init(tree:)) == nil,
            let lookalike = json.withUnsafeBytes(Lookalike.init(tree:))
        {
            throw HierarchyError(.lookalike(lookalike))
        }
        guard isReply, isComplete else { throw Self.notAReply }
        if let status = found[2], try !Self.isZero(json[status]) { throw HierarchyError(.lookalike(.failedReply)) }
        if let session = found[1], try !Self.isSession(json[session]) { throw Self.notAReply }
        self.value = try Self.content(of: json[value])
    }

    private static func content(of json: SecureBytes) throws(HierarchyError) -> SecureBytes {
        switch json.withUnsafeBytes(\.first) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return json
        default: break
        }
        switch try parse(json) {
        case .null: return SecureBytes()
        case .string(let string):
            do { return try string.bytes() } catch { throw HierarchyError(.outOfMemory(error)) }
        default: throw notAReply
        }
    }

    private static func isZero(_ json: SecureBytes) throws(HierarchyError) -> Bool {
        guard case .number(0) = try parse(json) else { return false }
        return true
    }

    private static func isSession(_ json: SecureBytes) throws(HierarchyError) -> Bool {
        switch try parse(json) {
        case .null, .string: true
        default: false
        }
    }

    private static func parse(_ json: SecureBytes) throws(HierarchyError) -> JSONValue {
        do {
            return try JSONValue(parsing: json, limits: JSONLimits(depth: 1, valueCount: 1))
        } catch {
            throw HierarchyError(error)
        }
    }

    private static let notAReply = HierarchyError(
        .malformedJSON("a WebDriver reply is an object with a value, and perhaps a sessionId and a status of 0")
    )
}
