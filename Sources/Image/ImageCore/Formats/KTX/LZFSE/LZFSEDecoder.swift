import BoundedWork
import SecureMemory

enum LZFSEError: Error, Equatable {
    case truncated
    case malformed
    case tooLong
    case cancelled
}

/// Decoder of a stream of LZFSE into memory of a known size. The stream is a stranger's: whatever it holds, no read leaves it, and
/// no write leaves the memory.
struct LZFSEDecoder: ~Copyable {
    private let source: UnsafeRawBufferPointer
    private let target: UnsafeMutableRawBufferPointer
    private let cancellation: Cancellation
    private var position = 0
    private var written = 0
    /// Bytes, from the first on, that may have been written, also after a failure.
    private(set) var touched = 0
    private var tables: LZFSETables?

    init(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, _ cancellation: Cancellation) {
        self.source = source
        self.target = target
        self.cancellation = cancellation
    }

    /// Decodes all of the stream; returns the bytes written, and the bytes of the stream with its end mark.
    mutating func decode() throws(DecodingError) -> (written: Int, read: Int) {
        do {
            while try decodeBlock() {}
            return (written, position)
        } catch let error as LZFSEError {
            throw DecodingError(error)
        } catch let error as OutOfMemory {
            throw .outOfMemory(error)
        } catch {
            throw .corrupt("the LZFSE data is damaged")
        }
    }

    /// Decodes a block; false at the end mark.
    private mutating func decodeBlock() throws -> Bool {
        guard !cancellation.isCancelled else { throw LZFSEError.cancelled }
        guard source.count - position >= 4 else { throw LZFSEError.truncated }
        switch source.littleEndian(UInt32.self, at: position) {
        case LZFSEFormat.endMark:
            position += 4
            return false
        case LZFSEFormat.rawMark: try copyBlock()
        case LZFSEFormat.lzvnMark: try decodeLZVN()
        case LZFSEFormat.plainTablesMark, LZFSEFormat.packedTablesMark: try decodeCompressed()
        default: throw LZFSEError.malformed
        }
        return true
    }

    private mutating func touch(_ count: Int) throws(LZFSEError) {
        guard count <= target.count - written else { throw .tooLong }
        touched = written + count
    }

    private mutating func copyBlock() throws {
        guard source.count - position >= 8 else { throw LZFSEError.truncated }
        var count = Int(source.littleEndian(UInt32.self, at: position + 4))
        position += 8
        guard count <= source.count - position else { throw LZFSEError.truncated }
        try touch(count)
        while count > 0 {
            guard !cancellation.isCancelled else { throw LZFSEError.cancelled }
            let step = min(count, 8 << 20)
            UnsafeMutableRawBufferPointer(rebasing: target[written..<written + step])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[position..<position + step]))
            position += step
            written += step
            count -= step
        }
    }

    private mutating func decodeLZVN() throws {
        guard source.count - position >= 12 else { throw LZFSEError.truncated }
        let rawCount = Int(source.littleEndian(UInt32.self, at: position + 4))
        let byteCount = Int(source.littleEndian(UInt32.self, at: position + 8))
        position += 12
        guard byteCount <= source.count - position else { throw LZFSEError.truncated }
        try touch(rawCount)
        let block = UnsafeRawBufferPointer(rebasing: source[position..<position + byteCount])
        var decoder = LZVNDecoder(block, LZSink(target, from: written, to: written + rawCount))
        written = try decoder.decode(cancellation)
        position += byteCount
    }

    private mutating func decodeCompressed() throws {
        let tables = try self.tables ?? LZFSETables()
        self.tables = tables
        let rest = UnsafeRawBufferPointer(rebasing: source[position...])
        let head = try LZFSEBlockHead(rest, frequencies: tables.frequencies)
        try touch(head.rawCount)
        guard tables.fill() else { throw LZFSEError.malformed }
        let literalEnd = head.byteCount + head.literalByteCount
        try tables.decodeLiterals(head, rest, end: literalEnd)
        var sink = LZSink(target, from: written, to: written + head.rawCount)
        try tables.decodeTriplets(head, rest, end: literalEnd + head.tripletByteCount, into: &sink)
        guard sink.isFull else { throw LZFSEError.malformed }
        written += head.rawCount
        position += literalEnd + head.tripletByteCount
    }
}

extension DecodingError {
    fileprivate init(_ error: LZFSEError) {
        self =
            switch error {
            case .truncated: .corrupt("the LZFSE data is truncated")
            case .malformed: .corrupt("the LZFSE data is damaged")
            case .tooLong: .corrupt("the LZFSE data does not fit the size of the picture")
            case .cancelled: .cancelled
            }
    }
}
