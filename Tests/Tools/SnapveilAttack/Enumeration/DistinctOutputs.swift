import Synchronization

/// How many different outputs there are, which is how many secrets can be told apart at the most.
enum DistinctOutputs {
    /// Counts the different results of `output` over `inputs`. One means that the inputs leave no trace.
    ///
    /// - Throws: What `output` throws.
    static func count<Input: Sendable>(
        over inputs: [Input],
        _ output: @Sendable (Input) throws -> [UInt8]
    ) throws -> Int {
        let seen = Mutex(Set<[UInt8]>())
        _ = try Parallel.map(inputs) { input in
            let output = try output(input)
            seen.withLock { _ = $0.insert(output) }
        }
        return seen.withLock { $0.count }
    }
}
