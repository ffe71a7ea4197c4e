import SecureMemory
import Synchronization

extension WorkContext {
    /// The results of pieces of work in their order, of which several are done at the same time if there are threads for them.
    ///
    /// ```swift
    /// let texts = try work.map(lines.count) { try read(lines[$0]) }
    /// ```
    /// A thread that is no longer to be had after a piece takes no further one. The caller promises that no piece reads what another
    /// writes.
    ///
    /// - Parameters:
    ///   - count: The number of pieces, 0 or more.
    ///   - limit: Upper bound on pieces at a time, 1 or more.
    ///   - work: The work on the piece with a number from 0, called on several threads at the same time.
    /// - Throws: The error of the first piece that fails, once no thread works any more. None is begun after an error.
    public func map<Output: Sendable, Failure: Error>(
        _ count: Int,
        atMost limit: Int = .max,
        _ work: (_ piece: Int) throws(Failure) -> Output
    ) throws(Failure) -> [Output] {
        let threads = min(threads, limit, count)
        var outputs: [Output] = []
        outputs.reserveCapacity(count)
        guard threads > 1 else {
            for piece in 0..<count { outputs.append(try work(piece)) }
            return outputs
        }
        for result in results(count, threads, work) { outputs.append(try result.get()) }
        return outputs
    }

    /// Calls `work` with the numbers of `count` threads, or of fewer if there are not as many; not again after an error.
    func onThreads<Failure: Error>(_ count: Int, _ work: (_ thread: Int) throws(Failure) -> Void) throws(Failure) {
        for result in results(count, count, work) { try result.get() }
    }

    /// The results of all pieces, or of those up to the first that fails and maybe more.
    private func results<Output: Sendable, Failure: Error>(
        _ count: Int,
        _ threads: Int,
        _ work: (_ piece: Int) throws(Failure) -> Output
    ) -> [Result<Output, Failure>] {
        let next = Atomic(0)
        let results = Mutex([Result<Output, Failure>?](repeating: nil, count: count))
        HelperThreads.shared.perform(with: threads - 1) { thread in
            while thread == 0 || thread < self.threads {
                let piece = next.add(1, ordering: .relaxed).oldValue
                guard piece < count else { break }
                let result = Result { () throws(Failure) in try work(piece) }
                results.withLock { $0[piece] = result }
                if case .failure = result { next.store(count, ordering: .relaxed) }
            }
            // The thread sleeps now, and its stack stays.
            StackRemains.wipe()
        }
        return results.withLock { $0.compactMap(\.self) }
    }
}
