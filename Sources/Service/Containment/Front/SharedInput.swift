public import SecureMemory

/// The input of a job, in memory of its own that one worker may read, and no other.
public struct SharedInput: Sendable {
    let memory: SharedMemory
    let byteCount: Int
    /// Keeps the memory from being used for something else.
    private let bytes: SecureBytes

    /// Takes bytes as they lie in a block; nil if they do not begin it, or if another worker may have seen it.
    ///
    /// A worker gets to see all of the memory, so nothing else may be in it.
    ///
    /// - Parameters:
    ///   - bytes: What the job is done to.
    ///   - blocks: What has lent the block.
    ///   - worker: The owner of the block from now on.
    public init?(_ bytes: SecureBytes, in blocks: SharedBlockPool, for worker: Int) {
        guard let place = bytes.sharedPlace, place.range.lowerBound == 0, blocks.claim(place.memory, for: worker) else {
            return nil
        }
        memory = place.memory
        byteCount = bytes.count
        self.bytes = bytes
    }
}
