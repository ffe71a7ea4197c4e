import BoundedWork
import Foundation
import Redaction
import SecureMemory

/// A file of a directory, with the name of its content.
struct NamedFile {
    let name: String
    let path: String

    static let maximumCount = 1024

    /// The files in `directory` with one of `extensions`, in the order of their names, without directories and names that begin
    /// with a dot. A file that is not regular fails when it is read: otherwise the built-in policy of its name would come back.
    /// Names have to be identifiers, each of one file.
    static func all(in directory: String, extensions: Set<String>) throws(InvalidFile) -> [NamedFile] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            throw InvalidFile(directory, "it is not a readable directory")
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
                throw InvalidFile(path, "another file has this name")
            }
            guard files.count < maximumCount else {
                throw InvalidFile(directory, "the directory has more than \(maximumCount) files")
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

/// The text of a file of a directory, with the name of its content.
struct NamedText: Sendable, Equatable {
    let name: String
    /// The path of the file, whose extension may decide how it is read.
    let path: String
    let bytes: SecureBytes

    /// Reads the files in `directory` with one of `extensions`, of at most so many bytes each.
    static func all(
        in directory: String,
        extensions: Set<String>,
        maximumBytes: Int
    ) throws(InvalidFile) -> [NamedText] {
        var texts: [NamedText] = []
        for file in try NamedFile.all(in: directory, extensions: extensions) {
            let bytes = try mapError(InputFile(file.path).read(.regular, maximumBytes: maximumBytes), InvalidFile.init)
            texts.append(NamedText(name: file.name, path: file.path, bytes: bytes))
        }
        return texts
    }
}

/// A file of an operator that cannot be used, with the reason.
public struct InvalidFile: Error, Equatable, CustomStringConvertible {
    /// The path of the file, or of the directory.
    public let path: String
    /// The line at fault, counted from 1; nil if it is not known.
    public let line: Int?
    /// The fault: a sentence without a full stop.
    public let reason: String

    /// `policies/bank.yaml:7: /rules/0/style: unknown member …`
    public var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)" }

    package init(_ path: String, line: Int? = nil, _ reason: String) {
        self.path = path
        self.line = line
        self.reason = reason
    }

    init(_ error: FileError) {
        self.init(error.path, error.reason)
    }
}
