import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore

@Suite("LZFSE is read as others write it")
struct LZFSETests {
    /// Streams that `Fixtures/KTX/make.py` made of ``plain(_:)``, by their counts, alphabets and shares of copies.
    static let streams = [
        (0, 1, 0), (5, 256, 0), (700, 256, 0), (300, 4, 10), (3000, 200, 20), (9000, 60, 2), (70_000, 3, 1),
        (60_000, 256, 40),
    ]

    /// The bytes that `make.py` draws by the same rule.
    static func plain(_ stream: (count: Int, alphabet: Int, copies: Int)) -> [UInt8] {
        var state = 1
        func draw(_ bound: Int) -> Int {
            state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
            return (state >> 8) % bound
        }
        var result: [UInt8] = []
        while result.count < stream.count {
            if !result.isEmpty, draw(100) < stream.copies {
                let (distance, length) = (draw(result.count) + 1, draw(80) + 1)
                for _ in 0..<length { result.append(result[result.count - distance]) }
            } else {
                result.append(UInt8(draw(stream.alphabet)))
            }
        }
        return Array(result.prefix(stream.count))
    }

    static func file(_ stream: (count: Int, alphabet: Int, copies: Int)) throws -> [UInt8] {
        try KTXFixture.bytes("\(stream.count)-\(stream.alphabet)-\(stream.copies).lzfse")
    }

    /// What a stream decodes to, in memory of `count` bytes that stands between others.
    static func decoded(_ stream: [UInt8], count: Int) throws -> [UInt8] {
        var memory = [UInt8](repeating: 0xA5, count: count + 64)
        let written = try memory.withUnsafeMutableBytes { memory in
            try stream.withUnsafeBytes { stream in
                let target = UnsafeMutableRawBufferPointer(rebasing: memory[32..<32 + count])
                var decoder = LZFSEDecoder(stream, into: target, Cancellation())
                return try decoder.decode().written
            }
        }
        let around = memory.prefix(32) + memory.suffix(32)
        #expect(around.allSatisfy { $0 == 0xA5 }, "bytes round the memory were written")
        return Array(memory[32..<32 + written])
    }

    @Test("a stream of Apple's encoder decodes to what was compressed", arguments: streams)
    func reference(count: Int, alphabet: Int, copies: Int) throws {
        let (stream, plain) = (try Self.file((count, alphabet, copies)), Self.plain((count, alphabet, copies)))
        #expect(try Self.decoded(stream, count: count) == plain)
    }

    @Test("the fixtures hold blocks of all kinds that Apple's encoder writes")
    func kinds() throws {
        let marks = Set(try Self.streams.map { try String(decoding: Self.file($0).prefix(4), as: UTF8.self) })
        #expect(marks == ["bvx-", "bvxn", "bvx2"])
    }

    @Test("a block whose tables are not packed decodes as one whose are")
    func plainTables() throws {
        let stream = try Self.file((60_000, 256, 40))
        let frequencies = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: LZFSEFormat.symbolCount)
        defer { frequencies.deallocate() }
        let head = try stream.withUnsafeBytes { try LZFSEBlockHead($0, frequencies: frequencies) }
        var block: [UInt8] = []
        func append(_ number: Int, _ count: Int) {
            block += (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let streamCount = head.literalByteCount + head.tripletByteCount
        block += Array("bvx1".utf8)
        let numbers = [
            head.rawCount, streamCount, head.literalCount, head.tripletCount, head.literalByteCount,
            head.tripletByteCount, head.literalPadding,
        ]
        for number in numbers { append(number, 4) }
        for index in 0..<4 { append(head.literalStates[index], 2) }
        append(head.tripletPadding, 4)
        for index in 0..<3 { append(head.tripletStates[index], 2) }
        for frequency in frequencies { append(Int(frequency), 2) }
        append(0, 2)
        #expect(block.count == LZFSEFormat.plainHeadCount)
        let whole = block + stream.dropFirst(head.byteCount)
        #expect(try Self.decoded(whole, count: 60_000) == Self.plain((60_000, 256, 40)))
    }

    @Test("a stream that is cut at any byte is refused", arguments: streams)
    func truncation(count: Int, alphabet: Int, copies: Int) throws {
        let stream = try Self.file((count, alphabet, copies))
        for end in stride(from: 0, to: stream.count, by: stream.count > 3000 ? 97 : 1) {
            #expect(throws: DecodingError.self) { try Self.decoded(Array(stream.prefix(end)), count: count) }
        }
    }

    @Test("a stream never writes more than there is room for", arguments: streams)
    func room(count: Int, alphabet: Int, copies: Int) throws {
        let stream = try Self.file((count, alphabet, copies))
        for room in [0, 1, count / 2, count - 1] where room >= 0 && room < count {
            #expect(throws: DecodingError.corrupt("the LZFSE data does not fit the size of the picture")) {
                try Self.decoded(stream, count: room)
            }
        }
    }

    @Test("a damaged stream decodes to something or is refused, and writes nowhere else", arguments: 0..<4)
    func mutations(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var refused = 0
        for round in 0..<600 {
            let stream = Self.streams[1 + round % 6]
            var bytes = try Self.file(stream)
            for _ in 0..<generator.int(1...4) {
                let isInHead = generator.int(0...1) == 0
                let place = generator.int(0...(isInHead ? min(bytes.count - 1, 80) : bytes.count - 1))
                bytes[place] = UInt8(truncatingIfNeeded: generator.next())
            }
            refused += (try? Self.decoded(bytes, count: stream.0)) == nil ? 1 : 0
        }
        #expect(refused > 100)
    }

    @Test("operations of LZVN that the format leaves out are refused", arguments: [0x1E, 0x26, 0x70, 0x7F, 0xD0, 0xDF])
    func undefinedOperations(code: UInt8) {
        let block: [UInt8] = [0xE1, 1, code, 1, 6, 0, 0, 0, 0, 0, 0, 0]
        let stream = Array("bvxn".utf8) + [16, 0, 0, 0, UInt8(block.count), 0, 0, 0] + block + Array("bvx$".utf8)
        #expect(throws: DecodingError.corrupt("the LZFSE data is damaged")) { try Self.decoded(stream, count: 16) }
    }

    @Test("work on a stream stops once it is cancelled")
    func cancellation() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let stream = try Self.file((60_000, 256, 40))
        var target = [UInt8](repeating: 0, count: 60_000)
        #expect(throws: DecodingError.cancelled) {
            try target.withUnsafeMutableBytes { target in
                try stream.withUnsafeBytes { stream in
                    var decoder = LZFSEDecoder(stream, into: target, cancellation)
                    _ = try decoder.decode()
                }
            }
        }
    }
}
