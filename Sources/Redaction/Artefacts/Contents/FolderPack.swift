import BinaryCoding
import BoundedWork
public import SecureMemory

/// The files of a folder in one piece, as they are handed to a process that can open none, and come back from it.
public struct FolderPack: Sendable {
    /// The paths below the folder, with slashes, each with all bytes of its file.
    public let files: [(name: String, contents: SecureBytes)]

    private static let longestName = 4096

    /// Bytes that are packed at most, because all of them are in memory several times.
    public static let maximumBytes = 512 << 20

    /// Files that are packed at most.
    public static let maximumFiles = 50_000

    /// Takes files by their paths.
    ///
    /// - Throws: ``ContentFailure`` for paths that lead out of the folder or are no names for everybody, for two of which one would
    ///   be written over the other, and for more than ``maximumBytes`` or ``maximumFiles``.
    public init(_ files: [(name: String, contents: SecureBytes)]) throws(ContentFailure) {
        try Self.check(files.map(\.name))
        guard files.reduce(0, { $0 + $1.contents.count }) <= Self.maximumBytes else {
            throw .refused("its files have more than \(Self.maximumBytes >> 20) MiB; take its folders one by one")
        }
        self.files = files
    }

    /// Refuses paths that no pack takes, or not together; see ``init(_:)``.
    public static func check(_ names: [String]) throws(ContentFailure) {
        guard names.count <= maximumFiles else {
            throw .refused("there are more than \(maximumFiles) files in it; take its folders one by one")
        }
        do {
            for name in names { try ZipName.check(name) }
            try ZipName.checkDistinct(names)
        } catch {
            throw ContentFailure(error)
        }
    }

    /// All files in one message.
    public func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter(capacity: files.reduce(0) { $0 + $1.name.utf8.count + $1.contents.count + 16 } + 8)
        write(to: &writer)
        return try writer.finish()
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(array: files) { writer, file in
            writer.write(file.name)
            writer.write(file.contents)
        }
    }

    /// Reads a message, which may come from anybody.
    public init(decoding message: SecureBytes) throws(ContentFailure) {
        self = try PartMessage.read(message) { try FolderPack(from: &$0) }
    }

    init(from reader: inout BinaryReader) throws {
        try self.init(
            reader.array(maximumCount: Self.maximumFiles) { reader in
                (try reader.string(maximumByteCount: Self.longestName), try reader.bytes())
            }
        )
    }
}

extension FolderPack: EntryList {
    var names: [String] { files.map(\.name) }

    func byteCount(of index: Int) -> Int { files[index].contents.count }

    func contents(of index: Int, _ budget: inout WorkBudget) -> SecureBytes { files[index].contents }
}
