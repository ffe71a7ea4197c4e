import BinaryCoding
import SecureMemory
import SeededRandom
import Testing

@Suite("Messages between processes")
struct BinaryCodingTests {
    @Test("what is written is read, in the order of the calls")
    func roundTrip() throws {
        let sample = try Sample.example
        #expect(try Sample(sample.encoded()) == sample)
        let empty = Sample(names: [], note: nil, bytes: SecureBytes(), suit: .clubs)
        #expect(try Sample(empty.encoded()) == empty)
    }

    @Test("integers are in little endian, and lengths have 8 bytes")
    func layout() throws {
        var writer = BinaryWriter()
        writer.write(0x1234_5678_9ABC_DEF0 as UInt64)
        writer.write(-2)
        writer.write(true)
        writer.write("é")
        let expected: [UInt8] = [
            0xF0, 0xDE, 0xBC, 0x9A, 0x78, 0x56, 0x34, 0x12, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            1, 2, 0, 0, 0, 0, 0, 0, 0, 0xC3, 0xA9,
        ]
        let bytes = try writer.finish()
        #expect(bytes == (try SecureBytes(copying: expected)))
    }

    @Test("the least and the greatest numbers hold", arguments: [Int.min, -1, 0, 1, Int.max])
    func numbers(number: Int) throws {
        var writer = BinaryWriter()
        writer.write(number)
        writer.write(Double(bitPattern: UInt64(bitPattern: Int64(number))))
        var reader = BinaryReader(try writer.finish())
        #expect(try reader.int() == number)
        #expect(try reader.double().bitPattern == UInt64(bitPattern: Int64(number)))
        try reader.finish()
    }

    @Test("a message that was never written to is empty")
    func empty() throws {
        let bytes = try BinaryWriter().finish()
        #expect(bytes.isEmpty)
        try BinaryReader(bytes).finish()
    }

    @Test("memory that cannot be had shows at the end, whatever is written after")
    func outOfMemory() throws {
        var writer = BinaryWriter(capacity: .max)
        writer.write(1)
        writer.write("text")
        do throws(OutOfMemory) {
            _ = try writer.finish()
            Issue.record("there is no such memory")
        } catch {
            #expect(error.byteCount > 0)
        }
    }

    @Test("every beginning of a message is refused for its end")
    func prefixes() throws {
        let whole = try Sample.example.encoded()
        for count in 0..<whole.count {
            let error = #expect(throws: BinaryError.self) { try Sample(whole[0..<count]) }
            guard case .truncated(let offset) = error else {
                Issue.record("\(count) bytes: \(String(describing: error))")
                continue
            }
            #expect(offset <= count)
        }
    }

    @Test("bytes after the end are refused")
    func trailingBytes() throws {
        let whole = try Sample.example.encoded()
        var builder = try SecureBytesBuilder()
        try builder.append(whole)
        try builder.append("x")
        let longer = builder.finish()
        #expect(throws: BinaryError.trailingBytes(offset: whole.count)) { try Sample(longer) }
    }

    @Test("a slice of the message is handed out, not a copy")
    func slices() throws {
        var writer = BinaryWriter()
        writer.write(try SecureBytes(copying: [1, 2, 3]))
        let message = try writer.finish()
        var reader = BinaryReader(message)
        let slice = try reader.bytes()
        let start = message.withUnsafeBytes { $0.baseAddress }
        #expect(slice.withUnsafeBytes { $0.baseAddress } == start.map { $0 + 8 })
        #expect(slice.count == 3)
    }

    static let lengths: [(UInt64, BinaryError)] = [
        (4, .truncated(offset: 0)), (5, .tooLong(limit: 4, offset: 0)), (1 << 40, .tooLong(limit: 4, offset: 0)),
        (1 << 63, .tooLong(limit: 4, offset: 0)), (.max, .tooLong(limit: 4, offset: 0)),
    ]

