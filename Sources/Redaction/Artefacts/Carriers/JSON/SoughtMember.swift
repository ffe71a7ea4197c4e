public import SecureMemory

/// A member of JSON that is looked for by its name and its value.
public struct SoughtMember: Sendable, Equatable {
    /// The name, in letters of any size.
    public let name: String
    /// The value, in letters of any size and with any spaces; nil for any URL.
    public let value: String?

    /// Looks for a member of a name with a value; with nil for one with a URL.
    public init(_ name: String, _ value: String?) {
        (self.name, self.value) = (name, value)
    }

    /// The first of some members that JSON has, in objects at any depth, up to where it is malformed; nil if it has none.
    public static func first(of sought: [SoughtMember], in json: SecureBytes) -> SoughtMember? {
        json.withUnsafeBytes { bytes in
            var tokens = JSONTokens(bytes, depth: .max)
            var name: Range<Int>?
            while let token = try? tokens.next() {
                switch token {
                case .name(let range): name = range
                case .string(let range):
                    if let name, let found = first(of: sought, name, range, in: bytes) { return found }
                    name = nil
                default: name = nil
                }
            }
            return nil
        }
    }

    /// Whether a text is JSON to its end, so that no reader finds more in it than ``first(of:in:)``.
    public static func isReadable(_ json: SecureBytes) -> Bool {
        json.withUnsafeBytes { JSONTokens.isWhole($0, depth: .max) }
    }

    private static func first(
        of sought: [SoughtMember],
        _ name: Range<Int>,
        _ value: Range<Int>,
        in json: UnsafeRawBufferPointer
    ) -> SoughtMember? {
        let name = JSONTokens.text(of: name, in: json).lowercased()
        let candidates = sought.filter { $0.name.lowercased() == name }
        guard !candidates.isEmpty else { return nil }
        let text = JSONTokens.words(of: value, in: json).lowercased()
        return candidates.first { $0.value.map { $0.filter { !$0.isWhitespace }.lowercased() == text } ?? isURL(text) }
    }

    /// Whether a text without spaces is a URL to a server: the `URL` of Node.js takes one without slashes, too.
    private static func isURL(_ text: String) -> Bool {
        text.contains("://") || ["http:", "https:", "ftp:"].contains { text.hasPrefix($0) }
    }
}
