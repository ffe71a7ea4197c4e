import Foundation
import Redaction

/// A file of a directory, and the name that it gives to what it holds.
struct NamedFile {
    /// What the file is called, without its extension.
    let name: String
    /// The path of the file.
    let path: String

    /// Most files of a directory that are taken.
    static let maximumCount = 1024

    /// The files in `directory` with one of `extensions`, in the order of their names. Others do not count, nor do
    /// those that begin with a dot, nor directories. What is no regular file shows when it is read: if it did not
    /// count, the policy that is built in under its name would come back.
    ///
    /// - Throws: ``InvalidFile`` for a directory that cannot be read, a name that is no identifier, and one that two
    ///   files have.
    static func all(in directory: String, extensions: Set<String>) throws(InvalidFile) -> [NamedFile] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            throw InvalidFile(directory, "it is not a directory that can be read")
        }
        var files: [NamedFile] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            let url = URL(fileURLWithPath: directory).appendingPathComponent(name)
            guard extensions.contains(url.pathExtension.lowercased()), !isDirectory(url.path) else { continue }
            let stem = url.deletingPathExtension().lastPathComponent
            let path = (directory as NSString).appendingPathComponent(name)
            guard stem.isIdentifier() else {
                throw InvalidFile(path, "a name has 1 to 64 letters, digits, dots, hyphens and underscores")
            }
            guard !files.contains(where: { $0.name == stem }) else {
                throw InvalidFile(path, "there is another file of this name")
            }
            guard files.count < maximumCount else {
                throw InvalidFile(directory, "it has more than \(maximumCount) files")
            }
            files.append(NamedFile(name: stem, path: path))
        }
        return files
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
