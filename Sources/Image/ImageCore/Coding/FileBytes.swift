// The integers of files in either byte order, and how files are put together of bytes.
import SecureMemory

extension UnsafeRawBufferPointer {
    /// The number at `offset`, the lowest byte first; its bytes must be within the buffer.
    @inline(__always)
    func littleEndian<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type, at offset: Int) -> Value {
        Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    /// The four-byte unsigned integer at `offset`, the highest byte first; the four bytes must be within the buffer.
    func bigEndianInteger(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

extension UInt32 {
    /// The four bytes of the number, the highest first.
    var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }

    /// The four bytes of the number, the lowest first.
    var littleEndianBytes: [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}

extension SecureBytesBuilder {
    /// Appends a copy of `bytes`.
    ///
    /// - Throws: `OutOfMemory`.
    mutating func append(_ bytes: [UInt8]) throws(OutOfMemory) {
        try bytes.span.withUnsafeBytes { (bytes) throws(OutOfMemory) in try append(bytes) }
    }

    /// Appends a number, its lowest byte first.
    ///
    /// - Throws: `OutOfMemory`.
    mutating func append(littleEndian number: UInt32) throws(OutOfMemory) { try append(number.littleEndianBytes) }
}
