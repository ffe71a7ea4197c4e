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
