import Testing
import TextAlgorithms

@Suite("UTF-8 is read scalar by scalar")
struct UTF8ScalarsTests {
    @Test("each scalar is read back, and its length known")
    func allScalars() {
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            Array(scalar.utf8).withUnsafeBytes { bytes in
                var scalars = UTF8Scalars(bytes)
                let isRead = scalars.next() == scalar && scalars.offset == bytes.count && scalars.next() == nil
                if !isRead || UTF8Scalars.decode(at: 0, in: bytes)?.byteCount != bytes.count {
                    Issue.record("U+\(String(value, radix: 16)) is read as another")
                }
            }
        }
    }

    @Test(
        "each byte that begins no well-formed scalar is read as U+FFFD, and nothing behind it is lost",
        arguments: [
            ([0x80, 0x41], "\u{FFFD}A"), ([0xC3, 0x41], "\u{FFFD}A"), ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
            ([0xE0, 0x80, 0x41], "\u{FFFD}\u{FFFD}A"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xE4, 0xB8], "\u{FFFD}\u{FFFD}"), ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF5, 0x41], "\u{FFFD}A"), ([0xFF, 0xC3, 0xA9], "\u{FFFD}é"),
        ] as [([UInt8], String)]
    )
    func malformed(bytes: [UInt8], text: String) {
        #expect(bytes.withUnsafeBytes { Array(UTF8Scalars($0)) } == Array(text.unicodeScalars))
    }

    @Test("lines and columns count from one, and columns count scalars")
    func places() {
        Array("é\nab漢c".utf8).withUnsafeBytes { bytes in
            #expect(
                [0, 2, 3, 5, 8, 9].map { [bytes.lineAndColumn(of: $0).line, bytes.lineAndColumn(of: $0).column] }
                    == [[1, 1], [1, 2], [2, 1], [2, 3], [2, 4], [2, 5]]
            )
        }
    }
}
