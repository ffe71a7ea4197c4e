import BoundedWork
import Dispatch
import SecureMemory
import Synchronization
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Work on a JPEG ends soon after it is called off")
struct JPEGCancellationTests {
    /// As long as the slowest machine may take to end what was called off; all of the work takes many times that.
    private static let patience = Duration.seconds(2)

    private static func cancelled() -> Cancellation {
        let cancellation = Cancellation()
        cancellation.cancel()
        return cancellation
    }

    @Test("what is called off before it begins is not done", arguments: [JPEGFixture.Scans.baseline, .progressive])
    func before(scans: JPEGFixture.Scans) throws {
        let fixture = JPEGFixture(width: 128, height: 128, scans: scans)
        let file = try SecureBytes(copying: fixture.encode(.gradient(128, 128, channels: 3)))
        #expect(throws: DecodingError.cancelled) { _ = try JPEGFile(file, cancellation: Self.cancelled()) }
        let cancellation = Cancellation()
        let opened = try JPEGFile(file, cancellation: cancellation)
        cancellation.cancel()
        #expect(throws: DecodingError.cancelled) { try opened.checkedHeader() }
        #expect(throws: DecodingError.cancelled) { _ = try opened.decoded() }
        #expect(throws: DecodingError.cancelled) { _ = try opened.edited { $1 } }
        #expect(throws: DecodingError.cancelled) { _ = try opened.repainted(quality: 90) { $1 } }
        #expect(throws: DecodingError.cancelled) { _ = try opened.blurred(by: GaussianBlur(sigma: 4), quality: 90) }
    }

