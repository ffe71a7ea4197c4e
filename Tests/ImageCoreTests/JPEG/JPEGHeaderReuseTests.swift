import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("The profile of a JPEG is looked at once")
struct JPEGHeaderReuseTests {
    @Test("a header that was read before gives the same pixels, space and files")
    func sameResult() throws {
        let plain = try JPEGFixture(width: 64, height: 64).encode(.gradient(64, 64, channels: 3))
        let marked = jpeg(plain, inserting: profileMarkers(DisplayP3Profile.bytes))
        for bytes in [plain, marked] {
            let file = try SecureBytes(copying: bytes)
            let header = try #require(try JPEGHeader(reading: file))
            #expect(header.colorSpace == (bytes == marked ? .displayP3 : .sRGB))

            let image = try DecodedImage(decoding: file, header: header)
            let space = image.colorSpace
            #expect(space == header.colorSpace)
            let picture = image.takePixels().picture
            #expect(try picture == Decoded(bytes).picture)

            let coefficients = try JPEGCoefficients(of: file, header: header).file()
            #expect(try coefficients == JPEGCoefficients(of: file).file())

            let blur = GaussianBlur(sigma: 4)
            let blurred = try BlurredJPEG(of: file, with: blur, header: header).encoded(quality: 90)
            #expect(try blurred == BlurredJPEG(of: file, with: blur).encoded(quality: 90))
        }
    }

    @Test("what the header found is taken, not looked for again")
    func taken() throws {
        let plain = try JPEGFixture(width: 64, height: 64).encode(.gradient(64, 64, channels: 3))
        let marked = jpeg(plain, inserting: profileMarkers(DisplayP3Profile.bytes))
        let header = try #require(try JPEGHeader(reading: SecureBytes(copying: marked)))
        let space = try DecodedImage(decoding: SecureBytes(copying: plain), header: header).colorSpace
        #expect(space == .displayP3)
    }
}
