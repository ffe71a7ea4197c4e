import Dispatch
import SecureMemory
import Synchronization

/// Encoders that work at the same time, each on a strip of its own.
struct StripWorkers<Finder: MatchFinder & ~Copyable>: Sendable {
    private let encoders: [StripEncoder<Finder>]

    /// - Throws: ``OutOfMemory``.
    init(count: Int, _ lines: Scanlines) throws(OutOfMemory) {
        var encoders: [StripEncoder<Finder>] = []
        for _ in 0..<count { encoders.append(try StripEncoder(lines)) }
        self.encoders = encoders
    }

    /// Strips that are worked on at a time.
    var count: Int { encoders.count }

    /// What `work` makes of each of `strips`, which are at most ``count``.
    ///
    /// - Throws: ``OutOfMemory``.
    func map<Output: Sendable>(
        _ strips: Range<Int>,
        _ work: @Sendable (StripEncoder<Finder>, Int) throws(OutOfMemory) -> Output
    ) throws(OutOfMemory) -> [Output] {
        guard strips.count > 1 else { return try [work(encoders[0], strips.lowerBound)] }
        let results = Mutex([Int: Result<Output, OutOfMemory>]())
        DispatchQueue.concurrentPerform(iterations: strips.count) { index in
            let result = Result { () throws(OutOfMemory) in try work(encoders[index], strips.lowerBound + index) }
            results.withLock { $0[index] = result }
            // The thread goes back to the system's pool, and its stack with it.
            StackRemains.wipe()
        }
        let finished = results.withLock { $0 }
        var outputs: [Output] = []
        for index in 0..<strips.count {
            if let result = finished[index] { outputs.append(try result.get()) }
        }
        return outputs
    }
}
