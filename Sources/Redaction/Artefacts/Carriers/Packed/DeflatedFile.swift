import BoundedWork
import CLibDeflate
import ImageCore
import SecureMemory

/// A single file that is deflated: `gzip`, or the stream of zlib.
enum DeflatedFile {
    typealias Form = PackedFile.Form

    /// Bytes that are inflated at a time, for a unit of the budget each 64.
    private static let (piece, bytesOfUnit) = (1 << 17, 64)

    /// The form of a file; nil for another.
    static func form(of file: UnsafeRawBufferPointer) -> Form? {
        guard file.count > 8 else { return nil }
        if file[0] == 0x1F, file[1] == 0x8B, file[2] == 8 { return .gzip }
        let isStream = file[0] == 0x78 && [0x01, 0x5E, 0x9C, 0xDA].contains(file[1])
        return isStream ? .zlib : nil
    }

    /// Whether the header of a file of gzip has a field of its own, a name or a comment.
    static func holdsMore(_ file: UnsafeRawBufferPointer) -> Bool { file[3] & (4 | 8 | 16) != 0 }

    /// The inflated bytes of a file of a form.
    static func contents(
        of file: SecureBytes,
        _ form: Form,
        _ limits: ZipLimits,
        budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        let frame = try file.withUnsafeBytes { (bytes) throws(ContentFailure) in try Self.frame(of: bytes, form) }
        let contents = try PackedFile.growing(from: frame.count, limits) { (room) throws(ContentFailure) in
            try inflate(file[frame], room, &budget)
        }
        let checksum = contents.withUnsafeBytes { Self.checksum($0, form) }
        guard file.withUnsafeBytes({ $0.suffix(checksum.count).elementsEqual(checksum) }) else {
            throw .refused("its checksum is wrong, or it has several parts")
        }
        return contents
    }

    /// The place of the stream between the header and the checksum.
    private static func frame(of file: UnsafeRawBufferPointer, _ form: Form) throws(ContentFailure) -> Range<Int> {
        let (start, end) = form == .zlib ? (2, file.count - 4) : (try header(of: file), file.count - 8)
        guard start < end else { throw .refused("it is cut off") }
        return start..<end
    }

    /// The length of the header of gzip, with its name and its comment.
    private static func header(of file: UnsafeRawBufferPointer) throws(ContentFailure) -> Int {
        var start = 10
        guard file.count > start else { throw .refused("it is cut off") }
        let flags = file[3]
        if flags & 4 != 0, file.count > start + 2 { start += 2 + Int(file[start]) + Int(file[start + 1]) << 8 }
        for flag: UInt8 in [8, 16] where flags & flag != 0 {
            guard start < file.count, let end = file[start...].firstIndex(of: 0) else {
                throw .refused("it is cut off")
            }
            start = end + 1
        }
        return flags & 2 != 0 ? start + 2 : start
    }

    /// The contents of a stream; nil if they are more than `room`, or it is damaged.
    private static func inflate(
        _ stream: SecureBytes,
        _ room: Int,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes? {
        var memory = try mapError(WipedAllocation(byteCount: room), ContentFailure.outOfMemory)
        memory.writtenByteCount = 0
        let count = try stream.withUnsafeBytes { (stream) throws(ContentFailure) -> Int? in
            let output = UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: room)
            var inflater = try mapError(Inflater(stream, into: output), ContentFailure.outOfMemory)
            while true {
                try mapError(budget.spend(piece / bytesOfUnit), ContentFailure.unfinished)
                let progress = inflater.inflate(piece)
                memory.writtenByteCount = min(inflater.writtenByteCount + Inflater.surplus, room)
                switch progress {
                case .paused: continue
                case .ended: return inflater.unreadByteCount == 0 ? inflater.writtenByteCount : nil
                case .refused: return nil
                }
            }
        }
        guard let count else { return nil }
        return SecureBytes(memory, count: count)
    }

    private static func checksum(_ contents: UnsafeRawBufferPointer, _ form: Form) -> [UInt8] {
        let size = UInt32(truncatingIfNeeded: contents.count)
        return form == .gzip
            ? bytes(ZipArchive.crc32(0, contents)) + bytes(size)
            : bytes(libdeflate_adler32(1, contents.baseAddress, contents.count)).reversed()
    }

    /// In little endian.
    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Other contents as a file of a form, without name, time and comment.
    static func packed(
        _ contents: SecureBytes,
        _ form: Form,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> SecureBytes {
        let header: [UInt8] = form == .gzip ? [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] : [0x78, 0x9C]
        let stream = try mapError(Deflater.deflate(contents, cancellation)) { ContentFailure(ZipError($0)) }
        let checksum = contents.withUnsafeBytes { self.checksum($0, form) }
        do throws(OutOfMemory) {
            var builder = try SecureBytesBuilder(capacity: header.count + stream.count + checksum.count)
            try builder.append(SecureBytes(copying: header))
            try builder.append(stream)
            try builder.append(SecureBytes(copying: checksum))
            return builder.finish()
        } catch {
            throw .outOfMemory(error)
        }
    }
}
