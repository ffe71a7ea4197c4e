import BinaryCoding
import Redaction
import SecureMemory

/// What a worker has to read from the disk for an order, before it gets it.
struct RedactSetup: Sendable {
    /// Whether words may have to be drawn.
    var showsMessages: Bool
    /// Whether a hierarchy has to be read.
    var hasHierarchy: Bool
    /// The directory of models to look at pictures with; nil if that is not needed.
    var models: String?

    /// More than a path has.
    private static let longestPath = 64 << 10

    /// What `order` needs.
    ///
    /// - Parameters:
    ///   - order: What is done to every file.
    ///   - models: The directory of models that it needs; nil if it needs none.
    init(_ order: RedactionOrder, models: String? = nil) {
        showsMessages = order.policy.showsMessages
        hasHierarchy = order.hierarchy != nil || order.hasHierarchies
        self.models = models
    }

    /// The setup as bytes.
    ///
    /// - Throws: ``OutOfMemory``.
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(showsMessages)
        writer.write(hasHierarchy)
        writer.write(optional: models) { $0.write($1) }
        return try writer.finish()
    }

    /// Reads what ``encoded()`` has written.
    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        showsMessages = try reader.bool()
        hasHierarchy = try reader.bool()
        models = try reader.optional { try $0.string(maximumByteCount: Self.longestPath) }
        try reader.finish()
    }
}
