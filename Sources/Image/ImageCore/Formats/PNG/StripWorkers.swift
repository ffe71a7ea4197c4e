import BoundedWork
import Dispatch
import SecureMemory
import Synchronization

/// Workers with memory of their own that work on strips at the same time.
struct StripWorkers<Worker: Sendable>: Sendable {
    private let workers: [Worker]

    init(count: Int, _ makeWorker: () throws(OutOfMemory) -> Worker) throws(OutOfMemory) {
        var workers: [Worker] = []
        for _ in 0..<count { workers.append(try makeWorker()) }
        self.workers = workers
    }

    var count: Int { workers.count }

    /// The results of `work` for `strips`; for the first ones alone once it is cancelled.
    func map<Output: Sendable>(
        _ strips: Range<Int>,
        _ cancellation: Cancellation,
        _ work: @Sendable (Worker, Int) throws(OutOfMemory) -> Output
    ) throws(OutOfMemory) -> [Output] {
        guard count > 1, strips.count > 1 else {
            var outputs: [Output] = []
            for strip in strips.whileWanted(cancellation) { outputs.append(try work(workers[0], strip)) }
            return outputs
        }
        let results = Mutex([Int: Result<Output, OutOfMemory>]())
        DispatchQueue.concurrentPerform(iterations: count) { index in
            for strip in stride(from: strips.lowerBound + index, to: strips.upperBound, by: count)
                .whileWanted(cancellation)
            {
                let result = Result { () throws(OutOfMemory) in try work(workers[index], strip) }
                results.withLock { $0[strip] = result }
            }
            // The thread goes back to the system's pool, and its stack with it.
            StackRemains.wipe()
        }
        let finished = results.withLock { $0 }
        var outputs: [Output] = []
        for strip in strips {
            if let result = finished[strip] { outputs.append(try result.get()) }
        }
        return outputs
    }
}

struct EncodedStrip: Sendable {
    let bytes: SecureBytes
    let adler32: UInt32
    let filteredCount: Int
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
