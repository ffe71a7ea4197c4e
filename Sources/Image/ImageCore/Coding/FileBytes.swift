import BoundedWork
import CImageCodecs
import SecureMemory

extension UnsafeRawBufferPointer {
    /// - Precondition: The number is within the buffer.
    @inline(__always)
    package func littleEndian<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type, at offset: Int) -> Value {
        Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    /// - Precondition: The four bytes are within the buffer.
    func bigEndianInteger(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

extension BidirectionalCollection<UInt8> {
    /// The number that these bytes are, at most seven, the lowest one first.
    package var littleEndianNumber: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
}

extension UInt32 {
    var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }

    var littleEndianBytes: [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}

extension codec_cancellation {
    /// Asks `cancellation`, which has to live for as long as the codec does.
    init(_ cancellation: Cancellation) {
        self.init(
            is_cancelled: { context in
                guard let context else { return false }
                return Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue().isCancelled
            },
            context: Unmanaged.passUnretained(cancellation).toOpaque()
        )
    }
}
