public import SecureMemory

/// The number of a material: no other of this process has the same.
public typealias MaterialNumber = UInt64

/// What many jobs need and workers are told once, such as policies and pictures: bytes in memory that all workers may read and
/// none may write.
public final class Material: Sendable {
    /// What jobs call the material.
    public let number: MaterialNumber
    let memory: SharedMemory
    /// How many bytes of the memory are the material.
    let byteCount: Int

    /// Copies `bytes` for workers to read.
    ///
    /// - Throws: ``OutOfMemory``.
    public init(_ number: MaterialNumber, _ bytes: SecureBytes) throws(OutOfMemory) {
        self.number = number
        byteCount = bytes.count
        memory = try SharedMemory(byteCount: max(bytes.count, 1))
        bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            memory.baseAddress.copyMemory(from: source, byteCount: bytes.count)
        }
    }

    deinit { memory.wipe(byteCount) }
}
