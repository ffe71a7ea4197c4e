import BinaryCoding
import SecureMemory

/// A file to redact.
struct RedactionInput: Sendable {
    /// The whole file.
    let snapshot: SecureBytes
    /// The page source of its screen, if it has one of its own.
    let hierarchy: SecureBytes?

    init(_ snapshot: SecureBytes, hierarchy: SecureBytes? = nil) {
        self.snapshot = snapshot
        self.hierarchy = hierarchy
    }
}

extension RedactionInput {
    /// The file as what a worker is told of it, and as bytes in memory that it may read: those of the snapshot, which are not
    /// copied where they are alone, and those of the page source behind them.
    ///
    /// - Parameter source: What the memory for both together comes from.
    /// - Throws: ``OutOfMemory``.
    func packed(in source: MemorySource) throws(OutOfMemory) -> (content: SecureBytes, bytes: SecureBytes) {
        guard let hierarchy else { return (SecureBytes(), snapshot) }
        var writer = BinaryWriter()
        writer.write(snapshot.count)
        var builder = try SecureBytesBuilder(capacity: snapshot.count + hierarchy.count, in: source)
        try builder.append(snapshot)
        try builder.append(hierarchy)
        return (try writer.finish(), builder.finish())
    }

    /// Reads what ``packed(in:)`` has made.
    ///
    /// - Throws: `BinaryError`.
    init(content: SecureBytes, bytes: SecureBytes) throws(BinaryError) {
        guard !content.isEmpty else {
            self.init(bytes)
            return
        }
        var reader = BinaryReader(content)
        let count = try reader.checked { reader in
            let count = try reader.int()
            return (0...bytes.count).contains(count) ? count : nil
        }
        try reader.finish()
        self.init(bytes[0..<count], hierarchy: bytes[count..<bytes.count])
    }
}
