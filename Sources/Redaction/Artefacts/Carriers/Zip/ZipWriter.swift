public import BoundedWork
import CLibZip
import ImageCore
public import SecureMemory

/// Writer of a zip archive with nothing in it but names and contents.
///
/// ```swift
/// var writer = ZipWriter()
/// try writer.append("trace.trace", text)
/// let file = try writer.finish()
/// ```
/// Contents are deflated where that makes them shorter, but for pictures. Each entry is of 1 January 1980. The same entries give
/// the same bytes.
public struct ZipWriter: ~Copyable, Sendable {
    private let cancellation: Cancellation
    private var entries: [Entry] = []

    private typealias Entry = (name: String, contents: PackedContents.Source)

    /// Starts an archive without entries.
    ///
    /// - Parameter cancellation: Says whether the work is still wanted; by default it always is.
    public init(cancellation: Cancellation = Cancellation()) {
        self.cancellation = cancellation
    }

    /// Appends a file, or if the name ends with a slash a directory, which has no contents.
    ///
    /// - Throws: ``ZipError``, also for a name that ``ZipArchive`` would refuse. A name that is there already is refused by
    ///   ``finish()``.
    public mutating func append(_ name: String, _ contents: SecureBytes) throws(ZipError) {
        let packed = try mapError(PackedContents(packing: contents, cancellation), ZipError.init)
        try append(name, packed.source)
    }

    /// Appends a file whose contents were packed before.
    public mutating func append(_ name: String, _ contents: PackedContents.Source) throws(ZipError) {
        try ZipName.check(name)
        entries.append((name, contents))
    }

    /// The archive. It takes memory for a copy of all entries as they were packed.
    public consuming func finish() throws(ZipError) -> SecureBytes {
        let byteCount = entries.reduce(128) { $0 + Self.mostBytes(of: $1) }
        var memory = try mapError(WipedAllocation(byteCount: byteCount), ZipError.outOfMemory)
        let room = UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: byteCount)
        let count = try finish { offset, bytes in
            guard bytes.count <= room.count - offset else { return false }
            UnsafeMutableRawBufferPointer(rebasing: room[offset...]).copyMemory(from: bytes)
            return true
        }
        memory.writtenByteCount = count
        return SecureBytes(memory, count: count)
    }

    /// Writes the archive piece by piece.
    ///
    /// - Parameter write: Writes bytes to a place, from the beginning on, but for some that are written again; false if it cannot.
    /// - Returns: The number of its bytes.
    public consuming func finish(
        writing write: @escaping (_ offset: Int, _ bytes: UnsafeRawBufferPointer) -> Bool
    ) throws(ZipError) -> Int {
        try ZipName.checkDistinct(entries.map(\.name))
        let target = ZipTarget(write)
        // libzip makes no archive without entries.
        let isWritten =
            entries.isEmpty
            ? target.write(ZipDirectory.plainEnd(0..<0, count: 0)) : Self.write(entries, to: target, cancellation)
        // libzip has copied pieces to its stack.
        StackRemains.wipe()
        guard isWritten else { throw .unfinished(cancellation.isCancelled ? .cancelled : .outOfMemory(.unknown)) }
        return target.count
    }

    /// Upper bound on the bytes of an entry: of headers with sizes of Zip64, the name and the contents.
    private static func mostBytes(of entry: Entry) -> Int {
        entry.contents.byteCount + 2 * (entry.name.utf8.count + 96)
    }

    /// The first day that there is in an archive, and its first second.
    private static let (date, time): (UInt16, UInt16) = (1 << 5 | 1, 0)

    /// False if it was called off, or for lack of memory.
    private static func write(_ entries: [Entry], to target: ZipTarget, _ cancellation: Cancellation) -> Bool {
        guard let opened = target.opened() else { return false }
        guard let archive = zip_open_from_source(opened, ZIP_CREATE | ZIP_TRUNCATE, nil) else {
            zip_source_free(opened)
            return false
        }
        let sources = entries.map { PackedSource($0.contents, cancellation) }
        return withExtendedLifetime((target, sources)) {
            let isWritten = zip(entries, sources).allSatisfy { add($0, $1, to: archive) } && zip_close(archive) == 0
            // It still asks the sources.
            if !isWritten { zip_discard(archive) }
            return isWritten
        }
    }

    private static func add(_ entry: Entry, _ source: PackedSource, to archive: OpaquePointer) -> Bool {
        var index: Int64 = -1
        if entry.name.utf8.last == UInt8(ascii: "/") {
            index = zip_dir_add(archive, entry.name, UInt32(ZIP_FL_ENC_UTF_8))
        } else if let source = source.opened() {
            index = zip_file_add(archive, entry.name, source, UInt32(ZIP_FL_ENC_UTF_8))
            if index < 0 { zip_source_free(source) }
        }
        return index >= 0 && zip_set_file_compression(archive, UInt64(index), entry.contents.facts.method, 0) == 0
            && zip_file_set_dostime(archive, UInt64(index), time, date, 0) == 0
    }
}
