import Glibc
import ImageCore
import Redaction

/// Goes through all that lies below a directory, in whatever order the system has it, and keeps no list of it: as many
/// directories are open as they are nested.
struct TreeWalk: ~Copyable {
    private var levels: [Level] = []

    /// Most directories within each other.
    static let maximumDepth = 256

    /// What there is.
    enum Item: Equatable {
        /// A file that is called like a picture.
        case picture(TreePath)
        /// A file that is called otherwise.
        case file(TreePath)
        /// A link, a device or a pipe.
        case other(TreePath)
        /// A directory of which some or all cannot be listed.
        case unreadable(TreePath, SystemError)
    }

    /// Starts at the directory of `tree`.
    init(_ tree: FileTree) throws(SystemError) {
        levels = [try Level(openat(tree.root, ".", Level.flags), at: .root)]
    }

    /// What comes next; nil at the end.
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
                case .directory: if let item = descend(to: entry, from: level) { return item }
                default: return .other(entry.path)
                }
            } catch {
                levels.removeLast()
                return .unreadable(level.path, error)
            }
        }
        return nil
    }

    /// Goes on with a directory; what to say of it if that cannot be.
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
    /// Whether a file is called like a picture.
    fileprivate var isPicture: Bool { fileExtension.flatMap(OutputFormat.Kind.init(ofResultFor:)) != nil }
}

/// A directory that is gone through.
private final class Level {
    let path: TreePath
    private let directory: OpaquePointer

    static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    /// Something in the directory.
    struct Entry {
        enum Kind {
            case file, directory, other
        }

        let path: TreePath
        let kind: Kind
        let name: [CChar]
    }

    /// - Parameters:
    ///   - descriptor: Of the directory, or a negative number with the reason in `errno`.
    ///   - path: Where it is.
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

    /// The next entry; nil at the end.
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

    /// The directory that an entry is.
    func child(_ entry: Entry) throws(SystemError) -> Level {
        try Level(openat(dirfd(directory), entry.name, Self.flags), at: entry.path)
    }

    private func kind(_ type: UInt8, _ name: UnsafePointer<CChar>) -> Entry.Kind {
        switch Int(type) {
        case Int(DT_REG): return .file
        case Int(DT_DIR): return .directory
        case Int(DT_UNKNOWN):
            var status = stat()
            // What cannot be asked about is tried as a file, which says why.
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
