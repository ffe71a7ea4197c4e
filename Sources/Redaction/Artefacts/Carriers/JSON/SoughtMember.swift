public import SecureMemory

/// A member of JSON that is looked for by its name and its value.
public struct SoughtMember: Sendable, Equatable {
    /// The name, in letters of any size.
    public let name: String
    /// The value, in letters of any size; nil for any URL.
    public let value: String?

    /// Looks for a member of a name with a value; with nil for one with a URL.
    public init(_ name: String, _ value: String?) {
        (self.name, self.value) = (name, value)
    }

    /// The first of some members that JSON has, in objects at any depth; nil if it has none, or is no JSON.
    public static func first(of sought: [SoughtMember], in json: SecureBytes) -> SoughtMember? {
        json.withUnsafeBytes { bytes in
            var tokens = JSONTokens(bytes)
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

    private static func first(
        of sought: [SoughtMember],
        _ name: Range<Int>,
        _ value: Range<Int>,
        in json: UnsafeRawBufferPointer
    ) -> SoughtMember? {
        let name = JSONTokens.text(of: name, in: json).lowercased()
        let candidates = sought.filter { $0.name.lowercased() == name }
        guard !candidates.isEmpty else { return nil }
        let value = JSONTokens.text(of: value, in: json).lowercased()
        return candidates.first { $0.value.map { $0.lowercased() == value } ?? value.contains("://") }
    }
}
