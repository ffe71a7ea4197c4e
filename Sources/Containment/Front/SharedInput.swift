public import SecureMemory

/// The input of a job, in memory of its own that a worker may read.
public struct SharedInput: Sendable {
    let memory: SharedMemory
    let byteCount: Int
    /// Keeps the memory from being used for something else.
    private let bytes: SecureBytes

    /// Takes bytes as they lie in shared memory; nil if they do not begin it.
    ///
    /// A worker gets to see all of the memory, so nothing else may be in it.
    public init?(_ bytes: SecureBytes) {
        guard let place = bytes.sharedPlace, place.range.lowerBound == 0 else { return nil }
        memory = place.memory
        byteCount = bytes.count
        self.bytes = bytes
    }
}
