import Foundation
public import ImageCore
public import Redaction
import SecureMemory

/// The pictures in a directory: the files called `.png`, `.jpg` or `.jpeg`, each under its name without the extension.
struct AssetDirectory {
    /// Those that can be used.
    let assets: [String: StoredAsset]
    /// Those that cannot.
    let failures: [String: InvalidFile]

    /// Reads and decodes all of them.
    ///
    /// - Parameters:
    ///   - directory: A path.
    ///   - limits: What a picture may cost.
    /// - Throws: ``InvalidFile`` for a directory that cannot be read, and names that cannot be told apart or are none.
    init(_ directory: String, limits: DecodingLimits) throws(InvalidFile) {
        var assets: [String: StoredAsset] = [:]
        var failures: [String: InvalidFile] = [:]
        for file in try NamedFile.all(in: directory, extensions: ["png", "jpg", "jpeg"]) {
            do {
                assets[file.name] = try Self.asset(file.path, limits: limits)
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

    private static func asset(_ path: String, limits: DecodingLimits) throws(InvalidFile) -> StoredAsset {
        let bytes: SecureBytes
        do {
            bytes = try InputFile(path).read()
        } catch {
            throw InvalidFile(error)
        }
        do {
            return try StoredAsset(bytes, limits: limits)
        } catch {
            throw InvalidFile(path, "the asset cannot be used: \(error)")
        }
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
