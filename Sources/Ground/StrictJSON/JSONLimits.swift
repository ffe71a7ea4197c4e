/// Bounds on what a JSON text may make the parser hold.
///
/// The length of the text is not bounded here: the code that reads it from a network does that, and strings are slices
/// of it.
public struct JSONLimits: Sendable, Equatable {
    /// How deep arrays and objects may be nested: 1 allows `[1]` and refuses `[[1]]`. The parser recurses this deep, and
    /// so does the release of the tree; beyond a few thousand the stack becomes the limit.
    public var depth: Int

    /// How many values the text may hold, counting every element, every member's value and the whole.
    public var valueCount: Int

    /// How many bytes of UTF-8 a member's name may have, unescaped. Names are copied into `String`s, which are not
    /// wiped.
    public var nameByteCount: Int

    /// How many characters a number may be written with. The shortest forms of a `Double` have at most 24.
    public var numberByteCount: Int

    /// Sets the bounds; the defaults are those of a policy, and of an upload that holds one.
    ///
    /// - Parameters:
    ///   - depth: How deep arrays and objects may be nested.
    ///   - valueCount: How many values the text may hold.
    ///   - nameByteCount: Bytes of UTF-8 in a member's name.
    ///   - numberByteCount: Characters in a number.
    public init(depth: Int = 64, valueCount: Int = 100_000, nameByteCount: Int = 256, numberByteCount: Int = 128) {
        self.depth = depth
        self.valueCount = valueCount
        self.nameByteCount = nameByteCount
        self.numberByteCount = numberByteCount
    }
}
