/// Rules for the names of entries: none leads out of the folder that it is unpacked to, and none is unpacked over another.
///
/// Names that Unicode takes for the same are the same. Names that differ in case alone are two.
enum ZipName {
    private static let longest = 4096

    /// A name of UTF-8 that follows the rules; one with a slash at its end is that of a directory.
    static func name(of bytes: UnsafeRawBufferPointer) throws(ZipError) -> String {
        guard let name = String(validating: bytes, as: UTF8.self) else {
            throw .unsafeName(String(decoding: bytes, as: UTF8.self), "is not UTF-8")
        }
        try check(name)
        return name
    }

    /// Refuses a name that other programs could understand in another way, too.
    static func check(_ name: String) throws(ZipError) {
        if let fault = fault(in: Array(name.utf8)) { throw .unsafeName(name, fault) }
    }

    private static func fault(in name: [UInt8]) -> String? {
        guard let first = name.first else { return "is empty" }
        guard name.count <= longest else { return "has more than \(longest) bytes" }
        guard !name.contains(0) else { return "has a NUL" }
        guard !name.contains(UInt8(ascii: "\\")) else { return "has a backslash" }
        guard first != UInt8(ascii: "/") else { return "begins with a slash" }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
        guard !(isLetter && name.dropFirst().first == UInt8(ascii: ":")) else { return "begins with a drive" }
        let path = name.last == UInt8(ascii: "/") ? name.dropLast() : name[...]
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.elementsEqual("..".utf8) }) else { return "leads out of its folder" }
        guard !parts.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) }) else {
            return "has an empty part or one that is a dot"
        }
        return nil
    }

    /// Refuses names of which one is unpacked over another: the same, or a file that would have to be a directory, too.
    static func checkDistinct(_ names: [String]) throws(ZipError) {
        // With a separator that comes before all else, what lies in a directory follows it at once.
        let paths = names.map { name in
            let isDirectory = name.utf8.last == UInt8(ascii: "/")
            let path = name.utf8.dropLast(isDirectory ? 1 : 0).map { $0 == UInt8(ascii: "/") ? 0 : $0 }
            return (path: String(decoding: path, as: UTF8.self), isDirectory: isDirectory, name: name)
        }.sorted { $0.path < $1.path }
        for (former, latter) in zip(paths, paths.dropFirst()) {
            let isWithin = !former.isDirectory && latter.path.hasPrefix(former.path + "\0")
            guard former.path != latter.path, !isWithin else { throw .repeatedName(former.name) }
        }
    }
}
