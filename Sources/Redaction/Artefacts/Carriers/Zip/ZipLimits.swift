/// Bounds on an archive, which are checked before memory is taken for what it declares.
public struct ZipLimits: Sendable {
    /// Upper bound on the number of entries, directories among them.
    public var entries: Int
    /// Upper bound on the bytes of one entry.
    public var entryBytes: Int
    /// Upper bound on the bytes of all entries.
    public var totalBytes: Int
    /// Upper bound on the bytes of an entry for each byte that the archive has of it. Entries of up to 1 MiB may be denser.
    public var ratio: Int

    /// Bytes of an entry from which on its ratio counts.
    private static let smallestDenseEntry = 1 << 20

    /// The bytes that so many packed ones may unpack to by the ratio.
    func mostBytes(unpackedFrom packedByteCount: Int) -> Int {
        let (most, overflow) = packedByteCount.multipliedReportingOverflow(by: ratio)
        return max(Self.smallestDenseEntry, overflow ? .max : most)
    }

    /// 50 000 entries of up to 256 MiB, 1 GiB in all, and 250 bytes from a byte, unless stated otherwise.
    public init(
        entries: Int = 50_000,
        entryBytes: Int = 256 << 20,
        totalBytes: Int = 1 << 30,
        ratio: Int = 250
    ) {
        self.entries = entries
        self.entryBytes = entryBytes
        self.totalBytes = totalBytes
        self.ratio = ratio
    }
}
