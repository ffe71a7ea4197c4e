import SecureMemory
import SeededRandom
import Testing

@testable import AgeEncryption

@Suite("The content of a file")
struct StreamTests {
    private static let chunk = 65_536
    static let sizes = [
        0, 1, 13, 14, 15, 16, chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk, 2 * chunk + 1, 300_000,
        13 * chunk,
    ]

    @Test("a file of every size is opened again, and has the announced length", arguments: sizes)
    func roundTrip(size: Int) throws {
        var random = SeededGenerator(seed: UInt64(size))
        let identities = try (0..<3).map { _ in try AgeIdentity() }
        let plain = random.bytes(size)
        for threads in [1, 3] {
            let file = try sealed(plain, to: identities.map(\.recipient), threads: threads)
            #expect(file.count == AgeWriter.byteCount(ofPlaintext: size, recipientCount: 3))
            for identity in identities {
                #expect(try AgeFile.open(file, with: [identity]).array == plain)
            }
            #expect(try AgeFile.open(AgeFile.armored(file), with: identities).array == plain)
        }
    }

    @Test("written and read in pieces, a file is the same, and at most one chunk stays inside", arguments: sizes)
    func pieces(size: Int) throws {
        var random = SeededGenerator(seed: UInt64(size) + 1)
        let identity = try AgeIdentity()
        let plain = random.bytes(size)
        var writer = try AgeWriter(to: [identity.recipient])
        var file: [UInt8] = []
        for piece in Self.split(plain, &random) {
            try writer.append(SecureBytes(copying: piece))
            file += try writer.takeSealed().array
        }
        file += try writer.finish().array
        #expect(file.count == AgeWriter.byteCount(ofPlaintext: size, recipientCount: 1))
        for isArmored in [false, true] {
            let text = isArmored ? try AgeFile.armored(SecureBytes(copying: file)).array : file
            var reader = AgeReader()
            try reader.unlock(with: [identity])
            var opened: [UInt8] = []
            var fed = 0
            for piece in Self.split(text, &random) {
                try reader.append(SecureBytes(copying: piece))
                fed += piece.count
                opened += try reader.takePlaintext().array
                if !isArmored { #expect(fed - opened.count < 65_552 + 250) }
            }
            opened += try reader.finish().array
            #expect(opened == plain)
        }
    }

    private static func split(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let largest = [3, 100, 70_000, 200_000][random.int(0...3)]
            let end = min(start + random.int(1...largest), bytes.count)
            pieces.append(Array(bytes[start..<end]))
            start = end
        }
        return pieces
    }

    @Test("one byte at a time, with the key after the whole file, it is opened, too")
    func lateKey() throws {
        let identity = try AgeIdentity()
        let plain = Array("a late key".utf8)
        var reader = AgeReader()
        #expect(reader.takesPassphrase == nil)
        for byte in try sealed(plain, to: [identity.recipient]).array {
            try reader.append(SecureBytes(copying: [byte]))
        }
        #expect(reader.takesPassphrase == false)
        #expect(try reader.takePlaintext().isEmpty)
        try reader.unlock(with: [identity])
        #expect(try reader.finish().array == plain)
    }

    @Test("a file that nobody gives a key for is not opened, and no other key opens it")
    func wrongKey() throws {
        let identity = try AgeIdentity()
        let file = try sealed([1], to: [identity.recipient])
        #expect(try fault(file.array, []) == .wrongKey)
        #expect(try fault(file.array, [AgeIdentity(), AgeIdentity()]) == .wrongKey)
        #expect(try fault(file.array, [AgeIdentity(), identity]) == nil)
        var reader = AgeReader()
        try reader.append(file)
        do throws(AgeError) {
            _ = try reader.finish()
            Issue.record("the file is opened")
        } catch {
            #expect(error == .wrongKey)
        }
    }

    @Test(
        "chunks that are not those of one file, in their order, up to the last, are refused by name",
        arguments: [
            ([], AgeError.cut), ([(5, false)], .cut), ([(chunk, false)], .cut), ([(chunk, false), (5, false)], .cut),
            ([(chunk, true), (5, true)], .trailingBytes), ([(chunk, true), (0, true)], .trailingBytes),
            ([(chunk, false), (chunk, true), (1, true)], .trailingBytes),
            ([(chunk, false), (0, true)], .emptyLastChunk),
            ([(5, false), (5, true)], .changed), ([(5, true), (5, true)], .changed),
            ([(0, false), (5, true)], .changed),
            ([(chunk - 1, false), (5, true)], .changed),
        ] as [([(Int, Bool)], AgeError)]
    )
    func chunks(lengths: [(Int, Bool)], expected: AgeError) throws {
        let identity = try AgeIdentity()
        var file = try CraftedFile(for: identity.recipient)
        file.chunks = lengths.map { ([UInt8](repeating: 1, count: $0.0), $0.1) }
        #expect(try fault(file.bytes().array, [identity]) == expected)
    }

    @Test("chunks that change places, or come from another file, are refused")
    func order() throws {
        let identity = try AgeIdentity()
        var random = SeededGenerator(seed: 3)
        let plain = random.bytes(3 * Self.chunk)
        let file = try sealed(plain, to: [identity.recipient]).array
        let other = try sealed(plain, to: [identity.recipient]).array
        let start = file.count - 3 * (Self.chunk + 16)
        let (first, second, third) = (start, start + Self.chunk + 16, start + 2 * (Self.chunk + 16))
        let swapped = file[..<first] + file[second..<third] + file[first..<second] + file[third...]
        #expect(try fault(Array(swapped), [identity]) == .changed)
        #expect(try fault(Array(file[..<second] + other[second...]), [identity]) == .changed)
        #expect(try fault(Array(file[..<second] + file[third...]), [identity]) == .changed)
        #expect(try fault(Array(file[..<third]), [identity]) == .cut)
    }

    @Test("authentic text before a fault can be taken, and the fault stays")
    func textBeforeFault() throws {
        let identity = try AgeIdentity()
        let plain = [UInt8](repeating: 5, count: 3 * Self.chunk)
        var file = try sealed(plain, to: [identity.recipient]).array
        file[file.count - Self.chunk - 100] ^= 1
        let bytes = try SecureBytes(copying: file)
        var reader = AgeReader()
        try reader.unlock(with: [identity])
        #expect(throws: AgeError.changed) { try reader.append(bytes) }
        #expect(throws: AgeError.changed) { try reader.append(bytes) }
        #expect(try reader.takePlaintext().count == Self.chunk)
    }
}
