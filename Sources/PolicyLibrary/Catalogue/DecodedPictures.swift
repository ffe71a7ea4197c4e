import BoundedWork
import Foundation
public import ImageCore
public import Redaction
import SecureMemory

/// The pictures in a directory: the files called `.png`, `.jpg` or `.jpeg`, each under its name without the extension.
struct AssetDirectory {
    /// The pictures that can be used, by their names.
    let assets: [String: StoredAsset]
    /// Why pictures cannot be used, by their names.
    let failures: [String: InvalidFile]

    /// Most bytes of all files together, which stay in memory.
    static let maximumBytes = 256 << 20

    /// Reads and decodes all pictures of a directory.
    ///
    /// - Parameters:
    ///   - directory: A path.
    ///   - limits: What a picture may cost.
    ///   - maximumBytes: What all files together may have.
    /// - Throws: ``InvalidFile`` for a directory that cannot be read, and names that cannot be told apart or are none.
    init(
        _ directory: String,
        limits: DecodingLimits,
        maximumBytes: Int = Self.maximumBytes
    ) throws(InvalidFile) {
        var assets: [String: StoredAsset] = [:]
        var failures: [String: InvalidFile] = [:]
        var room = maximumBytes
        for file in try NamedFile.all(in: directory, extensions: ["png", "jpg", "jpeg"]) {
            do throws(InvalidFile) {
                let input = InputFile(file.path)
                let bytes = try mapError(input.read(.regular, maximumBytes: maximumBytes), InvalidFile.init)
                guard bytes.count <= room else {
                    let reason = "with this file the pictures are larger than \(maximumBytes) bytes together"
                    throw InvalidFile(file.path, reason)
                }
                assets[file.name] = try mapError(StoredAsset(bytes, limits: limits)) { (error: DecodingError) in
                    InvalidFile(file.path, "the asset cannot be used: \(error)")
                }
                room -= bytes.count
            } catch {
                failures[file.name] = error
            }
        }
        self.assets = assets
        self.failures = failures
    }

    /// The pictures that can be used.
    ///
    /// - Throws: ``InvalidFile`` for one that cannot be and is `needed`.
    func usable(needed: Set<String>) throws(InvalidFile) -> [String: StoredAsset] {
        let missing = failures.sorted { $0.key < $1.key }.first { needed.contains($0.key) }
        if let missing { throw missing.value }
        return assets
    }

}

extension AssetStore {
    /// The pictures in a directory: the files called `.png`, `.jpg` or `.jpeg`.
    ///
    /// - Parameters:
    ///   - directory: A path.
    ///   - needed: The names of those that have to be usable, if they are there.
    ///   - limits: What a picture may cost.
    /// - Throws: ``InvalidFile``.
    public convenience init(
        directory: String,
        needed: Set<String>,
        limits: DecodingLimits = DecodingLimits()
    ) throws(InvalidFile) {
        self.init(try AssetDirectory(directory, limits: limits).usable(needed: needed))
    }
}
