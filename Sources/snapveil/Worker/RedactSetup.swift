import BinaryCoding
import Redaction
import SecureMemory

/// What a worker has to read from the disk for an order, before it gets it.
struct RedactSetup: Sendable {
    /// Whether words may have to be drawn.
    var showsMessages: Bool
    /// Whether a hierarchy has to be read.
    var hasHierarchy: Bool

    /// What `order` needs.
    init(_ order: RedactionOrder) {
        showsMessages = order.policy.showsMessages
        hasHierarchy = order.hierarchy != nil || order.hasHierarchies
    }

    /// The setup as bytes.
    ///
    /// - Throws: ``OutOfMemory``.
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(showsMessages)
        writer.write(hasHierarchy)
        return try writer.finish()
    }

    /// Reads what ``encoded()`` has written.
    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        showsMessages = try reader.bool()
        hasHierarchy = try reader.bool()
        try reader.finish()
    }
}
