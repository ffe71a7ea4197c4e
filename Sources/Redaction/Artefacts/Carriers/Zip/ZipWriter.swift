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
    private var entries: [PackedEntry] = []

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
        try ZipName.check(name)
        entries.append(try mapError(PackedEntry(name, contents, cancellation), ZipError.init))
    }

    /// The archive. It takes memory for a copy of all entries as they were packed.
    public consuming func finish() throws(ZipError) -> SecureBytes {
        try ZipName.checkDistinct(entries.map(\.name))
        // libzip makes no archive without entries.
        guard !entries.isEmpty else {
            return try mapError(
                SecureBytes(copying: ZipDirectory(place: 0..<0, names: []).plainEnd),
                ZipError.outOfMemory
            )
        }
        let byteCount = ZipTarget.byteCount(of: entries)
        var memory = try mapError(WipedAllocation(byteCount: byteCount), ZipError.outOfMemory)
        let target = ZipTarget(UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: byteCount))
        let isWritten = Self.write(entries, to: target, cancellation)
        // libzip has copied pieces to its stack.
        StackRemains.wipe()
        memory.writtenByteCount = target.count
        guard isWritten else { throw .unfinished(cancellation.isCancelled ? .cancelled : .outOfMemory(.unknown)) }
        return SecureBytes(memory, count: target.count)
    }

    /// The first day that there is in an archive, and its first second.
    private static let (date, time): (UInt16, UInt16) = (1 << 5 | 1, 0)

    /// False if it was called off, or for lack of memory.
    private static func write(_ entries: [PackedEntry], to target: ZipTarget, _ cancellation: Cancellation) -> Bool {
        guard let opened = target.opened() else { return false }
        guard let archive = zip_open_from_source(opened, ZIP_CREATE | ZIP_TRUNCATE, nil) else {
            zip_source_free(opened)
            return false
        }
        let sources = entries.map { PackedSource($0, cancellation) }
        let isWritten = withExtendedLifetime((target, sources)) {
            zip(entries, sources).allSatisfy { add($0, $1, to: archive) } && zip_close(archive) == 0
        }
        if !isWritten { zip_discard(archive) }
        return isWritten
    }

    private static func add(_ entry: PackedEntry, _ source: PackedSource, to archive: OpaquePointer) -> Bool {
        var index: Int64 = -1
        if entry.name.utf8.last == UInt8(ascii: "/") {
            index = zip_dir_add(archive, entry.name, UInt32(ZIP_FL_ENC_UTF_8))
        } else if let source = source.opened() {
            index = zip_file_add(archive, entry.name, source, UInt32(ZIP_FL_ENC_UTF_8))
            if index < 0 { zip_source_free(source) }
        }
        return index >= 0 && zip_set_file_compression(archive, UInt64(index), entry.method, 0) == 0
            && zip_file_set_dostime(archive, UInt64(index), time, date, 0) == 0
    }
}

/// An entry with its contents as the archive has them.
struct PackedEntry: Sendable {
    let name: String
    let bytes: SecureBytes
    let byteCount: Int
    let isDeflated: Bool
    let checksum: UInt32

    /// The number that the format has for the way of packing.
    var method: Int32 { isDeflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE }

    init(_ name: String, _ contents: SecureBytes, _ cancellation: Cancellation) throws(WorkFailure) {
        let deflated = contents.isWorthDeflating ? try Deflater.deflate(contents, cancellation) : contents
        self.name = name
        isDeflated = deflated.count < contents.count
        bytes = isDeflated ? deflated : contents
        byteCount = contents.count
        checksum = contents.withUnsafeBytes { ZipArchive.crc32(0, $0) }
    }
}

extension SecureBytes {
    /// Pictures are compressed already.
    fileprivate var isWorthDeflating: Bool {
        !isEmpty && !self[0..<min(count, 16)].withUnsafeBytes(ImageFormat.isPicture)
    }
}
