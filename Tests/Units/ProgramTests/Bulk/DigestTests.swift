import SecureMemory
import SeededRandom
import Testing

@testable import snapveil

@Suite("Digests")
struct DigestTests {
    /// FIPS 180-4's own examples, and lengths at which the padding takes another block.
    private static let vectors: [(text: String, digest: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 55),
            "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
        ),
        (
            String(repeating: "a", count: 64),
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test("SHA-256 is that of the standard")
    func vectors() throws {
        for (text, digest) in Self.vectors {
            #expect(Digest(of: text.utf8).hexadecimal == digest)
            #expect(Digest(of: try SecureBytes(copying: text.utf8)).hexadecimal == digest)
        }
    }

    @Test("bytes that come in pieces have the digest of the whole")
    func pieces() {
        var noise = SeededGenerator(seed: 11)
        let bytes = noise.bytes(10_000)
        for _ in 0..<50 {
            var hasher = Digest.Hasher()
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = noise.int(0...200)
                hasher.add(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(hasher.finish() == Digest(of: bytes))
        }
    }

    // RFC 4231, cases 1 and 2.
    @Test("a digest under a key is HMAC")
    func keys() {
        let cases: [([UInt8], String, String)] = [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
        ]
        for (bytes, text, digest) in cases {
            let key = SealingKey(bytes)
            var hasher = key.hasher()
            hasher.add(text.utf8)
            #expect(key.finish(hasher).hexadecimal == digest)
        }
    }
}
