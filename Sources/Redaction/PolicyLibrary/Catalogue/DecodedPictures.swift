import BoundedWork
import ImageCore
import Redaction

/// Pictures that were decoded to see which can be used.
struct DecodedPictures {
    /// The pictures that can be used, by their names.
    let assets: [String: StoredAsset]
    /// Why pictures cannot be used, by their names.
    let failures: [String: InvalidFile]

    /// Decodes all pictures.
    ///
    /// - Parameters:
    ///   - pictures: Their files.
    ///   - limits: What a picture may cost.
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

    /// The pictures that can be used.
    ///
    /// - Throws: ``InvalidFile`` for one that cannot be and is `needed`.
    func usable(needed: Set<String>) throws(InvalidFile) -> [String: StoredAsset] {
        let missing = failures.sorted { $0.key < $1.key }.first { needed.contains($0.key) }
        if let missing { throw missing.value }
        return assets
    }

    /// Why pictures cannot be used, in the order of their names.
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
