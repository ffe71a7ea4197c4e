import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("What a JPEG holds beyond its edges is not copied")
struct JPEGHiddenSamplesTests {
    @Test("samples that no viewer shows look like the last visible ones", arguments: JPEGFixture.Sampling.all)
    func hidden(sampling: JPEGFixture.Sampling) throws {
        let unit = sampling.unit
        let width = (67 + unit.width - 1) / unit.width * unit.width
        let height = (37 + unit.height - 1) / unit.height * unit.height
        // Quiet grey where it shows, and noise beyond.
        let secret = Picture.flat(width, height, [120, 120, 120]).replacing(seed: 61) { x, y in x >= 67 || y >= 37 }
        let fixture = JPEGFixture(width: width, height: height, sampling: sampling, quality: 100)
        let cropped = try Self.resized(try fixture.encode(secret), width: 67, height: 37)
        let rewritten = try #require(try JPEGFile(SecureBytes(copying: cropped)).rewritten())
        let output = rewritten.withUnsafeBytes(Array.init)
        let all = try Decoded(Self.resized(output, width: width, height: height)).picture
        // Chroma is shared by up to 4 x 2 pixels, of which some may have been beyond the edge.
        let visible = all.crop(x: 0, y: 0, width: 64, height: 36)
        #expect(visible.largestDifference(from: .flat(64, 36, [120, 120, 120])) <= 3)
        for y in 38..<height where y % 8 != 0 {
            let rows = [y - 1, y].map { all.crop(x: 0, y: $0, width: 64, height: 1) }
            #expect(rows[0].largestDifference(from: rows[1]) <= 4, "\(sampling) row \(y)")
        }
        for x in 68..<width where x % 8 != 0 {
            let columns = [x - 1, x].map { all.crop(x: $0, y: 0, width: 1, height: 36) }
            #expect(columns[0].largestDifference(from: columns[1]) <= 4, "\(sampling) column \(x)")
        }
    }

    /// The same scans in a frame of another size.
    private static func resized(_ file: [UInt8], width: Int, height: Int) throws -> [UInt8] {
        let frames: [UInt8] = [0xC0, 0xC1, 0xC2]
        let frame = try #require(file.indices.dropLast().first { file[$0] == 0xFF && frames.contains(file[$0 + 1]) })
        var file = file
        file.replaceSubrange(frame + 5..<frame + 9, with: [0, UInt8(height), 0, UInt8(width)])
        return file
    }
}
