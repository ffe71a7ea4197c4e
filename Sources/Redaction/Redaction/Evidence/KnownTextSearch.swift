public import BoundedWork

/// Search for texts that are known, such as secrets, in what was read in pixels.
public final class KnownTextSearch: Sendable {
    /// The ranges of bytes, in any order, at which known texts, or parts of them, stand in a line of UTF-8.
    public typealias Ranges =
        @Sendable (UnsafeRawBufferPointer, inout WorkBudget) throws(BudgetFailure) -> [Range<Int>]

    let ranges: Ranges

    /// Searches lines by `ranges`.
    public init(_ ranges: @escaping Ranges) {
        self.ranges = ranges
    }
}

extension KnownTextSearch: Hashable {
    /// A search is equal to itself alone.
    public static func == (one: KnownTextSearch, other: KnownTextSearch) -> Bool { one === other }

    /// Hashes which search it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
