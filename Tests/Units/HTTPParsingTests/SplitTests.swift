import HTTPParsing
import SeededRandom
import Testing

@Suite("How the bytes are split makes no difference")
struct SplitTests {
    private static let corpus: [String] = [
        message(),
        message("POST /a?b HTTP/1.1", ["Content-Length: 5", "Accept:  x "], body: "hello")
            + message("GET /next HTTP/1.1"),
        message(
            "PUT / HTTP/1.1",
            ["Transfer-Encoding: chunked"],
            body: "5;a=\"b\"\r\nhello\r\n3\r\n\r\n!\r\n0\r\nX: y\r\n\r\n"
        )
            + "\r\n" + message("HEAD / HTTP/1.0"),
        message("GET / HTTP/1.1", ["A: b\rc"]),
        message("GET / HTTP/1.1", ["A: b", " c"]),
        message("POST / HTTP/1.1", ["Transfer-Encoding: chunked"], body: "1\r\nab\r\n"),
        message("POST / HTTP/1.1", ["Content-Length: 1", "Content-Length: 1"]),
        "GET / HTTP/1.1\r\nHost: a\r\n\n",
        "\r\n\r\n" + message(),
    ]

    @Test("every message split in two at every place", arguments: corpus)
    func everyPlace(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = Parsed([bytes])
        for place in 0...bytes.count {
            #expect(Parsed([Array(bytes[..<place]), Array(bytes[place...])]) == whole, "split at \(place)")
        }
        #expect(Parsed(bytes.map { [$0] }) == whole, "split at every byte")
    }

    @Test("random messages, half of them broken, in random pieces")
    func randomly() {
        var random = SeededGenerator(seed: 0x5EED)
        for _ in 0..<2_000 {
            var bytes = Array((Self.corpus.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) where Bool.random(using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let whole = Parsed([bytes])
            #expect(
                Parsed(pieces(of: bytes, &random)) == whole,
                "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
            )
        }
    }

    private func pieces(of bytes: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = Int.random(in: start...min(start + 9, bytes.count), using: &random)
            pieces.append(Array(bytes[start..<end]))
            start = end
        }
        return pieces
    }
}
