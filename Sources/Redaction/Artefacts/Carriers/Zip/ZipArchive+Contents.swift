public import BoundedWork
import CLibDeflate
import ImageCore
public import SecureMemory

extension ZipArchive {
    /// The contents of an entry of this archive, as many bytes as it declares and with the checksum that it declares.
    ///
    /// A unit of the budget pays for 64 bytes.
    public func contents(of entry: Entry, _ budget: inout WorkBudget) throws(ZipError) -> SecureBytes {
        let packed = file[entry.place]
        // An empty file takes no byte, whatever the method.
        let isPacked = entry.isDeflated && !(packed.isEmpty && entry.byteCount == 0)
        let (contents, checksum) =
            isPacked
            ? try Self.inflate(packed, entry, &budget)
            : (packed, try mapError(Self.checksum(of: packed, &budget), ZipError.unfinished))
        guard checksum == entry.checksum else { throw .damagedEntry(entry.name, "its checksum is wrong") }
        return contents
    }

    /// Bytes that are read before the budget is asked.
    private static let pieceByteCount = 1 << 17
    private static let bytesOfUnit = 64

    private static func checksum(
        of bytes: SecureBytes,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> UInt32 {
        var checksum: UInt32 = 0
        for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
            try budget.spend(pieceByteCount / bytesOfUnit)
            checksum = bytes[start..<min(start + pieceByteCount, bytes.count)].withUnsafeBytes { piece in
                crc32(checksum, piece)
            }
        }
        return checksum
    }

    /// Goes on with a checksum, which begins with 0.
    static func crc32(_ checksum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(truncatingIfNeeded: libdeflate_crc32(checksum, bytes.baseAddress, bytes.count))
    }

    private static func inflate(
        _ packed: SecureBytes,
        _ entry: Entry,
        _ budget: inout WorkBudget
    ) throws(ZipError) -> (contents: SecureBytes, checksum: UInt32) {
        var memory = try mapError(WipedAllocation(byteCount: entry.byteCount), ZipError.outOfMemory)
        memory.writtenByteCount = 0
        let checksum = try packed.withUnsafeBytes { (stream) throws(ZipError) in
            try inflate(stream, entry, into: &memory, &budget)
        }
        return (SecureBytes(memory, count: entry.byteCount), checksum)
    }

    /// Fills `memory`, and notes the part that may have been written, whether it succeeds or not; returns the checksum.
    private static func inflate(
        _ stream: UnsafeRawBufferPointer,
        _ entry: Entry,
        into memory: inout WipedAllocation,
        _ budget: inout WorkBudget
    ) throws(ZipError) -> UInt32 {
        let output = UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: entry.byteCount)
        var inflater = try mapError(Inflater(stream, into: output), ZipError.outOfMemory)
        var checksum: UInt32 = 0
        while true {
            // Each piece costs the same, however little it writes.
            try mapError(budget.spend(pieceByteCount / bytesOfUnit), ZipError.unfinished)
            let start = inflater.writtenByteCount
            let progress = inflater.inflate(pieceByteCount)
            let end = inflater.writtenByteCount
            memory.writtenByteCount = min(end + Inflater.surplus, entry.byteCount)
            checksum = crc32(checksum, UnsafeRawBufferPointer(rebasing: output[start..<end]))
            switch progress {
            case .paused: continue
            case .ended where end == entry.byteCount && inflater.unreadByteCount == 0: return checksum
            case .ended, .refused: throw .damagedEntry(entry.name, "it does not inflate to as many bytes as it has")
            }
        }
    }
}
