import BinaryCoding
import PolicyLibrary
import SecureMemory

/// What a worker says of an order.
struct RedactVerdict: Sendable {
    /// The picture that cannot be used; nil if all can be.
    let fault: InvalidFile?

    init(fault: InvalidFile?) {
        self.fault = fault
    }

    /// The verdict as bytes.
    ///
    /// - Throws: ``OutOfMemory``.
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(optional: fault) { $1.write(to: &$0) }
        return try writer.finish()
    }

    /// Reads what ``encoded()`` has written.
    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        fault = try reader.optional { try InvalidFile(from: &$0) }
        try reader.finish()
    }
}
