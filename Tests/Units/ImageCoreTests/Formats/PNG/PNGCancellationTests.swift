import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("No step of reading a PNG goes on when nobody waits for it")
struct PNGCancellationTests {
    private static let cancelled: Cancellation = {
        let cancellation = Cancellation()
        cancellation.cancel()
        return cancellation
    }()

    private static func file(_ kind: PNGSample.Kind) -> ChunkedPNG {
        var generator = SeededGenerator(seed: 61)
        return PNGSample(kind, width: 33, height: 20, using: &generator).file(using: &generator)
    }

    private static let truecolor = PNGSample.Kind(colorType: .rgb, depth: 8, interlaced: false, transparent: false)

    @Test("libpng stops, whatever it reads", arguments: PNGSample.Kind.all)
    func library(kind: PNGSample.Kind) {
        #expect(throws: DecodingError.cancelled) {
            try Self.file(kind).bytes.withUnsafeBytes { bytes in
                _ = try LibPNGDecoder(bytes, cancellation: Self.cancelled).decode(limits: DecodingLimits()).grid
            }
        }
    }

    @Test("looking through the chunks stops, and so does inflating")
    func truecolor() {
        let bytes = Self.file(Self.truecolor).bytes
        let isRead = bytes.withUnsafeBytes { TruecolorPNG($0, limits: DecodingLimits(), Self.cancelled) != nil }
        #expect(!isRead)
        let work = WorkContext(cancellation: Self.cancelled)
        #expect(throws: DecodingError.cancelled) {
            try bytes.withUnsafeBytes { bytes in
                _ = try TruecolorPNG(bytes, limits: DecodingLimits(), Cancellation())?.decode(work)?.size
            }
        }
    }

    @Test("the header of a file that nobody waits for is not read")
    func header() throws {
        let bytes = try SecureBytes(copying: Self.file(Self.truecolor).bytes)
        let file = try ImageFormat.open(bytes, work: WorkContext(cancellation: Self.cancelled))
        #expect(throws: DecodingError.cancelled) { _ = try file.checkedHeader() }
        #expect(try ImageFormat.open(bytes).checkedHeader()?.hasVerifiedPixels == true)
    }

    @Test("a profile is not inflated")
    func profile() throws {
        let file = try Self.file(Self.truecolor).embedding(SampleProfile.adobeRGB())
        let counts = try [Self.cancelled, Cancellation()].map { cancellation in
            try file.bytes.withUnsafeBytes { try PNGColorChunks($0, cancellation).declarations().count }
        }
        #expect(counts == [0, 1])
    }

    @Test("colours stay as they were, and a turned picture is not handed on")
    func pixels() throws {
        let picture = Picture.noise(9, 7, channels: 4, seed: 62)
        let file = ChunkedPNG(holding: picture).declaring("gAMA", bigEndian(100_000))
        let reading = try file.bytes.withUnsafeBytes { try ColorReading(ofPNG: $0, .rgb(.rgba), Cancellation()) }
        var pixels = try PixelBuffer(picture)
        pixels.apply(reading, Self.cancelled)
        pixels.clearInvisibleColor(Self.cancelled)
        #expect(pixels.picture == picture)
        pixels.apply(reading, Cancellation())
        #expect(pixels.picture != picture)
        #expect(throws: DecodingError.cancelled) {
            _ = try DecodedImage(
                stored: PixelBuffer(picture),
                format: .png,
                grid: .pixels,
                orientation: .up,
                colorSpace: .sRGB,
                cancellation: Self.cancelled
            ).format
        }
    }

    @Test("a piece of inflating ends after as many bytes, and after some hundred blocks that have none")
    func pieces() throws {
        var generator = SeededGenerator(seed: 63)
        let rows = generator.bytes(200_000)
        let empty = Array(repeating: [0, 0, 0, 0xFF, 0xFF] as [UInt8], count: 1000).joined()
        let stream = zlibStored(rows, blockSize: 65_535)
        #expect(try Self.pieces(of: stream, count: rows.count, by: 10_000) == 20)
        let padded = Array(stream.prefix(2) + empty + stream.dropFirst(2))
        #expect(try Self.pieces(of: padded, count: rows.count, by: rows.count) >= 4)
        #expect(try Self.pieces(of: zlibCompressed(rows, level: 6), count: rows.count, by: 10_000) == 20)
    }

    /// How many pieces a stream is inflated in.
    private static func pieces(of stream: [UInt8], count: Int, by byteCount: Int) throws -> Int {
        var output = [UInt8](repeating: 0, count: count)
        return try stream.withUnsafeBytes { stream in
            try output.withUnsafeMutableBytes { output in
                guard var inflater = try PNGInflater(stream, filling: output) else { return 0 }
                var pieces = 1
                while inflater.inflate(byteCount) == .paused { pieces += 1 }
                #expect(inflater.writtenByteCount == count)
                return pieces
            }
        }
    }
}
