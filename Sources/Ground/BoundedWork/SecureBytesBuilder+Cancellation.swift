public import SecureMemory

extension SecureBytesBuilder {
    /// Appends a copy of bytes that may take long to copy. Once it is cancelled, not all of them are appended.
    ///
    /// - Throws: ``OutOfMemory``.
    public mutating func append(_ bytes: SecureBytes, _ cancellation: Cancellation) throws(OutOfMemory) {
        let bytesOfStep = 8 << 20
        try reserve(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: bytesOfStep).whileWanted(cancellation) {
            try append(bytes[start..<min(start + bytesOfStep, bytes.count)])
        }
    }
}
