import BoundedWork
import CLibZip
import Glibc
import SecureMemory

/// Memory that libzip writes an archive to.
final class ZipTarget: LibzipSource {
    private let memory: UnsafeMutableRawBufferPointer

    /// Number of the bytes that were written.
    private(set) var count = 0

    /// Starts with nothing written to `memory`, which outlives it.
    init(_ memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
    }

    /// Upper bound on the bytes of an archive: of headers with sizes of Zip64, names and contents.
    static func byteCount(of entries: [PackedEntry]) -> Int {
        entries.reduce(128) { $0 + $1.bytes.count + 2 * ($1.name.utf8.count + 96) }
    }

    // There is no archive yet.
    override var failure: (code: Int32, system: Int32) { (ZIP_ER_READ, ENOENT) }

    override var commands: [zip_source_cmd] {
        [
            ZIP_SOURCE_SEEK, ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE,
            ZIP_SOURCE_WRITE,
            ZIP_SOURCE_SEEK_WRITE, ZIP_SOURCE_TELL_WRITE, ZIP_SOURCE_REMOVE,
        ]
    }

    override func perform(_ command: zip_source_cmd, _ data: UnsafeMutableRawBufferPointer) -> Int? {
        switch command {
        case ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE: return 0
        case ZIP_SOURCE_TELL_WRITE: return position
        case ZIP_SOURCE_SEEK_WRITE: return seek(data, count: count)
        case ZIP_SOURCE_WRITE:
            let room = UnsafeMutableRawBufferPointer(rebasing: memory[position...])
            guard data.count <= room.count else { return nil }
            room.copyMemory(from: UnsafeRawBufferPointer(data))
            position += data.count
            count = max(count, position)
            return data.count
        default: return nil
        }
    }
}

/// The contents of an entry, which libzip copies to an archive as they were packed.
final class PackedSource: LibzipSource {
    private let entry: PackedEntry
    private let cancellation: Cancellation

    init(_ entry: PackedEntry, _ cancellation: Cancellation) {
        self.entry = entry
        self.cancellation = cancellation
    }

    override func perform(_ command: zip_source_cmd, _ data: UnsafeMutableRawBufferPointer) -> Int? {
        switch command {
        case ZIP_SOURCE_STAT: return give(facts, to: data)
        case ZIP_SOURCE_READ:
            guard !cancellation.isCancelled else { return nil }
            let piece = entry.bytes[position..<min(position + data.count, entry.bytes.count)]
            piece.withUnsafeBytes { data.copyMemory(from: $0) }
            position += piece.count
            return piece.count
        default: return nil
        }
    }

    private var facts: zip_stat {
        var facts = zip_stat()
        facts.valid = UInt64(ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC)
        facts.size = UInt64(entry.byteCount)
        facts.comp_size = UInt64(entry.bytes.count)
        facts.comp_method = UInt16(entry.method)
        facts.crc = entry.checksum
        return facts
    }
}
