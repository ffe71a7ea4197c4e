import BinaryCoding
import PolicyLibrary
import SecureMemory

/// What a worker says of the policies and pictures that it was given.
enum CatalogueVerdict {
    /// They can be used, but for some pictures that no policy needs.
    case usable(warnings: [InvalidFile])
    /// They cannot be used.
    case unusable(InvalidFile)

    /// The verdict as bytes.
    ///
    /// - Throws: ``OutOfMemory``.
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        switch self {
        case .usable(let warnings):
            writer.write(true)
            writer.write(array: warnings) { $1.write(to: &$0) }
        case .unusable(let error):
            writer.write(false)
            error.write(to: &writer)
        }
        return try writer.finish()
    }

    /// Reads what ``encoded()`` has written.
    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        if try reader.bool() {
            self = .usable(warnings: try reader.array(maximumCount: 1024) { try InvalidFile(from: &$0) })
        } else {
            self = .unusable(try InvalidFile(from: &reader))
        }
        try reader.finish()
    }
}