    @Test("what is called off before it is written is not written")
    func writing() throws {
        let file = try SecureBytes(
            copying: JPEGFixture(width: 128, height: 128).encode(.gradient(128, 128, channels: 3))
        )
        let pixels = try DecodedImage(decoding: file).takePixels()
        #expect(throws: EncodingError.cancelled) {
            try pixels.encoded(.jpeg(), work: WorkContext(cancellation: Self.cancelled()))
        }
        let cancellation = Cancellation()
        let opened = try JPEGFile(file, cancellation: cancellation)
        let area = try #require(PaintArea(PixelRect(pixels.size)))
        #expect(throws: DecodingError.cancelled) {
            try opened.rewritten { covered in
                cancellation.cancel()
                try? covered.fill(area, with: .black)
            }
        }
    }

    @Test("writing that is called off ends")
    func longWriting() throws {
        let fixture = JPEGFixture(width: 3000, height: 3000, sampling: .s444, quality: 100)
        let file = try SecureBytes(copying: fixture.encode(.noise(3000, 3000, channels: 3, seed: 35)))
        for isWhole in [true, false] {
            let cancellation = Cancellation()
            let opened = try JPEGFile(file, cancellation: cancellation)
            #expect(throws: DecodingError.cancelled) {
                try opened.edited(whole: isWhole) { _, rowCount in
                    guard rowCount == 3000 else { return 0 }
                    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { cancellation.cancel() }
                    return rowCount
                }
            }
        }
    }

    @Test("a wide blur that is called off once it is done is not written", arguments: [4.0, 40])
    func blurred(sigma: Double) throws {
        let file = try SecureBytes(
            copying: JPEGFixture(width: 512, height: 2048).encode(.gradient(512, 2048, channels: 3))
        )
        let cancellation = Cancellation()
        let opened = try JPEGFile(file, cancellation: cancellation)
        #expect(throws: DecodingError.cancelled) {
            try opened.blurred(by: GaussianBlur(sigma: sigma), quality: 90) { rowCount in
                if rowCount == 2048 { cancellation.cancel() }
            }
        }
    }

    @Test("thousands of scans over a million blocks", arguments: [Reader.pixels, .coefficients])
    func scans(reader: Reader) throws {
        let file = try SecureBytes(copying: Self.manyScans())
        #expect(try #require(Self.timeToEnd { try reader.read(file, $0) }) < Self.patience)
    }

    @Test("millions of segments", arguments: [Reader.header, .structure], [UInt8(0xE1), 0xE2, 0xFE])
    func segments(reader: Reader, marker: UInt8) throws {
        var segments: [UInt8] = [0xFF, marker, 0, 2]
        for _ in 0..<22 { segments += segments }
        let bytes = try SecureBytes(
            copying: [0xFF, 0xD8] + segments + JPEGFixture().encode(.noise(37, 29, .rgb, seed: 38)).dropFirst(2)
        )
        // A fast machine may be done before.
        if let time = try Self.timeToEnd({ try reader.read(bytes, $0) }) { #expect(time < Self.patience) }
    }

    @Test("segments of metadata cost no more than to walk over them")
    func metadata() throws {
        var file = try #require(SegmentedJPEG(parsing: JPEGFixture().encode(.noise(37, 29, .rgb, seed: 39))))
        let named = [(UInt8(0xE1), "Exif\0\0II"), (0xE2, "ICC_PROFILE\0\u{1}\u{9}")]
        let segments = named.map { SegmentedJPEG.Segment(marker: $0, payload: Array($1.utf8)) }
        file.segments.insert(contentsOf: (0..<200_000).map { segments[$0 % 2] }, at: 0)
        let bytes = try SecureBytes(copying: file.bytes)
        // A list that is walked to its end for each of them takes minutes.
        let time = try ContinuousClock().measure { _ = try JPEGFile(bytes) }
        #expect(time < .seconds(20))
    }

    /// A way to read a file.
    enum Reader {
        case header, structure, pixels, coefficients

        func read(_ file: SecureBytes, _ cancellation: Cancellation) throws(DecodingError) {
            let limits = DecodingLimits(maximumScans: 10_000)
            let file = try JPEGFile(file, limits: limits, cancellation: cancellation)
            switch self {
            case .header: break
            case .structure: _ = try file.checkedHeader()
            case .pixels: _ = try file.decoded()
            case .coefficients: _ = try file.edited { $1 }
            }
        }
    }

    /// A progressive file of 5000 x 5000 pixels whose scans say of one coefficient after the other, bit by bit, that it is 0
    /// in every block: each of them takes 24 bytes, and a walk over all of the picture.
    private static func manyScans() -> [UInt8] {
        let size: [UInt8] = [0x13, 0x88, 0x13, 0x88]
        // Two tables of one code, a single 0: for no difference, and for a run of blocks whose length takes 14 bits.
        let noCodes = [UInt8](repeating: 0, count: 15)
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64)
        file += [0xFF, 0xC2, 0, 17, 8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        file += [0xFF, 0xC4, 0, 38, 0, 1] + noCodes + [0, 0x10, 1] + noCodes + [0xE0]
        file += [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 625 * 625 * 3 / 8)
        file += [0x1F]
        // 11 runs of 2 * 2^14 - 1 blocks and one of 2^14 + 13 804.
        let runs = String(repeating: "0" + String(repeating: "1", count: 14), count: 11) + "0" + "11010111101100"
        let bits = runs + String(repeating: "1", count: 8 - runs.count % 8)
        let data = stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
            let byte = UInt8(bits.dropFirst(start).prefix(8), radix: 2) ?? 0
            return byte == 0xFF ? [0xFF, 0] : [byte]
        }
        for component in 1...3 as ClosedRange<UInt8> {
            for coefficient in 1...63 as ClosedRange<UInt8> {
                for bit in (0...13 as ClosedRange<UInt8>).reversed() {
                    let precision = bit == 13 ? bit : (bit + 1) << 4 | bit
                    file += [0xFF, 0xDA, 0, 8, 1, component, 0, coefficient, coefficient, precision] + data
                }
            }
        }
        return file + [0xFF, 0xD9]
    }

    /// How long `work` goes on once it is called off, which it is after 50 ms; nil if it ended by itself.
    private static func timeToEnd(_ work: (Cancellation) throws -> Void) throws -> Duration? {
        let cancellation = Cancellation()
        let calledOff = Mutex(ContinuousClock.now)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
            calledOff.withLock { $0 = .now }
            cancellation.cancel()
        }
        do {
            try work(cancellation)
        } catch DecodingError.cancelled {
            return calledOff.withLock { ContinuousClock.now - $0 }
        }
        return nil
    }
}
