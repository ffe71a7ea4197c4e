package import SecureMemory

/// A file of a command.
package struct RedactionInput: Sendable {
    package let snapshot: SecureBytes
    /// The page source, if it has one of its own.
    package let hierarchy: SecureBytes?
    /// Pixels for each point, if its name says so.
    package let scale: Double?

    package init(_ snapshot: SecureBytes, hierarchy: SecureBytes? = nil, scale: Double? = nil) {
        self.snapshot = snapshot
        self.hierarchy = hierarchy
        self.scale = scale
    }

    package var demand: RedactionJob.Demand { .file(hierarchyByteCount: hierarchy?.count, scale: scale) }

    /// The bytes for a worker, in memory of `source`: the snapshot, which is not copied where it is alone, and the page source
    /// behind it.
    package func packed(in source: MemorySource) throws(OutOfMemory) -> SecureBytes {
        guard let hierarchy else { return snapshot }
        var builder = try SecureBytesBuilder(capacity: snapshot.count + hierarchy.count, in: source)
        try builder.append(snapshot)
        try builder.append(hierarchy)
        return builder.finish()
    }

    /// Takes packed bytes apart; nil if there are too few.
    init?(_ bytes: SecureBytes, hierarchyByteCount: Int?, scale: Double?) {
        guard 0...bytes.count ~= hierarchyByteCount ?? 0 else { return nil }
        let end = bytes.count - (hierarchyByteCount ?? 0)
        self.init(
            bytes[0..<end],
            hierarchy: hierarchyByteCount == nil ? nil : bytes[end..<bytes.count],
            scale: scale
        )
    }
}
