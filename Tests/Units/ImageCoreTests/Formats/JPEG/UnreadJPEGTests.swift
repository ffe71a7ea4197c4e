import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A JPEG that is coded in a way that is not read is refused by name")
struct UnreadJPEGTests {
    private static func file() throws -> [UInt8] {
        try JPEGFixture().encode(.noise(37, 29, .rgb, seed: 34))
    }

    /// `file` with another start of frame.
    private static func file(frame: UInt8, precision: UInt8 = 8) throws -> [UInt8] {
        var file = try file()
        let start = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file[start + 1] = frame
        file[start + 4] = precision
        return file
    }

    /// The refusal of each way to read a file, the one that does not decode it among them.
    private static func refusals(of file: [UInt8]) throws -> [DecodingError?] {
        let bytes = try SecureBytes(copying: file)
        func refusal(_ read: () throws(DecodingError) -> Void) -> DecodingError? {
            do throws(DecodingError) {
                try read()
                return nil
            } catch {
                return error
            }
        }
        return [
            refusal { () throws(DecodingError) in _ = try JPEGFile(bytes).checkedHeader() },
            refusal { () throws(DecodingError) in _ = try JPEGFile(bytes) },
            refusal { () throws(DecodingError) in _ = try DecodedImage(decoding: bytes) },
        ]
    }

    @Test(
        "arithmetic, lossless, hierarchical and 12-bit coding",
        arguments: [
            (0xC3, 8, "a lossless JPEG"), (0xC5, 8, "a hierarchical JPEG"), (0xC6, 8, "a hierarchical JPEG"),
            (0xC7, 8, "a hierarchical JPEG"), (0xC9, 8, "an arithmetic-coded JPEG"),
            (0xCA, 8, "an arithmetic-coded JPEG"),
            (0xCB, 8, "a lossless JPEG"), (0xCD, 8, "a hierarchical JPEG"), (0xCE, 8, "a hierarchical JPEG"),
            (0xCF, 8, "a hierarchical JPEG"), (0xC0, 12, "a 12-bit JPEG"), (0xC1, 12, "a 12-bit JPEG"),
            (0xC2, 12, "a 12-bit JPEG"),
        ] as [(UInt8, UInt8, String)]
    )
    func frames(frame: UInt8, precision: UInt8, name: String) throws {
        let refusals = try Self.refusals(of: Self.file(frame: frame, precision: precision))
        #expect(refusals == [.unsupported(name), .unsupported(name), .unsupported(name)])
    }

    @Test("a hierarchy is known before its first frame, which may be an ordinary one")
    func hierarchy() throws {
        var file = try #require(SegmentedJPEG(parsing: Self.file()))
        file = file.inserting(.init(marker: 0xDE, payload: [8, 0, 29, 0, 37, 1, 1, 0x11, 0]), at: 0)
        #expect(try Self.refusals(of: file.bytes).allSatisfy { $0 == .unsupported("a hierarchical JPEG") })
    }

    @Test("arithmetic coding, in which damage cannot be told, is named by what an encoder writes, too")
    func arithmetic() throws {
        let file = try JPEGFixture(arithmetic: true).encode(.noise(37, 29, .rgb, seed: 35))
        #expect(try Self.refusals(of: file).allSatisfy { $0 == .unsupported("an arithmetic-coded JPEG") })
    }
}
