import ArgumentParser

extension CommandFailure {
    /// A shard was not worked on to its end.
    static func bulk(_ failure: BulkFailure, _ shard: Shard) -> ExitCode {
        switch failure {
        case .taken: taken("shard \(shard) is being worked on by another program")
        case .everything(let reason), .file(let reason): breakdown(reason)
        }
    }
}
