import BoundedWork
import Glibc
import ImageCore
import Redaction

/// Goes through all that lies below a directory, in the order of the system, and keeps no list of it: as many
/// directories are open as they are nested.
struct TreeWalk: ~Copyable {
    private var levels: [Level] = []
    private let entersDirectories: Bool

    /// The deepest nesting of directories.
    static let maximumDepth = 256

    enum Item: Equatable {
        /// A file with the name of a picture.
        case picture(TreePath)
        /// A file with another name.
        case file(TreePath)
        /// A link, a device or a pipe; a directory, where none is entered.
        case other(TreePath)
        /// A directory that cannot be listed, or not to its end.
        case unreadable(TreePath, SystemError)
    }

    /// - Parameter entersDirectories: Whether it goes through directories below the first one, too.
    init(_ tree: FileTree, entersDirectories: Bool = true) throws(SystemError) {
        self.entersDirectories = entersDirectories
        levels = [try Level(openat(tree.root, ".", Level.flags), at: .root)]
    }

    /// The next item; nil at the end.
    mutating func next() -> Item? {
        while let level = levels.last {
            do throws(SystemError) {
                guard let entry = try level.next() else {
                    levels.removeLast()
                    continue
                }
                switch entry.kind {
                case .file where entry.path.isPicture: return .picture(entry.path)
                case .file: return .file(entry.path)
                case .directory where entersDirectories: if let item = descend(to: entry, from: level) { return item }
                default: return .other(entry.path)
                }
            } catch {
                levels.removeLast()
                return .unreadable(level.path, error)
            }
        }
        return nil
    }

    /// Goes on with a directory; the item to return if that cannot be.
    private mutating func descend(to entry: Level.Entry, from level: Level) -> Item? {
        do throws(SystemError) {
            guard levels.count < Self.maximumDepth else { throw SystemError(code: ENAMETOOLONG) }
            levels.append(try level.child(entry))
            return nil
        } catch {
            return .unreadable(entry.path, error)
        }
    }
}

extension TreePath {
    fileprivate var isPicture: Bool { fileExtension.flatMap(OutputFormat.Kind.init(ofResultFor:)) != nil }
}

/// A directory on the way.
private final class Level {
    let path: TreePath
    private let directory: OpaquePointer

    static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    struct Entry {
        enum Kind {
            case file, directory, other
        }

        let path: TreePath
        let kind: Kind
        let name: [CChar]
    }

    /// Takes an open descriptor, or throws the error in `errno` if it is negative.
    init(_ descriptor: Int32, at path: TreePath) throws(SystemError) {
        guard descriptor >= 0 else { throw .last }
        guard let directory = fdopendir(descriptor) else {
            let error = SystemError.last
            close(descriptor)
            throw error
        }
        self.path = path
        self.directory = directory
    }

    deinit { closedir(directory) }

    func next() throws(SystemError) -> Entry? {
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                guard errno == 0 else { throw .last }
                return nil
            }
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { throw SystemError(code: EINVAL) }
            // The name ends with a 0, and may lie in less memory than the type has.
            let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            let length = strlen(name)
            let bytes = UnsafeRawBufferPointer(start: name, count: length)
            guard !bytes.elementsEqual(".".utf8), !bytes.elementsEqual("..".utf8) else { continue }
            let characters = Array(UnsafeBufferPointer(start: name, count: length + 1))
            return Entry(path: path.appending(bytes), kind: kind(entry.pointee.d_type, name), name: characters)
        }
    }

    func child(_ entry: Entry) throws(SystemError) -> Level {
        try Level(openat(dirfd(directory), entry.name, Self.flags), at: entry.path)
    }

    private func kind(_ type: UInt8, _ name: UnsafePointer<CChar>) -> Entry.Kind {
        switch Int(type) {
        case Int(DT_REG): return .file
        case Int(DT_DIR): return .directory
        case Int(DT_UNKNOWN):
            var status = stat()
            // A file without a status is tried, so that its error shows.
            guard fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .file }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return .file
            case S_IFDIR: return .directory
            default: return .other
            }
        default: return .other
        }
    }
}

/// The path of a file below a directory, in the bytes of the file system, which need not be UTF-8.
struct TreePath: Sendable, Hashable {
    let bytes: [UInt8]

    private static let slash = UInt8(ascii: "/")

    static let root = TreePath(bytes: [])

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The path of these names.
    init(_ names: [ArraySlice<UInt8>]) { bytes = Array(names.joined(separator: [Self.slash])) }

    /// The path of a file in the directory of this path, whose name has no 0 and no slash.
    func appending(_ name: some Sequence<UInt8>) -> TreePath {
        TreePath(bytes: bytes.isEmpty ? Array(name) : bytes + [Self.slash] + name)
    }

    func extended(by suffix: String) -> TreePath {
        TreePath(bytes: bytes + suffix.utf8)
    }

    /// The names of the directories and of the file.
    var components: (directories: [ArraySlice<UInt8>], name: ArraySlice<UInt8>) {
        var names = bytes.split(separator: Self.slash)
        let name = names.popLast() ?? []
        return (names, name)
    }

    /// The path without the last dot of its name and the text after it.
    var withoutExtension: TreePath {
        guard fileExtension != nil, let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return self }
        return TreePath(bytes: Array(bytes[..<dot]))
    }

    /// The text after the last dot of the name, in lowercase, if it is ASCII; nil for a name without one, and for one that
    /// begins with its only dot.
    var fileExtension: String? {
        let name = components.name
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
        let ending = name[(dot + 1)...]
        guard ending.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(decoding: ending, as: UTF8.self).lowercased()
    }

    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The path for a person, with escapes for characters that do not print as themselves; a dot for the directory itself.
    var printed: String { bytes.isEmpty ? "." : QuotedText.printing(String(decoding: bytes, as: UTF8.self)) }
}
