import BinaryCoding
import Containment
import SecureMemory

/// A request whose body a worker is to redact.
struct SanitizeJob: Sendable {
    /// What the head asks for.
    let order: SanitizeOrder
    /// The policies and pictures that the server had by name when the head was judged.
    let material: MaterialNumber

    init(order: SanitizeOrder, material: MaterialNumber) {
        self.order = order
        self.material = material
    }

    /// The job as bytes.
    ///
    /// - Throws: ``OutOfMemory``.
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(material)
        order.write(to: &writer)
        return try writer.finish()
    }

    /// Reads what ``encoded()`` has written.
    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        material = try reader.uint64()
        order = try SanitizeOrder(reading: &reader)
        try reader.finish()
    }
}
