import BoundedWork
import CLibDeflate
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore

@Suite("Bytes of any kind are deflated and inflated")
struct DeflaterTests {
    private static let texts: [[UInt8]] = {
        var generator = SeededGenerator(seed: 11)
        let words = (0..<300).map { _ in generator.bytes(generator.int(2...9)).map { 97 + $0 % 26 } }
        let prose = (0..<120_000).flatMap { _ in words[Int(generator.next() % 300)] + [32] }
        return [
            [], [7], Array("short".utf8), [UInt8](repeating: 0, count: 1_000_000), generator.bytes(700_000), prose,
            Array(prose.prefix(256 << 10)), Array(prose.prefix(256 << 10 + 1)),
        ]
    }()

    @Test(
        "another inflater makes of them what they were, and so does ours, whatever the pieces",
        arguments: texts.indices
    )
    func roundTrip(index: Int) throws {
        let bytes = Self.texts[index]
        let stream = try Deflater.deflate(SecureBytes(copying: bytes), Cancellation())
        let array = stream.withUnsafeBytes { Array($0) }
        let decompressor = try #require(libdeflate_alloc_decompressor())
        defer { libdeflate_free_decompressor(decompressor) }
        var output = [UInt8](repeating: 1, count: bytes.count)
        let result = libdeflate_deflate_decompress(decompressor, array, array.count, &output, output.count, nil)
        #expect(result == LIBDEFLATE_SUCCESS && output == bytes)
        for piece in [1 << 17, 1000] { #expect(try inflated(array, piece, count: bytes.count) == bytes) }
        #expect(try Deflater.deflate(SecureBytes(copying: bytes), Cancellation()) == stream)
    }

    private func inflated(_ stream: [UInt8], _ piece: Int, count: Int) throws -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: count)
        return try stream.withUnsafeBytes { stream in
            try output.withUnsafeMutableBytes { output in
                var inflater = try ImageCore.Inflater(stream, into: output)
                var progress = ImageCore.Inflater.Progress.paused
                while progress == .paused { progress = inflater.inflate(piece) }
                let isWhole = progress == .ended && inflater.writtenByteCount == count && inflater.unreadByteCount == 0
                return isWhole ? Array(output) : nil
            }
        }
    }

    @Test("prose takes at most a fifth more than by libdeflate")
    func size() throws {
        let prose = Self.texts[5]
        let stream = try Deflater.deflate(SecureBytes(copying: prose), Cancellation())
        let compressor = try #require(libdeflate_alloc_compressor(6))
        defer { libdeflate_free_compressor(compressor) }
        var other = [UInt8](repeating: 0, count: prose.count)
        let count = libdeflate_deflate_compress(compressor, prose, prose.count, &other, other.count)
        #expect(stream.count < count * 6 / 5)
    }

    @Test("work that nobody waits for any more has no result")
    func cancellation() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let bytes = try SecureBytes(copying: Self.texts[5])
        #expect(throws: WorkFailure.cancelled) { try Deflater.deflate(bytes, cancellation) }
    }
}
