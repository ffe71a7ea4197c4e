import Base64Coding
import BoundedWork
import Foundation
import SecureMemory
import SeededRandom
import Testing

@Suite("Base64 is read and written as RFC 4648 has it")
struct Base64Tests {
    private func encode(_ bytes: [UInt8]) throws -> SecureBytes {
        var builder = try SecureBytesBuilder()
        try Base64.encode(SecureBytes(copying: bytes), into: &builder)
        return builder.finish()
    }

    static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test("the test vectors of RFC 4648, section 10 hold both ways", arguments: vectors)
    func vector(plain: String, text: String) throws {
        #expect(try Base64.decode(secure(text)) == secure(plain))
        #expect(try encode(Array(plain.utf8)) == secure(text))
    }

    @Test("random bytes are written as Foundation writes them, and read back")
    func agreesWithFoundation() throws {
        var generator = SeededGenerator(seed: 4)
        for round in 0..<400 {
            let count = round < 100 ? round : Int.random(in: 0..<5000, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Data(bytes).base64EncodedString()
            #expect(try encode(bytes) == secure(text))
            #expect(try Base64.decode(secure(text)).array == bytes)
        }
    }

    @Test("encoding appends to what is there")
    func appends() throws {
        var builder = try SecureBytesBuilder()
        try builder.append("\"")
        try Base64.encode(secure("foob"), into: &builder)
        try builder.append("\"")
        #expect(builder.finish() == (try secure("\"Zm9vYg==\"")))
    }

    static let refused: [(String, Base64Error)] = [
        ("data:image/png;base64,Zm9v", .dataURL),
        ("\nZm9v", .lineBreak(offset: 0)),
        ("Zm9\nvYmFy", .lineBreak(offset: 3)),
        ("Zm9v\n\n", .lineBreak(offset: 4)),
        ("Zm9v\n\nYmFy", .lineBreak(offset: 5)),
        ("Zm9v\rYmFy", .lineBreak(offset: 4)),
        ("Zm9v\n\rYmFy", .lineBreak(offset: 5)),
        ("Zm9v\nYmFy\r\nZm9v", .lineBreak(offset: 9)),
        ("Zm9v\r\nYmFy\nZm9v", .lineBreak(offset: 10)),
        ("Zm9v\nYmFyZm9v", .lineBreak(offset: 9)),
        ("Zm9v\nYmFyZ", .lineBreak(offset: 9)),
        ("Zm9vYmFy\nZm9v\nYmFy", .lineBreak(offset: 13)),
        ("Zm9v\nYm\nFy", .lineBreak(offset: 7)),
        (String(repeating: "Zm9v", count: 20) + "\nZm9v", .lineBreak(offset: 80)),
        ("Zm9v\r\nYmFyZm", .lineBreak(offset: 10)),
        ("Zm9v\r\nYm", .incomplete(byteCount: 6)),
        ("Zg==\nZg==", .misplacedPadding(offset: 2)),
        ("Zm9v\nZm-v\nZm9v", .base64URL("-", offset: 7)),
        ("Zm9v\nZh==", .nonZeroTrailingBits(offset: 6)),
        ("\n\n", .lineBreak(offset: 0)),
        ("Zm9v \nYmFy", .invalidByte(0x20, offset: 4)),
        ("Zm-v", .base64URL("-", offset: 2)),
        ("Zm9vZm_vZm8=", .base64URL("_", offset: 6)),
        ("Zm9 ", .invalidByte(0x20, offset: 3)),
        (" Zm9vYmFy", .invalidByte(0x20, offset: 0)),
        ("Zm9v\u{E9}A", .invalidByte(0xC3, offset: 4)),
        ("Zm9vZm!=", .invalidByte(0x21, offset: 6)),
        ("Zm9\0", .invalidByte(0, offset: 3)),
        ("Zg", .incomplete(byteCount: 2)),
        ("Zg=", .incomplete(byteCount: 3)),
        ("Zm8", .incomplete(byteCount: 3)),
        ("Zm9vY", .incomplete(byteCount: 5)),
        ("Zm9v=", .incomplete(byteCount: 5)),
        ("Zg==Zg==", .misplacedPadding(offset: 2)),
        ("Zm9v====", .misplacedPadding(offset: 4)),
        ("Z===", .misplacedPadding(offset: 1)),
        ("====", .misplacedPadding(offset: 0)),
        ("Zm=v", .misplacedPadding(offset: 2)),
        ("=m9v", .misplacedPadding(offset: 0)),
        ("Zh==", .nonZeroTrailingBits(offset: 1)),
        ("Zm9=", .nonZeroTrailingBits(offset: 2)),
        ("Zm9vZm9vZv==", .nonZeroTrailingBits(offset: 9)),
    ]

    @Test("what is not strict base64 is refused at its place", arguments: refused)
    func refuses(text: String, expected: Base64Error) throws {
        #expect(try #require(throws: Base64Error.self) { try Base64.decode(secure(text)) } == expected)
    }

    @Test("a byte outside the alphabet is found wherever it stands")
    func everyByteEverywhere() throws {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for place in 0..<12 {
            for byte in UInt8.min...UInt8.max where byte != UInt8(ascii: "=") {
                var text = Array("Zm9vZm9vZm9v".utf8)
                text[place] = byte
                // At the end a line may be ended.
                if byte == UInt8(ascii: "\n"), place == 11 { continue }
                if alphabet.contains(byte) {
                    let expected = try #require(Data(base64Encoded: Data(text)))
                    #expect(try Base64.decode(SecureBytes(copying: text)).array == [UInt8](expected))
                } else {
                    #expect(throws: Base64Error.self) { try Base64.decode(SecureBytes(copying: text)) }
                }
            }
        }
    }

    @Test(
        "a text in lines as MIME, PEM and Ruby write them stands for what it stands for without",
        arguments: ["\n", "\r\n"]
    )
    func lines(lineBreak: String) throws {
        var generator = SeededGenerator(seed: 6)
        for length in [4, 60, 64, 76] {
            for count in [0, 1, 2, 3, 44, 45, 46, 57, 58, 114, 200, 1000] {
                let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let characters = Array(Data(bytes).base64EncodedString())
                let lines = stride(from: 0, to: characters.count, by: length).map {
                    String(characters[$0..<min($0 + length, characters.count)])
                }
                let text = lines.joined(separator: lineBreak)
                #expect(try Base64.decode(secure(text)).array == bytes)
                #expect(try Base64.decode(secure(text + lineBreak)).array == bytes)
            }
        }
    }

    @Test("a long line may be ended, too")
    func endedLine() throws {
        let bytes = [UInt8](repeating: 7, count: 300)
        #expect(try Base64.decode(secure(Data(bytes).base64EncodedString() + "\r\n")).array == bytes)
    }

    @Test("a mutated text is refused, or stands for the bytes that are written as it without its line breaks")
    func isInjective() throws {
        var generator = SeededGenerator(seed: 5)
        let characters = Array("AQgw+/=-_Zz09\n ".utf8)
        for _ in 0..<3000 {
            let text = (0..<4 * Int.random(in: 0...3, using: &generator)).map { _ in
                characters.randomElement(using: &generator) ?? 0
            }
            guard let bytes = try? Base64.decode(SecureBytes(copying: text)) else { continue }
            #expect(try encode(bytes.array).array == text.filter { $0 != UInt8(ascii: "\n") })
        }
    }

    @Test("an error is a sentence with the offset")
    func sentences() {
        #expect(
            Base64Error.lineBreak(offset: 76).description
                == "the lines of the base64 text are uneven at offset 76; send it in one line, or in lines of the same length, a "
                + "multiple of 4 and 76 at most, all ended by LF or all by CRLF"
        )
        #expect(
            Base64Error.invalidByte(0x21, offset: 3).description == #""!" at offset 3 is not a character of base64"#
        )
        #expect(
            Base64Error.invalidByte(0x07, offset: 3).description
                == "the byte 0x07 at offset 3 is not a character of base64"
        )
    }

    @Test("a text that nobody waits for is neither taken nor refused", arguments: ["Zm9vYmFy", "Zm9v\nYmFy", "Zm9vY"])
    func cancelled(text: String) throws {
        let text = try secure(text)
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: Base64Error.cancelled) { try Base64.decode(text, cancellation: cancellation) }
    }
}

/// The UTF-8 of `text` in wiped memory.
private func secure(_ text: String) throws -> SecureBytes {
    try SecureBytes(copying: Array(text.utf8))
}

extension SecureBytes {
    /// The bytes, for comparison.
    fileprivate var array: [UInt8] { withUnsafeBytes { Array($0) } }
}
