import Artefacts
import BoundedWork
import Glibc
import SecureMemory

/// A zip archive on the disk, of which a part is read at a time.
final class ArchiveFile: Sendable {
    let path: String
    let byteCount: Int

    private let file: OpenFile
    private let stamp: FileStamp

    /// The ends of a file that begins like a zip archive.
    private static let signatures: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]

    /// Opens a file; nil for one that is no archive, and for one that cannot be opened, which shows when it is read.
    init?(_ place: FilePlace) {
        // Whoever writes to a pipe would notice that it was opened.
        guard !place.isStream, let file = try? place.opened(), let status = try? file.status(),
            status.st_mode & S_IFMT == S_IFREG,
            let head = try? file.bytes(at: 0, count: ZipIndex.Ends.headByteCount), Self.signatures.contains(head)
        else { return nil }
        path = place.path
        byteCount = Int(status.st_size)
        stamp = FileStamp(status)
        self.file = file
    }

    /// The first bytes, and `tailByteCount` of the last ones.
    func ends(tailByteCount: Int) throws -> ZipIndex.Ends {
        func bytes(_ place: Range<Int>) throws -> SecureBytes {
            var builder = try SecureBytesBuilder(capacity: place.count)
            try append(place, to: &builder)
            return builder.finish()
        }
        return ZipIndex.Ends(
            byteCount: byteCount,
            head: try bytes(0..<min(ZipIndex.Ends.headByteCount, byteCount)),
            tail: try bytes(max(0, byteCount - tailByteCount)..<byteCount)
        )
    }

    /// At most `count` bytes of a place.
    func beginning(of place: Range<Int>, count: Int) throws -> SecureBytes {
        try file.beginning(at: place.lowerBound, count: min(count, place.count))
    }

    func append(_ place: Range<Int>, to builder: inout SecureBytesBuilder) throws {
        try builder.appendInPlace(minimum: place.count) { free in
            try file.fill(UnsafeMutableRawBufferPointer(rebasing: free[..<place.count]), from: place.lowerBound)
            return place.count
        }
    }

    var isUnchanged: Bool { (try? file.status()).map(FileStamp.init) == stamp }
}

/// The entries of an archive on the disk.
struct ArchiveSource: RunSource {
    let path: String
    let names: [String]
    let files: [Int]

    private let file: ArchiveFile
    private let index: ZipIndex

    /// Has the workers read the directory of an archive.
    init(_ file: ArchiveFile, _ workers: FileWorkers) throws(FileError) {
        self.file = file
        path = file.path
        index = try Self.index(of: file, ZipIndex.Ends.tailByteCount, workers)
        names = index.entries.map(\.name)
        files = index.entries.indices.filter { [index] in !index.entries[$0].isDirectory }
    }

    /// The index of an archive, of which the directory may be longer than `tailByteCount` bytes at its end.
    private static func index(
        of file: ArchiveFile,
        _ tailByteCount: Int,
        _ workers: FileWorkers
    ) throws(FileError) -> ZipIndex {
        let reading = try workers.answer(.index, for: file.path) {
            try file.ends(tailByteCount: tailByteCount).encoded()
        } reading: {
            try ZipIndex.Reading(decoding: $0, byteCount: file.byteCount)
        }
        switch reading {
        case .read(let index): return index
        case .needsTail(let byteCount) where byteCount > tailByteCount:
            return try Self.index(of: file, byteCount, workers)
        case .needsTail: throw FileError(path: file.path, reason: "it cannot be read")
        }
    }

    func byteCount(of index: Int) -> Int {
        max(self.index.entries[index].byteCount, self.index.entries[index].place.count)
    }

    /// Bytes of a header with all that is usual in it.
    private static let headerByteCount = 1 << 10

    func beginning(of index: Int) throws -> SecureBytes? {
        let count = Self.headerByteCount + ArtefactRedactor.beginningByteCount
        let bytes = try file.beginning(of: self.index.entries[index].place, count: count)
        let start = bytes.withUnsafeBytes(ZipIndex.Entry.startOfStored)
        return start.map { bytes[min($0, bytes.count)..<bytes.count] }
    }

    func entries(_ indices: [Int]) throws(FileError) -> RunPart.Entries {
        do {
            return .archive(try index.archive(of: indices) { try file.append($0, to: &$1) })
        } catch {
            throw self.error("\(error)")
        }
    }

    func checkUnchanged() throws(FileError) {
        guard file.isUnchanged else { throw hasChanged }
    }
}
