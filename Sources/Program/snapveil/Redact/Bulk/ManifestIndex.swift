import Glibc

/// Where the last line of each file is in a manifest: a hash table on the disk, so that memory does not grow with the files.
///
/// A page has 170 places of 24 bytes, for an identifier and the offset of a line, plus 1. A file belongs into the page that
/// the end of its identifier names, and into the next where that is full. A third of all places are taken at the most.
struct ManifestIndex: ~Copyable, Sendable {
    private let file: OpenFile
    private let pageCount: Int

    private static let pageSize = 4096
    private static let placeSize = FileID.byteCount + 8
    private static let placesPerPage = pageSize / placeSize

    /// An index without lines.
    ///
    /// - Parameters:
    ///   - lineCount: How many there will be at the most.
    ///   - directory: Where the file is.
    ///   - name: What the file is called until it is open: from then on it has no name, and goes with this value.
    init(lineCount: Int, in directory: Int32, called name: String) throws(SystemError) {
        unlinkat(directory, name, 0)
        let file = try OpenFile(openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        unlinkat(directory, name, 0)
        let pageCount = lineCount * 3 / Self.placesPerPage + 1
        guard ftruncate(file.descriptor, pageCount * Self.pageSize) == 0 else { throw .last }
        self.file = file
        self.pageCount = pageCount
    }

    /// Notes the line of a file, in place of one that was noted before.
    ///
    /// - Returns: Whether there was one before.
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

    /// Where the last line of a file begins; nil if it has none.
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
        // One page has room: fewer places than there are get taken.
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
