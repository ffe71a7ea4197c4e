/// The scalars of a text in UTF-8 with their offsets. Bytes that are not well-formed are read as U+FFFD, one by one.
struct UTF8Scalars: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next() -> Unicode.Scalar? {
        guard offset < bytes.count else { return nil }
        let first = bytes[offset]
        guard first >= 0x80 else {
            offset += 1
            return Unicode.Scalar(first)
        }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        let end = Swift.min(offset + length, bytes.count)
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in bytes[offset + 1..<end] { value = value << 6 | UInt32(byte & 0x3F) }
        offset = end
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
