/// Bounds on a form. The length of its body is not among them: whoever reads that from a network bounds it there.
public struct MultipartLimits: Sendable, Equatable {
    /// How many parts there may be.
    public var partCount: Int

    /// How many bytes the headers of one part may have, with their line ends.
    public var headerByteCount: Int

    /// How many bytes of UTF-8 the name of a part may have.
    public var nameByteCount: Int

    /// Sets the bounds; the defaults leave ample room for a snapshot, its policy and the assets.
    ///
    /// - Parameters:
    ///   - partCount: How many parts there may be.
    ///   - headerByteCount: Bytes in the headers of one part.
    ///   - nameByteCount: Bytes in the name of a part.
    public init(partCount: Int = 32, headerByteCount: Int = 8192, nameByteCount: Int = 256) {
        self.partCount = partCount
        self.headerByteCount = headerByteCount
        self.nameByteCount = nameByteCount
    }
}
