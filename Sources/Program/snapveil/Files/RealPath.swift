import Glibc

/// A path as the system takes it: after a link, `..` is the directory above the one that it leads to.
enum RealPath {
    /// The one path without links that all paths of a file lead to. What is not there is called as it would be made; so is a link
    /// to nothing, whose place a file takes.
    static func of(_ path: String) -> String {
        if let real = existing(path) { return real }
        let (directory, name) = split(path)
        guard directory != path else { return path }
        let above = of(directory)
        switch name {
        case ".": return above
        case "..": return split(above).directory
        default: return above.hasSuffix("/") ? above + name : "\(above)/\(name)"
        }
    }

    /// The directory in which a path is looked up, and the last name.
    static func split(_ path: String) -> (directory: String, name: String) {
        let ends = path.utf8.reversed().drop { $0 == UInt8(ascii: "/") }
        let name = ends.prefix { $0 != UInt8(ascii: "/") }
        let above = ends.dropFirst(name.count).drop { $0 == UInt8(ascii: "/") }
        let directory = String(decoding: above.reversed(), as: UTF8.self)
        let isOfRoot = directory.isEmpty && path.hasPrefix("/")
        return (isOfRoot ? "/" : directory.isEmpty ? "." : directory, String(decoding: name.reversed(), as: UTF8.self))
    }

    private static func existing(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
