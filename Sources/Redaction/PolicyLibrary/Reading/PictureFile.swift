import BoundedWork
import SecureMemory

/// A picture of a directory as it was read, PNG or JPEG, or what is in its place.
struct PictureFile: Sendable, Equatable {
    /// The name that styles use.
    let name: String
    /// Where the file is.
    let path: String
    /// All bytes of the file, or why it cannot be read.
    let content: Result<SecureBytes, InvalidFile>
}

extension PictureFile {
    /// Most bytes of all pictures together, which stay in memory.
    static let maximumBytes = 256 << 20

    /// Reads the files in `directory` called `.png`, `.jpg` or `.jpeg`.
    ///
    /// - Parameters:
    ///   - directory: A path.
    ///   - maximumBytes: What all files together may have. What is beyond cannot be read.
    /// - Throws: ``InvalidFile`` for a directory that cannot be read, and names that cannot be told apart or are none.
    static func all(in directory: String, maximumBytes: Int = Self.maximumBytes) throws(InvalidFile) -> [Self] {
        var room = maximumBytes
        return try NamedFile.all(in: directory, extensions: ["png", "jpg", "jpeg"]).map { file in
            do throws(InvalidFile) {
                let input = InputFile(file.path)
                let bytes = try mapError(input.read(.regular, maximumBytes: maximumBytes), InvalidFile.init)
                guard bytes.count <= room else {
                    let reason = "with this file the pictures are larger than \(maximumBytes) bytes together"
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
