import BoundedWork

/// The path of a file below a directory, as the bytes that the file system has, which need not be UTF-8.
struct TreePath: Sendable, Hashable {
    /// The names, with a slash between them.
    let bytes: [UInt8]

    private static let slash = UInt8(ascii: "/")

    /// The directory itself.
    static let root = TreePath(bytes: [])

    /// The path of something that lies in what has this path.
    ///
    /// - Parameter name: Bytes other than 0 and a slash.
    func appending(_ name: some Sequence<UInt8>) -> TreePath {
        TreePath(bytes: bytes.isEmpty ? Array(name) : bytes + [Self.slash] + name)
    }

    /// The path with `suffix` behind it.
    func extended(by suffix: String) -> TreePath {
        TreePath(bytes: bytes + suffix.utf8)
    }

    /// The names of the directories, and that of the file.
    var components: (directories: [ArraySlice<UInt8>], name: ArraySlice<UInt8>) {
        var names = bytes.split(separator: Self.slash)
        let name = names.popLast() ?? []
        return (names, name)
    }

    /// The path without the last dot of its name and what follows it.
    var withoutExtension: TreePath {
        guard fileExtension != nil, let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return self }
        return TreePath(bytes: Array(bytes[..<dot]))
    }

    /// What follows the last dot of the name, in lowercase, if it is ASCII; nil for a name without one, and for one that
    /// begins with its only dot.
    var fileExtension: String? {
        let name = components.name
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
        let ending = name[(dot + 1)...]
        guard ending.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(decoding: ending, as: UTF8.self).lowercased()
    }

    /// The path as text; nil if it is not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The path for a person, with an escape for whatever does not print as itself; a dot for the directory itself.
    var printed: String { bytes.isEmpty ? "." : QuotedText.printing(String(decoding: bytes, as: UTF8.self)) }
}
