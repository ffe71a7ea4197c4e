import Glibc

/// The place of each file's last line in a manifest: a hash table on the disk, so that memory does not grow with the files.
///
/// A page has 170 places of 24 bytes, for an identifier and the offset of a line, plus 1. A file belongs into the page that
/// the end of its identifier names, and into the next where that is full. A third of all places are taken at the most.
struct ManifestIndex: ~Copyable, Sendable {
    private let file: OpenFile
    private let pageCount: Int

    private static let pageSize = 4096
    private static let placeSize = FileID.byteCount + 8
    private static let placesPerPage = pageSize / placeSize

    /// An index for so many lines at the most. Its file has the name until it is open, and none from then on: it goes with this
    /// value.
    init(lineCount: Int, in directory: Int32, called name: String) throws(SystemError) {
        unlinkat(directory, name, 0)
        let file = try OpenFile(openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        unlinkat(directory, name, 0)
        let pageCount = lineCount * 3 / Self.placesPerPage + 1
        guard ftruncate(file.descriptor, pageCount * Self.pageSize) == 0 else { throw .last }
        self.file = file
        self.pageCount = pageCount
    }

    /// Notes the line of a file, in place of an earlier one; whether there was one.
    @discardableResult
    func insert(_ id: FileID, at offset: Int) throws(SystemError) -> Bool {
        try withPlace(of: id) { (place, position) throws(SystemError) in
            let isTaken = place.loadUnaligned(fromByteOffset: FileID.byteCount, as: UInt64.self) != 0
            let value = UInt64(offset) + 1
            let bytes = id.bytes + withUnsafeBytes(of: value, Array.init)
            let count = bytes.span.withUnsafeBytes { pwrite(file.descriptor, $0.baseAddress, $0.count, position) }
            guard count == bytes.count else { throw count < 0 ? .last : SystemError(code: ENOSPC) }
            return isTaken
        }
    }

    /// The offset of the last line of a file; nil if it has none.
    func offset(of id: FileID) throws(SystemError) -> Int? {
        try withPlace(of: id) { (place, _) throws(SystemError) in
            let value = place.loadUnaligned(fromByteOffset: FileID.byteCount, as: UInt64.self)
            return value == 0 ? nil : Int(exactly: value - 1)
        }
    }

    /// Calls `body` with the place of a file, or the empty one where it belongs, and with its position in the index.
    private func withPlace<Result>(
        of id: FileID,
        _ body: (UnsafeRawBufferPointer, Int) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let hash = id.bytes.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        var page = Int(hash % UInt64(pageCount))
        // One page has room: not all places are taken.
        for _ in 0..<pageCount {
            let start = page * Self.pageSize
            let bytes = try file.bytes(at: start, count: Self.pageSize)
            guard bytes.count == Self.pageSize else { throw .inputOutput }
            let result = try bytes.span.withUnsafeBytes { (buffer) throws(SystemError) -> Result? in
                guard let place = Self.place(of: id, in: buffer) else { return nil }
                return try body(UnsafeRawBufferPointer(rebasing: buffer[place..<place + Self.placeSize]), start + place)
            }
            if let result { return result }
            page = (page + 1) % pageCount
        }
        throw SystemError(code: ENOSPC)
    }

    /// The place in a page that is the file's, or else the first that is empty.
    private static func place(of id: FileID, in page: UnsafeRawBufferPointer) -> Int? {
        stride(from: 0, to: placesPerPage * placeSize, by: placeSize).first { place in
            page.loadUnaligned(fromByteOffset: place + FileID.byteCount, as: UInt64.self) == 0
                || page[place..<place + FileID.byteCount].elementsEqual(id.bytes)
        }
    }
}

/// Goes through the lines of a file, with one piece at a time in memory.
struct ManifestLines: ~Copyable {
    private let buffer: UnsafeMutableRawBufferPointer
    private var filled = 0
    /// The first byte of the buffer that was not handed out.
    private var start = 0
    /// The offset of the buffer in the file.
    private var position = 0

    /// The longest line, in bytes: a path of 4096 bytes may take six times as many, twice.
    static let longestLine = 1 << 18

    init() {
        buffer = .allocate(byteCount: 1 << 20, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The result of `body` for the next line, without its end, and its offset in the file. The bytes are valid until it
    /// returns. Nil at the end of the file, and if the rest is not a whole line.
    mutating func next<Result>(
        of file: borrowing OpenFile,
        _ body: (UnsafeRawBufferPointer, Int) throws(SystemError) -> Result
    ) throws(SystemError) -> Result? {
        while true {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[start..<filled])
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let offset = position + start
                start += end + 1
                return try body(UnsafeRawBufferPointer(rebasing: rest[..<end]), offset)
            }
            guard try fill(from: file) else { return nil }
        }
    }

    /// The offset of the line after those that were handed out.
    var offset: Int { position + start }

    /// Reads on; whether there was anything. Of a line that does not fit, only the end is kept.
    private mutating func fill(from file: borrowing OpenFile) throws(SystemError) -> Bool {
        if start == 0, filled == buffer.count { start = filled }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<filled]))
        position += start
        (start, filled) = (0, filled - start)
        let count = try file.read(
            at: position + filled,
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        )
        filled += count
        return count > 0
    }
}
