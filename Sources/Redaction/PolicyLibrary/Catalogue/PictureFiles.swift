public import BinaryCoding
import BoundedWork
public import ImageCore
public import Redaction
import SecureMemory

/// The pictures of a directory that a policy names: one process reads them, and another one decodes them:
/// ```swift
/// let pictures = try PictureFiles(directory: path, needed: policy.assetNames)
/// let store = try AssetStore(pictures)
/// ```
public struct PictureFiles: Sendable {
    private let files: [PictureFile]

    private static let maximumCount = NamedFile.maximumCount

    /// No pictures.
    public init() {
        files = []
    }

    /// Reads the pictures `needed` of a directory, called `.png`, `.jpg` or `.jpeg`; ``InvalidFile`` for a directory that cannot be
    /// read, and for names that collide or are invalid.
    public init(directory: String, needed: Set<String>) throws(InvalidFile) {
        files = try PictureFile.all(in: directory).filter { needed.contains($0.name) }
    }

    /// Reads the message of ``write(to:)``. The files are not copied out of the message.
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
    /// Decodes pictures within `limits`; each has to be usable.
    public convenience init(
        _ pictures: PictureFiles,
        limits: DecodingLimits = DecodingLimits()
    ) throws(InvalidFile) {
        self.init(try pictures.decoded(limits))
    }
}

struct PictureFile: Sendable, Equatable {
    let name: String
    let path: String
    let content: Result<SecureBytes, InvalidFile>

    /// Bytes of all pictures together, which stay in memory.
    static let maximumBytes = 256 << 20

    /// The files in `directory` called `.png`, `.jpg` or `.jpeg`. A file beyond `maximumBytes` of all together cannot be read.
    static func all(in directory: String, maximumBytes: Int = Self.maximumBytes) throws(InvalidFile) -> [Self] {
        var room = maximumBytes
        return try NamedFile.all(in: directory, extensions: ["png", "jpg", "jpeg"]).map { file in
            do throws(InvalidFile) {
                let input = InputFile(file.path)
                let bytes = try mapError(input.read(.regular, maximumBytes: maximumBytes), InvalidFile.init)
                guard bytes.count <= room else {
                    let reason = "with this file the assets exceed \(maximumBytes) bytes together"
                    throw InvalidFile(file.path, reason)
                }
                room -= bytes.count
                return Self(name: file.name, path: file.path, content: .success(bytes))
            } catch {
                return Self(name: file.name, path: file.path, content: .failure(error))
            }
        }
    }
}

struct DecodedPictures {
    let assets: [String: StoredAsset]
    let failures: [String: InvalidFile]

    init(_ pictures: [PictureFile], limits: DecodingLimits) {
        var assets: [String: StoredAsset] = [:]
        var failures: [String: InvalidFile] = [:]
        for picture in pictures {
            do throws(InvalidFile) {
                assets[picture.name] = try picture.decode(limits: limits)
            } catch {
                failures[picture.name] = error
            }
        }
        self.assets = assets
        self.failures = failures
    }

    /// The pictures that can be used; an error for a `needed` one that cannot.
    func usable(needed: Set<String>) throws(InvalidFile) -> [String: StoredAsset] {
        let missing = failures.sorted { $0.key < $1.key }.first { needed.contains($0.key) }
        if let missing { throw missing.value }
        return assets
    }

    var warnings: [InvalidFile] { failures.sorted { $0.key < $1.key }.map(\.value) }
}

extension PictureFile {
    fileprivate func decode(limits: DecodingLimits) throws(InvalidFile) -> StoredAsset {
        let bytes = try content.get()
        return try mapError(StoredAsset(bytes, limits: limits)) { (error: DecodingError) in
            InvalidFile(path, "the asset cannot be used: \(error)")
        }
    }
}
