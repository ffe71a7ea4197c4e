import BinaryCoding
import SecureMemory

/// A file to redact.
struct RedactionInput: Sendable {
    /// The whole file.
    let snapshot: SecureBytes
    /// The page source of its screen, if it has one of its own.
    let hierarchy: SecureBytes?
    /// Pixels for each point, where its name says so.
    let scale: Double?

    init(_ snapshot: SecureBytes, hierarchy: SecureBytes? = nil, scale: Double? = nil) {
        self.snapshot = snapshot
        self.hierarchy = hierarchy
        self.scale = scale
    }
}

extension RedactionInput {
    /// The file as what a worker is told of it, and as bytes in memory that it may read: those of the snapshot, which are not
    /// copied where they are alone, and those of the page source behind them.
    ///
    /// - Parameter source: What the memory for both together comes from.
    /// - Throws: ``OutOfMemory``.
    func packed(in source: MemorySource) throws(OutOfMemory) -> (content: SecureBytes, bytes: SecureBytes) {
        guard hierarchy != nil || scale != nil else { return (SecureBytes(), snapshot) }
        var writer = BinaryWriter()
        writer.write(optional: scale) { $0.write($1) }
        writer.write(optional: hierarchy) { $0.write($1.count) }
        let content = try writer.finish()
        guard let hierarchy else { return (content, snapshot) }
        var builder = try SecureBytesBuilder(capacity: snapshot.count + hierarchy.count, in: source)
        try builder.append(snapshot)
        try builder.append(hierarchy)
        return (content, builder.finish())
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
        let scale = try reader.optional { (reader) throws(BinaryError) in try reader.double() }
        let count = try reader.optional { (reader) throws(BinaryError) in
            try reader.checked { reader in
                let count = try reader.int()
                return (0...bytes.count).contains(count) ? count : nil
            }
        }
        try reader.finish()
        let end = bytes.count - (count ?? 0)
        self.init(bytes[0..<end], hierarchy: count == nil ? nil : bytes[end..<bytes.count], scale: scale)
    }
}
