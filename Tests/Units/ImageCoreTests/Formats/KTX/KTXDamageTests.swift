import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Damaged and hostile snapshots of iOS are refused")
struct KTXDamageTests {
    /// A file with some of its bytes set.
    static func file(_ name: String, _ changes: [Int: UInt8]) throws -> [UInt8] {
        var bytes = try KTXFixture.bytes(name)
        for (place, byte) in changes { bytes[place] = byte }
        return bytes
    }

    @Test("a file that is cut at any byte is refused, or lacks nothing but its end mark", arguments: KTXFileTests.files)
    func truncation(name: String) throws {
        let bytes = try KTXFixture.bytes(name)
        // A chunk without content ends an ATX.
        let whole = name.hasSuffix("atx") ? bytes.count - 8 : bytes.count
        for end in stride(from: 0, to: bytes.count, by: bytes.count > 10_000 ? 53 : 1) where end != whole {
            let refusal = try refusal(of: Array(bytes.prefix(end)))
            switch refusal {
            case .corrupt, .empty, .unsupported("in an unknown format"): break
            case .unsupported("a KTX of another version than 1.1"): break
            default: Issue.record("\(end): \(String(describing: refusal))")
            }
        }
    }

    static let refused: [(name: String, changes: [Int: UInt8], error: DecodingError)] = [
        ("plain.ktx", [5: 0x32], .unsupported("a KTX of another version than 1.1")),
        ("plain.ktx", [12: 9], .truncatedKTX),
        ("plain.ktx", [16: 1], .unsupported("a KTX texture that is not ASTC 4x4")),
        ("plain.ktx", [28: 0xB1], .unsupported("a KTX texture that is not ASTC 4x4")),
        ("plain.ktx", [44: 2], .unsupported("a KTX texture of more than one picture")),
        ("plain.ktx", [48: 2], .unsupported("a KTX texture of more than one picture")),
        ("plain.ktx", [52: 6], .unsupported("a KTX texture of more than one picture")),
        ("plain.ktx", [36: 0], .corrupt("it has no pixels")),
        ("plain.ktx", [36: 139], .payloadDoesNotFit),
        ("plain.ktx", [64: 0], .payloadDoesNotFit),
        ("plain.ktx", [60: 0xFF, 63: 0xFF], .truncatedKTX),
        ("compressed.ktx", [64: 0xFF], .corrupt("the keys of the KTX file are damaged")),
        ("compressed.ktx", [92: 0x5A], .unsupported("a KTX texture whose compression is not LZFSE")),
        ("compressed.ktx", [36: 139], .payloadDoesNotFit),
        ("compressed.ktx", [36: 128], .corrupt("the LZFSE data does not fit the size of the picture")),
        ("rows.atx", [12: 0x46], .truncatedKTX),
        ("rows.atx", [16 + 0x10: 0xB4], .unsupported("an ATX texture that is not ASTC 4x4")),
        ("column-first.atx", [16 + 0x4C: 7], .unsupported("an ATX texture that is not ASTC 4x4")),
        ("rows.atx", [16 + 0x20: 2], .unsupported("an ATX texture of more than one picture")),
        ("rows.atx", [16 + 0x28: 6], .unsupported("an ATX texture of more than one picture")),
        ("rows.atx", [16 + 0x2C: 2], .unsupported("an ATX texture of more than one picture")),
        ("rows.atx", [16 + 0x18: 200], .payloadDoesNotFit),
        ("rows.atx", [16 + 0x54 + 20 + 4: 0x5A], .corrupt("the ATX file has no blocks")),
    ]

    @Test("what does not fit, or is not read, is refused by name", arguments: refused)
    func named(name: String, changes: [Int: UInt8], error: DecodingError) throws {
        #expect(try refusal(of: Self.file(name, changes)) == error)
    }

    @Test("two payloads are refused")
    func twoPayloads() throws {
        let bytes = try KTXFixture.bytes("compressed.atx")
        let payload = bytes[(16 + 0x54 + 20)..<(bytes.count - 8)]
        let error = try refusal(of: Array(bytes.dropLast(8)) + payload)
        #expect(error == .unsupported("an ATX texture of more than one picture"))
    }

    @Test("a large picture with little in its stream is refused at once, and by its size where that is over the limit")
    func bombs() throws {
        for name in ["compressed.ktx", "compressed.atx", "plain.ktx", "rows.atx"] {
            let width = name.hasSuffix("ktx") ? 36 : 16 + 0x18
            let start = ContinuousClock.now
            // 16384 x 16384
            let size = [width: UInt8(0), width + 1: 64, width + 4: 0, width + 5: 64]
            let large = try #require(PixelSize(width: 16_384, height: 16_384))
            #expect(try refusal(of: Self.file(name, size)) == .tooManyPixels(large, limit: 50_000_000))
            let limits = DecodingLimits(maximumPixels: 1 << 28)
            let error = try refusal(of: Self.file(name, size), limits: limits)
            #expect(error == .payloadDoesNotFit)
            #expect(ContinuousClock.now - start < .milliseconds(200))
        }
    }

    @Test("a stream that says the same over and over stops at the size of the picture")
    func endlessStream() throws {
        // LZVN: a byte, then operations of two bytes that repeat 271 each.
        let operations = [0xE1, 1, 0x05] + [UInt8](repeatElement([0xF0, 0xFF], count: 60_000).joined())
        let head = Array("bvxn".utf8) + UInt32.max.littleEndianBytes + UInt32(operations.count).littleEndianBytes
        let stream = head + operations + Array("bvx$".utf8)
        let bytes = try KTXFixture.bytes("compressed.ktx")
        let file = bytes[..<96] + UInt32(stream.count).littleEndianBytes + stream
        let start = ContinuousClock.now
        #expect(try refusal(of: Array(file)) == .corrupt("the LZFSE data does not fit the size of the picture"))
        #expect(ContinuousClock.now - start < .milliseconds(200))
    }

    @Test("files mutated at random decode to pixels or are refused", arguments: 0..<2)
    func mutations(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let limits = DecodingLimits(maximumPixels: 1 << 16, maximumEdge: 1 << 12)
        var (taken, refused) = (0, 0)
        for round in 0..<120 {
            var bytes = try KTXFixture.bytes(KTXFileTests.files[round % 8])
            for _ in 0..<generator.int(1...3) {
                let isInHead = generator.int(0...1) == 0
                let place = generator.int(0...(isInHead ? 130 : bytes.count - 1))
                bytes[place] ^= UInt8(1 << generator.int(0...7))
            }
            if try refusal(of: bytes, limits: limits) == nil { taken += 1 } else { refused += 1 }
        }
        #expect(taken > 20 && refused > 20, "\(taken) \(refused)")
    }
}
