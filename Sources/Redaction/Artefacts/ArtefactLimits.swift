/// Bounds on an artefact, and on what is in it.
public struct ArtefactLimits: Sendable {
    /// Bounds on each archive. That on the bytes of all entries holds for the whole artefact: for what is opened, the entries of
    /// archives within each other among it, and for what is kept for the result.
    public var archives: ZipLimits
    /// Upper bound on the bytes of all entries of an artefact that is redacted part by part; `archives` bounds each part.
    public var runBytes = 16 << 30
    /// Upper bound on the bytes of a text. A longer one is not understood.
    public var textBytes: Int
    /// Upper bound on the memory of the searches for secrets that an artefact tells of itself.
    public var searchBytes: Int
    /// Upper bound on the memory for a picture; nil for the bound of whoever redacts it.
    public var pictureBytes: Int?

    /// Archives within `archives`, and no other bounds.
    public init(archives: ZipLimits = ZipLimits()) {
        self.archives = archives
        (textBytes, searchBytes) = (.max, .max)
    }

    /// Bytes that a byte of a text takes at most while it is searched: one of nothing but short secrets.
    static let growthOfText = 56
    /// Bytes that an entry takes besides its contents, its part of the receipt included.
    static let bytesOfEntry = 8192

    /// Bytes that the searches for a secret of `count` bytes take at most, in texts and in pictures.
    static func searchBytes(forSecretOf count: Int) -> Int { 320 * count + 1536 }

    /// Bounds by which redaction takes at most `byteCount` bytes besides the artefact, for pictures among them.
    ///
    /// In sixteenths: two are for the searches for secrets, two for names and the receipt, and three for contents, which exist
    /// three times when they are packed. Before that, five are left for the picture that is worked on, and four for the text
    /// that it is in.
    public init(fitting byteCount: Int) {
        let share = max(byteCount, 0) / 16
        self.init()
        archives.totalBytes = min(3 * share, archives.totalBytes)
        archives.entryBytes = min(archives.totalBytes, archives.entryBytes)
        archives.entries = min(2 * share / Self.bytesOfEntry, archives.entries)
        textBytes = 4 * share / Self.growthOfText
        searchBytes = 2 * share
        pictureBytes = 5 * share
    }
}
