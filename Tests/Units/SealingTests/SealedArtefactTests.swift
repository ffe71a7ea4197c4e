import AgeEncryption
import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import Sealing

@Suite("An artefact is sealed whole, and comes back byte by byte")
struct SealedArtefactTests {
    private let receipt = Result { try SecureBytes(copying: Array(#"{"entries":[]}"#.utf8)) }
    private let redacted = Result { try SecureBytes(copying: Array("what is left".utf8)) }

    private func bytes(_ count: Int) throws -> SecureBytes {
        var random = SeededGenerator(seed: 7)
        return try SecureBytes(copying: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    private func seal(_ original: SecureBytes, pieces: Int = 50_000) throws -> SecureBytes {
        var writer = try SealedArtefactWriter(
            to: [SealedPicture.identity.get().recipient],
            of: FileDigest(of: redacted.get()),
            receipt.get(),
            originalByteCount: original.count
        )
        var sealed = try SecureBytesBuilder()
        for start in stride(from: 0, to: original.count, by: pieces) {
            try writer.append(original[start..<min(start + pieces, original.count)])
            try sealed.append(writer.takeSealed())
        }
        try sealed.append(writer.finish())
        return sealed.finish()
    }

    private func restore(_ sealed: SecureBytes, of redacted: SecureBytes, _ receipt: SecureBytes? = nil) throws
        -> [UInt8]
    {
        var sink = MemorySink()
        try Unsealer([SealedPicture.identity.get()]).restore(
            MemorySource(redacted, pieceByteCount: 5),
            by: MemorySource(sealed, pieceByteCount: 4097),
            receipt: receipt,
            to: &sink
        )
        return sink.bytes
    }

    @Test("whatever its length", arguments: [0, 1, 100, 65_430, 65_536, 200_000, 1_048_576, 3_000_001])
    func roundTrip(count: Int) throws {
        let original = try bytes(count)
        let restored = try restore(seal(original), of: redacted.get(), receipt.get())
        #expect(try SecureBytes(copying: restored) == original)
    }

    @Test("another redacted file, another receipt, and a file that was cut anywhere are refused by name")
    func refusals() throws {
        let sealed = try seal(bytes(150_000))
        let redacted = try redacted.get()
        #expect(throws: UnsealingError.otherFile) { try restore(sealed, of: redacted[1..<redacted.count]) }
        let other = try SecureBytes(copying: Array(#"{"entries":[1]}"#.utf8))
        #expect {
            _ = try restore(sealed, of: redacted, other)
        } throws: { error in
            if case UnsealingError.receipt = error { true } else { false }
        }
        for count in stride(from: 0, to: sealed.count, by: 4999) {
            #expect {
                _ = try restore(sealed[0..<count], of: redacted)
            } throws: { error in
                if case UnsealingError.encryption = error { true } else { false }
            }
        }
    }

    @Test(
        "what states another length than it has, or is padded with something, is refused",
        arguments: [
            ("100", 0), ("99", 0), ("300", 0), ("-1", 0), ("1e300", 0), ("1099511627777", 0), ("100", 7), ("100", -1),
        ]
    )
    func lies(length: String, padding: Int) throws {
        let receipt = try receipt.get().withUnsafeBytes { Array($0) }
        let digest = try FileDigest(of: redacted.get()).hexadecimal
        let head =
            "snapveil-sealed/1\n{\"artefact\":{\"sha256\":\"\(digest)\"},\"receipt\":\(receipt.count),\"original\":\(length)}\n"
        let content = Array(head.utf8) + receipt + [UInt8](repeating: 0x41, count: 100)
        let zeros = SealedArtefact.paddedByteCount(content.count) - content.count
        var rest = [UInt8](repeating: 0, count: zeros + min(padding, 0))
        if padding > 0 { rest[0] = 1 }
        var writer = try AgeWriter(to: [SealedPicture.identity.get().recipient])
        try writer.append(SecureBytes(copying: content + rest))
        let sealed = try writer.finish()
        let isTrue = length == "100" && padding == 0
        #expect((try? restore(sealed, of: redacted.get())) == (isTrue ? [UInt8](repeating: 0x41, count: 100) : nil))
    }

    @Test("lengths are padded by 12 percent at most, and few are left")
    func padding() {
        #expect(
            [0, 1, 2, 9, 10, 17, 1000, 1025].map(SealedArtefact.paddedByteCount) == [0, 1, 2, 10, 10, 18, 1024, 1088]
        )
        let counts = 1...1_000_000
        #expect(counts.allSatisfy { $0...($0 + $0 / 8) ~= SealedArtefact.paddedByteCount($0) })
        #expect(Set((500_000...1_000_000).map(SealedArtefact.paddedByteCount)).count < 40)
    }
}