    @Test("a length beyond the limit or the message is refused before anything is read", arguments: lengths)
    func length(length: UInt64, expected: BinaryError) throws {
        var writer = BinaryWriter()
        writer.write(length)
        writer.write(false)
        let message = try writer.finish()
        #expect(throws: expected) {
            var reader = BinaryReader(message)
            _ = try reader.string(maximumByteCount: 4)
        }
        #expect(throws: expected) {
            var reader = BinaryReader(message)
            _ = try reader.bytes(maximumCount: 4)
        }
        #expect(throws: expected) {
            var reader = BinaryReader(message)
            _ = try reader.array(maximumCount: 4) { reader in
                Issue.record("an element was read")
                return try reader.uint8()
            }
        }
    }

    @Test("a length without a limit is bound by the message", arguments: [2, 1 << 63, UInt64.max])
    func unlimited(length: UInt64) throws {
        var writer = BinaryWriter()
        writer.write(length)
        writer.write(false)
        let message = try writer.finish()
        #expect(throws: BinaryError.truncated(offset: 0)) {
            var reader = BinaryReader(message)
            _ = try reader.bytes()
        }
        #expect(throws: BinaryError.truncated(offset: 0)) {
            var reader = BinaryReader(message)
            _ = try reader.array(maximumCount: .max) { try $0.uint8() }
        }
    }

    static let malformed: [[UInt8]] = [
        [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80],
    ]

    @Test("a text that is not UTF-8 is refused", arguments: malformed)
    func malformedText(bytes: [UInt8]) throws {
        var writer = BinaryWriter()
        writer.write(false)
        writer.write(try SecureBytes(copying: bytes))
        let message = try writer.finish()
        #expect(throws: BinaryError.malformedText(offset: 1)) {
            var reader = BinaryReader(message)
            _ = try reader.uint8()
            _ = try reader.string(maximumByteCount: 10)
        }
    }

    @Test("a truth is 0 or 1, and a case one that there is", arguments: [2, 4, 255] as [UInt8])
    func values(byte: UInt8) throws {
        let message = try SecureBytes(copying: [byte, 0])
        let expected = BinaryError.invalidValue(offset: 0)
        #expect(throws: expected) {
            var reader = BinaryReader(message)
            _ = try reader.bool()
        }
        #expect(throws: expected) {
            var reader = BinaryReader(message)
            _ = try reader.optional { try $0.uint8() }
        }
        #expect(throws: expected) {
            var reader = BinaryReader(message)
            _ = try reader.value(of: Suit.self)
        }
    }

    @Test("a word is one that stands for a case, and of 64 bytes at most")
    func words() throws {
        var writer = BinaryWriter()
        writer.write(Fruit.pear)
        writer.write("peach")
        writer.write(Fruit.long)
        var reader = BinaryReader(try writer.finish())
        #expect(try reader.word(of: Fruit.self) == .pear)
        #expect(throws: BinaryError.invalidValue(offset: 12)) { try reader.word(of: Fruit.self) }
        #expect(throws: BinaryError.self) { try reader.word(of: Fruit.self) }
    }

    @Test("what a closure refuses is told with the place of the value")
    func refusedByClosure() throws {
        struct Refusal: Error {}
        let message = try SecureBytes(copying: [1, 7, 9])
        var reader = BinaryReader(message)
        #expect(throws: BinaryError.invalidValue(offset: 1)) {
            try reader.optional { (_: inout BinaryReader) throws -> Int in throw Refusal() }
        }
        #expect(throws: BinaryError.invalidValue(offset: 1)) {
            try reader.checked { try $0.uint8() == 7 ? nil : 1 }
        }
        #expect(try reader.checked { try $0.uint8() == 9 ? "nine" : nil } == "nine")
        try reader.finish()
    }

    @Test("no bytes stop the process, and those that are taken have one form")
    func randomBytes() throws {
        var generator = SeededGenerator(seed: 15)
        let whole = try Sample.example.encoded().withUnsafeBytes { Array($0) }
        var taken = 0
        for round in 0..<20_000 {
            var bytes = round.isMultiple(of: 2) ? whole : generator.bytes(generator.int(0...100))
            for _ in 0..<generator.int(0...3) where !bytes.isEmpty {
                bytes[generator.int(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: generator.next())
            }
            let message = try SecureBytes(copying: bytes)
            guard let sample = try? Sample(message) else { continue }
            #expect(try sample.encoded() == message)
            taken += 1
        }
        #expect(taken > 1000)
    }
}

/// What a message of every kind of value says.
private struct Sample: Equatable {
    var names: [String]
    var note: String?
    var bytes: SecureBytes
    var suit: Suit
    var isLast = true

    static var example: Sample {
        get throws {
            Sample(
                names: ["", "Zoë", "名前"],
                note: "🙂",
                bytes: try SecureBytes(copying: 0..<40),
                suit: .spades
            )
        }
    }
}

private enum Fruit: String {
    case pear
    case long = "a word of more bytes than those that stand for cases may have: 65"
}

private enum Suit: UInt8 {
    case clubs = 1
    case spades = 3
}

extension Sample {
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(array: names) { $0.write($1) }
        writer.write(optional: note) { $0.write($1) }
        writer.write(bytes)
        writer.write(suit)
        writer.write(isLast)
        return try writer.finish()
    }

    init(_ message: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(message)
        names = try reader.array(maximumCount: 10) { try $0.string(maximumByteCount: 100) }
        note = try reader.optional { try $0.string(maximumByteCount: 100) }
        bytes = try reader.bytes()
        suit = try reader.value()
        isLast = try reader.bool()
        try reader.finish()
    }
}
