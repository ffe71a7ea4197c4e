/// Goes through the lines of a file, of which a piece at a time is in memory.
struct ManifestLines: ~Copyable {
    private let buffer: UnsafeMutableRawBufferPointer
    private var filled = 0
    /// The first byte of the buffer that was not handed out.
    private var start = 0
    /// Where the buffer begins in the file.
    private var position: Int

    /// The longest line, in bytes: a path of 4096 bytes may take six times as many, twice.
    static let longestLine = 1 << 18

    /// Starts at `offset`, where a line begins.
    init(from offset: Int = 0) {
        buffer = .allocate(byteCount: 1 << 20, alignment: 16)
        position = offset
    }

    deinit { buffer.deallocate() }

    /// Calls `body` with the next line, without its end, and where it begins in the file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - body: Is given bytes that are valid until it returns.
    /// - Returns: What `body` returns; nil at the end of the file, and if all that is left is not a whole line.
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

    /// Where the line after those that were handed out begins.
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
