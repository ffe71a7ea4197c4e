import ImageCore
import SecureMemory
import SeededRandom
import Testing

@Suite("A stored PNG holds pixels exactly, in a length that its size alone decides")
struct StoredPNGTests {
    @Test(
        "it is read back as it was written, whatever the rows and the blocks of 65535 bytes have in common",
        arguments: [(1, 1), (3, 16_384), (13_106, 5), (16_383, 2), (16_384, 3), (16_382, 4), (361, 46), (256, 64)]
    )
    func roundTrip(width: Int, height: Int) throws {
        let size = try #require(PixelSize(width: width, height: height))
        var random = SeededGenerator(seed: UInt64(width))
        // A pixel without alpha has no colour once it is decoded.
        let samples = (0..<4 * size.area).map {
            $0 % 4 == 3 ? UInt8.random(in: 1...255, using: &random) : UInt8($0 & 0xFF)
        }
        var builder = try SecureBytesBuilder()
        try builder.append("before")
        try samples.withUnsafeBytes { try StoredPNG(size, $0).append(to: &builder) }
        let file = builder.finish()
        let bytes = file["before".utf8.count..<file.count]
        #expect(bytes.count == StoredPNG.byteCount(of: size))
        let pixels = try DecodedImage(decoding: bytes).takePixels()
        #expect(pixels.format == .rgba)
        #expect(pixels.samples(in: PixelRect(size)) == samples)
    }
}
