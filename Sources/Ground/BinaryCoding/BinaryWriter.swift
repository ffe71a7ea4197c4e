public import SecureMemory

/// Writes a message for a ``BinaryReader`` of another process, in wiped memory.
///
/// ```swift
/// var writer = BinaryWriter()
/// writer.write(name)
/// writer.write(array: rectangles) { $0.write($1.x) }
/// let message = try writer.finish()
/// ```
/// The layout is that of the calls, in their order, with nothing between them: integers in little endian, a truth as a
/// byte 0 or 1, what has a length after that length in 8 bytes. A lack of memory shows at the end.
public struct BinaryWriter: ~Copyable, Sendable {
    /// What was written so far; nil before the first byte.
    private var builder: SecureBytesBuilder?
    private var failure: OutOfMemory?

    /// A message that nothing was written to yet.
    public init() {}

    /// A message that nothing was written to yet.
    ///
    /// - Parameter capacity: Bytes to make room for at once. More are taken when they are needed, at the price of a copy.
    public init(capacity: Int) {
        append { (builder) throws(OutOfMemory) in try builder.reserve(capacity) }
    }

    /// Writes 8 bytes.
    public mutating func write(_ value: UInt64) { write(integer: value) }

    /// Writes 8 bytes.
    public mutating func write(_ value: Int) { write(integer: Int64(value)) }

    /// Writes the 8 bytes of IEEE 754.
    public mutating func write(_ value: Double) { write(integer: value.bitPattern) }

    /// Writes a byte, 0 or 1.
    public mutating func write(_ value: Bool) { write(integer: value ? 1 as UInt8 : 0) }

    /// Writes the byte that stands for a case.
    public mutating func write(_ value: some RawRepresentable<UInt8>) { write(integer: value.rawValue) }

    /// Writes the word that stands for a case, of 64 bytes at most.
    public mutating func write(_ value: some RawRepresentable<String>) { write(value.rawValue) }

    /// Writes a text as UTF-8, after its length.
    public mutating func write(_ text: String) {
        write(text.utf8.count)
        append { (builder) throws(OutOfMemory) in try builder.append(text) }
    }

    /// Writes a copy of `bytes`, after their count.
    public mutating func write(_ bytes: SecureBytes) {
        write(bytes.count)
        append { (builder) throws(OutOfMemory) in try builder.append(bytes) }
    }

    /// Writes whether there is a value, and it with `body`, if there is.
    public mutating func write<Value>(optional value: Value?, _ body: (inout BinaryWriter, Value) -> Void) {
        write(value != nil)
        if let value { body(&self, value) }
    }

    /// Writes the count of `elements`, and each with `body`, which has to write a byte at least.
    public mutating func write<Elements: Collection>(
        array elements: Elements,
        _ body: (inout BinaryWriter, Elements.Element) -> Void
    ) {
        write(elements.count)
        for element in elements { body(&self, element) }
    }

    /// The message.
    ///
    /// - Throws: ``OutOfMemory`` if there was no memory for any part of it.
    public consuming func finish() throws(OutOfMemory) -> SecureBytes {
        if let failure { throw failure }
        guard let builder else { return SecureBytes() }
        return builder.finish()
    }

    private mutating func write(integer value: some FixedWidthInteger) {
        append { (builder) throws(OutOfMemory) in
            try withUnsafeBytes(of: value.littleEndian) { (bytes) throws(OutOfMemory) in try builder.append(bytes) }
        }
    }

    private mutating func append(_ body: (inout SecureBytesBuilder) throws(OutOfMemory) -> Void) {
        guard failure == nil else { return }
        do throws(OutOfMemory) {
            var builder = if let begun = builder.take() { begun } else { try SecureBytesBuilder() }
            try body(&builder)
            self.builder = consume builder
        } catch {
            failure = error
        }
    }
}
