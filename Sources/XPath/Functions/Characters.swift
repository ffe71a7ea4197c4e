/// The characters of a string in UTF-8, each as its bytes, the first one lowest. Of what is no UTF-8 it makes up to four
/// bytes a character as well, and loses none.
struct Characters: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    /// Reads the characters of `bytes`, which have to stay valid until the last one is read.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next() -> UInt32? {
        guard offset < bytes.count else { return nil }
        var character = UInt32(bytes[offset])
        offset += 1
        for shift: UInt32 in [8, 16, 24] {
            guard offset < bytes.count, UTF8.isContinuation(bytes[offset]) else { break }
            character |= UInt32(bytes[offset]) << shift
            offset += 1
        }
        return character
    }
}
