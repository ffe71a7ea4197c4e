import BoundedWork
import SecureMemory
import Synchronization

/// Workers with memory of their own, as many as work at the same time.
final class StripWorkers<Worker: Sendable>: Sendable {
    private let makeWorker: @Sendable () throws(OutOfMemory) -> Worker
    private let idle = Mutex<[Worker]>([])

    init(_ makeWorker: @escaping @Sendable () throws(OutOfMemory) -> Worker) {
        self.makeWorker = makeWorker
    }

    /// The result of `work` with a worker that nobody else has meanwhile.
    func withOne<Output>(_ work: (Worker) throws(OutOfMemory) -> Output) throws(OutOfMemory) -> Output {
        let left = idle.withLock { $0.popLast() }
        let worker: Worker
        if let left { worker = left } else { worker = try makeWorker() }
        defer { idle.withLock { $0.append(worker) } }
        return try work(worker)
    }
}

/// Strips that end in any order, joined in theirs.
struct StripOrder {
    private var waiting: [Int: EncodedStrip] = [:]
    /// The number of strips that were appended.
    private(set) var count = 0
    private var adler32 = Adler32()

    /// Notes a strip; calls `append` with each that can follow now, with its place and the checksum up to its end, while they are
    /// wanted. One that has to wait takes no more memory than its bytes.
    mutating func insert(
        _ strip: EncodedStrip,
        at index: Int,
        _ cancellation: Cancellation,
        _ append: (EncodedStrip, Int, UInt32) throws(OutOfMemory) -> Void
    ) throws(OutOfMemory) {
        waiting[index] = index == count ? strip : try strip.trimmed()
        while !cancellation.isCancelled, let strip = waiting.removeValue(forKey: count) {
            adler32.append(strip.adler32, count: strip.filteredCount)
            try append(strip, count, adler32.value)
            count += 1
        }
    }
}

struct EncodedStrip: Sendable {
    let bytes: SecureBytes
    let adler32: UInt32
    let filteredCount: Int

    /// The same strip without the room that its bytes were written into.
    fileprivate func trimmed() throws(OutOfMemory) -> EncodedStrip {
        let bytes = try bytes.withUnsafeBytes { (bytes) throws(OutOfMemory) in try SecureBytes(copying: bytes) }
        return EncodedStrip(bytes: bytes, adler32: adler32, filteredCount: filteredCount)
    }
}

/// The Adler-32 checksum of bytes that come in parts (RFC 1950, section 9).
struct Adler32 {
    private(set) var value: UInt32 = 1

    private static let modulus: UInt64 = 65_521

    /// Adds `count` bytes whose own checksum is `part`.
    mutating func append(_ part: UInt32, count: Int) {
        // Each byte of the part counts once more for each unit of the sum before it; either sum starts from one, of which one is
        // too many.
        let (low, high) = (UInt64(value & 0xFFFF), UInt64(value >> 16))
        let (partLow, partHigh) = (UInt64(part & 0xFFFF), UInt64(part >> 16))
        let newLow = (low + partLow + Self.modulus - 1) % Self.modulus
        let repeats = UInt64(count) % Self.modulus
        let newHigh = (high + partHigh + repeats * (low + Self.modulus - 1)) % Self.modulus
        value = UInt32(newHigh << 16 | newLow)
    }
}
