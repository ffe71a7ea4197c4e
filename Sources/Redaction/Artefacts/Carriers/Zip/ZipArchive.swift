public import BoundedWork
import CLibZip
import Glibc
public import SecureMemory

/// A zip archive that was checked as a whole: its structure by libzip, and all that its entries declare against limits.
///
/// ```swift
/// let archive = try ZipArchive(opening: file)
/// for entry in archive.entries where !entry.isDirectory {
///     let contents = try archive.contents(of: entry, &budget)
/// }
/// ```
/// Nothing of an archive is beside its entries: comments, extra fields, times and rights are passed over. Names are those of
/// files and directories below one folder, each once. Contents are in wiped memory alone.
public struct ZipArchive: Sendable {
    /// A file or a directory of an archive.
    public struct Entry: Sendable, Hashable {
        /// The path below the folder that the archive is unpacked to, with slashes; one of a directory ends with a slash.
        public let name: String
        /// Number of bytes of the contents, as the archive declares it.
        public let byteCount: Int
        let isDeflated: Bool
        let checksum: UInt32
        /// Place of the contents in the file.
        let place: Range<Int>

        /// Whether the entry is a directory, which has no contents.
        public var isDirectory: Bool { name.utf8.last == UInt8(ascii: "/") }
    }

    /// The entries in the order of the central directory.
    public let entries: [Entry]

    let file: SecureBytes

    /// Opens an archive, whose contents are read later.
    ///
    /// - Parameters:
    ///   - file: The whole archive, with nothing before or after it.
    ///   - limits: Bounds on what it declares.
    ///   - cancellation: Says whether the work is still wanted.
    public init(
        opening file: SecureBytes,
        limits: ZipLimits = ZipLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(ZipError) {
        let directory = try file.withUnsafeBytes { (bytes) throws(ZipError) in
            try ZipDirectory(of: bytes, limits: limits)
        }
        let reader = try ZipReader(file, directory, cancellation)
        guard reader.entryCount == directory.names.count else { throw ZipDirectory.isOfOtherLength }
        var entries: [Entry] = []
        entries.reserveCapacity(directory.names.count)
        var rest = limits.totalBytes
        for (index, name) in directory.names.enumerated() {
            let entry = try reader.entry(UInt64(index), named: name)
            try entry.check(limits)
            rest -= entry.byteCount
            guard rest >= 0 else { throw .archiveTooLarge(limit: limits.totalBytes) }
            entries.append(entry)
        }
        try Self.checkDisjoint(entries)
        self.entries = entries
        self.file = file
    }

    /// Refuses entries that share contents, by which a short archive could have many long ones.
    private static func checkDisjoint(_ entries: [Entry]) throws(ZipError) {
        let entries = entries.filter { !$0.place.isEmpty }.sorted { $0.place.lowerBound < $1.place.lowerBound }
        for (former, latter) in zip(entries, entries.dropFirst()) {
            guard former.place.upperBound < latter.place.lowerBound else {
                throw .damagedEntry(latter.name, "it shares contents with another")
            }
        }
    }
}

extension ZipArchive.Entry {
    fileprivate func check(_ limits: ZipLimits) throws(ZipError) {
        guard byteCount <= limits.entryBytes else { throw .entryTooLarge(name, limit: limits.entryBytes) }
        guard !isDirectory || byteCount == 0 else { throw .damagedEntry(name, "a directory has no contents") }
        guard isDeflated || byteCount == place.count else {
            throw .damagedEntry(name, "it is stored in fewer or more bytes than it has")
        }
        guard byteCount <= limits.mostBytes(unpackedFrom: place.count) else {
            throw .tooDense(name, limit: limits.ratio)
        }
    }
}
