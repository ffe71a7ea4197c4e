import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A JPEG is opened once")
struct JPEGFileTests {
    @Test("an open file gives the same pixels and files each time, in the space of its profile")
    func reuse() throws {
        let plain = try JPEGFixture(width: 64, height: 64).encode(.gradient(64, 64, channels: 3))
        let marked = jpeg(plain, inserting: profileMarkers(DisplayP3Profile.bytes))
        for bytes in [plain, marked] {
            let file = try JPEGFile(SecureBytes(copying: bytes))
            #expect(file.header.colorSpace == (bytes == marked ? .displayP3 : .sRGB))
            #expect(try file.checkedHeader()?.colorSpace == file.header.colorSpace)
            var outputs: [[SecureBytes]] = []
            for _ in 0..<2 {
                let image = try file.decoded()
                let space = image.colorSpace
                #expect(space == file.header.colorSpace)
                let picture = image.takePixels().picture
                #expect(try picture == Decoded(bytes).picture)
                guard let coefficients = try file.coefficients(),
                    let blurred = try file.blurred(by: GaussianBlur(sigma: 4))
                else { throw NotTaken() }
                outputs.append([try coefficients.file(), try blurred.encoded(quality: 90)])
            }
            #expect(outputs[0] == outputs[1])
            for output in outputs[0] {
                #expect(try JPEGFile(output).header.colorSpace == file.header.colorSpace)
            }
        }
    }
}
