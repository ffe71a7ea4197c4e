/// The scalars of a text in UTF-8 with their offsets. A byte that begins no well-formed scalar is read as U+FFFD.
public struct UTF8Scalars: Sequence, IteratorProtocol {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    @usableFromInline var position = 0

    /// Reads `bytes`, which stay valid until the last scalar is read.
    @inlinable
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The offset of the next scalar.
    @inlinable public var offset: Int { position }

    /// The next scalar; nil at the end of the text.
    @inlinable
    public mutating func next() -> Unicode.Scalar? {
        guard position < bytes.count else { return nil }
        guard let (scalar, byteCount) = Self.decode(at: position, in: bytes) else {
            position += 1
            return "\u{FFFD}"
        }
        position += byteCount
        return scalar
    }

    /// The scalar at `offset`, which is within `bytes`, and its length; nil if the bytes there are not well-formed: an overlong
    /// form, a surrogate, beyond U+10FFFF, cut off, or a stray continuation byte.
    @inlinable @inline(__always)
    public static func decode(
        at offset: Int,
        in bytes: UnsafeRawBufferPointer
    ) -> (scalar: Unicode.Scalar, byteCount: Int)? {
        let first = bytes[offset]
        guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
        let (count, minimum): (Int, UInt32) = first < 0xE0 ? (2, 0x80) : first < 0xF0 ? (3, 0x800) : (4, 0x1_0000)
        guard first >= 0xC2, first <= 0xF4, offset + count <= bytes.count else { return nil }
        var value = UInt32(first) & (0x7F >> UInt32(count))
        for index in offset + 1..<offset + count {
            guard UTF8.isContinuation(bytes[index]) else { return nil }
            value = value << 6 | UInt32(bytes[index] & 0x3F)
        }
        guard value >= minimum, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, count)
    }
}

extension UnsafeRawBufferPointer {
    /// The line, and the column in scalars, of the byte at `offset` of UTF-8; both count from 1.
    public func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
        let before = prefix(offset)
        let line = before.lastIndex(of: UInt8(ascii: "\n")).map { before[($0 + 1)...] } ?? before
        return (1 + before.count { $0 == UInt8(ascii: "\n") }, 1 + line.count { !UTF8.isContinuation($0) })
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a decimal digit of any script.
    @inlinable public var isDecimalDigit: Bool {
        isASCII ? ("0"..."9").contains(self) : properties.numericType == .decimal
    }

    /// The character of ASCII that reads the same, for decimal digits and for full-width characters of East Asian text.
    public var inASCII: Unicode.Scalar? {
        if (0xFF01...0xFF5E).contains(value) { return Unicode.Scalar(value - 0xFEE0) }
        guard !isASCII, isDecimalDigit, let digit = properties.numericValue else { return nil }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit))
    }
}

extension UTF8Scalars {
    /// Whether `bytes` are well-formed UTF-8.
    public static func isWellFormed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        (try? UTF8Span(validating: Span(_unsafeBytes: bytes))) != nil
    }

    /// Bytes for each control character of a text at least.
    private static let bytesForControl = 1_000

    /// Whether `bytes` are well-formed UTF-8 with hardly any control character but those of layout, and of colours in a terminal: some
    /// programs have others in their strings.
    public static func isPlainText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isWellFormed(bytes), !bytes.contains(0) else { return false }
        let controls = bytes.count { $0 < 0x20 && !(9...13).contains($0) && $0 != 0x1B || $0 == 0x7F }
        return controls * bytesForControl <= bytes.count
    }
}
