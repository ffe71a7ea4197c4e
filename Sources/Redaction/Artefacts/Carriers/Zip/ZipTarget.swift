import BoundedWork
import CLibZip
import Glibc

/// What libzip writes an archive to.
final class ZipTarget: LibzipSource {
    private let write: (_ offset: Int, _ bytes: UnsafeRawBufferPointer) -> Bool

    /// Number of the bytes that were written.
    private(set) var count = 0

    /// Starts with nothing written by `write`.
    init(_ write: @escaping (_ offset: Int, _ bytes: UnsafeRawBufferPointer) -> Bool) {
        self.write = write
    }

    /// Writes bytes at the position; false if that fails.
    func write(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { write($0) } }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard write(position, bytes) else { return false }
        position += bytes.count
        count = max(count, position)
        return true
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
        case ZIP_SOURCE_WRITE: return write(UnsafeRawBufferPointer(data)) ? data.count : nil
        default: return nil
        }
    }
}

/// The contents of an entry, which libzip copies to an archive as they were packed.
final class PackedSource: LibzipSource {
    private let contents: PackedContents.Source
    private let cancellation: Cancellation

    init(_ contents: PackedContents.Source, _ cancellation: Cancellation) {
        self.contents = contents
        self.cancellation = cancellation
    }

    override func perform(_ command: zip_source_cmd, _ data: UnsafeMutableRawBufferPointer) -> Int? {
        switch command {
        case ZIP_SOURCE_STAT: return give(facts, to: data)
        case ZIP_SOURCE_READ:
            guard !cancellation.isCancelled else { return nil }
            let count = min(data.count, contents.byteCount - position)
            guard contents.read(position, UnsafeMutableRawBufferPointer(rebasing: data[..<count])) else { return nil }
            position += count
            return count
        default: return nil
        }
    }

    private var facts: zip_stat {
        var facts = zip_stat()
        facts.valid = UInt64(ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC)
        facts.size = UInt64(contents.facts.byteCount)
        facts.comp_size = UInt64(contents.byteCount)
        facts.comp_method = UInt16(contents.facts.method)
        facts.crc = contents.facts.checksum
        return facts
    }
}
