public import BinaryCoding
public import ImageCore
public import Redaction

/// The pictures of a directory that a policy names, as they are: read, and not decoded yet.
///
/// So one process can read them, and another one decode them:
/// ```swift
/// let pictures = try PictureFiles(directory: path, needed: policy.assetNames)
/// let store = try AssetStore(pictures)
/// ```
public struct PictureFiles: Sendable {
    private let files: [PictureFile]

    /// Most pictures that are decoded of a message.
    private static let maximumCount = NamedFile.maximumCount

    /// No pictures.
    public init() {
        files = []
    }

    /// Reads the files of a directory called `.png`, `.jpg` or `.jpeg`.
    ///
    /// - Parameters:
    ///   - directory: A path.
    ///   - needed: The names of those that are kept, if they are there.
    /// - Throws: ``InvalidFile`` for a directory that cannot be read, and names that cannot be told apart or are none.
    public init(directory: String, needed: Set<String>) throws(InvalidFile) {
        files = try PictureFile.all(in: directory).filter { needed.contains($0.name) }
    }

    /// Reads what ``write(to:)`` has written. The files are not copied out of the message.
    ///
    /// - Throws: `BinaryError`.
    public init(from reader: inout BinaryReader) throws(BinaryError) {
        files = try reader.array(maximumCount: Self.maximumCount) { try PictureFile(from: &$0) }
    }

    /// Writes the pictures into a message for another process.
    public func write(to writer: inout BinaryWriter) {
        writer.write(array: files) { $1.write(to: &$0) }
    }

    fileprivate func decoded(_ limits: DecodingLimits) throws(InvalidFile) -> [String: StoredAsset] {
        try DecodedPictures(files, limits: limits).usable(needed: Set(files.map(\.name)))
    }
}

extension AssetStore {
    /// Decodes pictures, each of which has to be usable.
    ///
    /// - Parameters:
    ///   - pictures: The files.
    ///   - limits: What a picture may cost.
    /// - Throws: ``InvalidFile``.
    public convenience init(
        _ pictures: PictureFiles,
        limits: DecodingLimits = DecodingLimits()
    ) throws(InvalidFile) {
        self.init(try pictures.decoded(limits))
    }
}
