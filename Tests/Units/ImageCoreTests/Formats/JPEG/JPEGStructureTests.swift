import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("The structure of a JPEG is walked without decoding it")
struct JPEGStructureTests {
    private static let start: [UInt8] = [0xFF, 0xD8]
    private static let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 1, 2]
    private static let scan: [UInt8] = [0xFF, 0xDA, 0, 3, 0, 7, 0xFF, 0, 7, 0xFF, 0xD3, 7]
    private static let end: [UInt8] = [0xFF, 0xD9]

    @Test("what an encoder writes is well formed", arguments: JPEGFixture.Scans.allCases)
    func encoded(scans: JPEGFixture.Scans) throws {
        let file = try JPEGFixture(width: 44, height: 36, scans: scans).encode(.gradient(44, 36, channels: 3))
        #expect(check(file) == nil)
        // Neither what follows the end nor fill bytes before a marker count.
        #expect(check(file + [1, 2, 3]) == nil)
        #expect(check(file.dropLast(2) + [0xFF, 0xFF, 0xFF, 0xD9]) == nil)
        for count in stride(from: file.count - 1, to: 0, by: -3) { #expect(check(file.prefix(count)) != nil) }
    }

    @Test("segments, scans with stuffed bytes and restarts, and the end follow each other")
    func walk() {
        #expect(check(Self.start + Self.comment + Self.scan + Self.end) == nil)
        #expect(check(Self.start + Self.scan + Self.comment + Self.scan + Self.end) == nil)
    }

    @Test(
        "what breaks the structure is refused",
        arguments: [
            comment + scan + end, start + end, start + comment + end, start + scan + start + end,
            start + [7] + scan + end, start + comment + [7] + scan + end, start + [0xFF, 0xFE, 0, 1] + scan + end,
            start + [0xFF, 0xFE, 0, 90] + scan + end, start + scan, start + scan + [0xFF], [], [0xFF],
        ]
    )
    func refused(bytes: [UInt8]) {
        #expect(check(bytes) != nil)
    }

    private func check(_ bytes: some Collection<UInt8>) -> DecodingError? {
        Array(bytes).withUnsafeBytes { buffer in
            do throws(DecodingError) {
                try JPEGStructure(buffer).check()
                return nil
            } catch {
                return error
            }
        }
    }
}

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
                guard let rewritten = try file.rewritten(),
                    let blurred = try file.blurred(by: GaussianBlur(sigma: 4), quality: 90)
                else { throw NotTaken() }
                outputs.append([rewritten, blurred])
            }
            #expect(outputs[0] == outputs[1])
            for output in outputs[0] {
                #expect(try JPEGFile(output).header.colorSpace == file.header.colorSpace)
            }
        }
    }
}
