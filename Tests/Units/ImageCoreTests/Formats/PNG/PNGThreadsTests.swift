import BoundedWork
import SeededRandom
import Synchronization
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A PNG is inflated on one thread while another undoes its filters")
struct PNGThreadsTests {
    /// Several times the rows that are inflated at a time.
    private static func sample(
        _ colorType: PNGSample.ColorType,
        seed: UInt64 = 51,
        compressedBy compress: ([UInt8]) -> [UInt8] = { zlibCompressed($0, level: 6) }
    ) -> (file: ChunkedPNG, expected: Picture) {
        var generator = SeededGenerator(seed: seed)
        let kind = PNGSample.Kind(colorType: colorType, depth: 8, interlaced: false, transparent: false)
        let sample = PNGSample(kind, width: 411, height: 403, using: &generator)
        return (sample.file(compressedBy: compress, using: &generator), sample.expected)
    }

    private static func verdict(_ file: ChunkedPNG, _ work: WorkContext) -> PNGVerdict? {
        file.bytes.withUnsafeBytes { bytes in
            do throws(DecodingError) {
                guard let png = TruecolorPNG(bytes, limits: DecodingLimits(), Cancellation()),
                    let pixels = try png.decode(work, sharedFrom: 0)
                else { return nil }
                return .picture(pixels.picture)
            } catch {
                return .refused(error)
            }
        }
    }

    private static func verdict(_ file: ChunkedPNG, threads: Int) -> PNGVerdict? {
        verdict(file, WorkContext(threads: { threads }))
    }

    @Test("any number of threads reads the same pixels", arguments: [PNGSample.ColorType.rgb, .rgba], [1, 2, 5])
    func pixels(colorType: PNGSample.ColorType, threads: Int) {
        for level in [0, 1, 9] as [Int32] {
            let (file, expected) = Self.sample(colorType) { zlibCompressed($0, level: level) }
            #expect(Self.verdict(file, threads: threads) == .picture(expected))
        }
    }

    @Test("a thread that is gone when it is needed is not waited for")
    func withdrawn() {
        let (file, expected) = Self.sample(.rgb)
        let questions = Atomic(0)
        let work = WorkContext(threads: { questions.add(1, ordering: .relaxed).newValue == 1 ? 2 : 1 })
        #expect(Self.verdict(file, work) == .picture(expected))
        #expect(questions.load(ordering: .relaxed) > 1)
    }

    @Test("a filter type that does not exist is found in any row", arguments: [0, 1, 200, 401, 402])
    func strangeFilter(row: Int) {
        let (file, _) = Self.sample(.rgb) { rows in
            var rows = rows
            rows[row * (411 * 3 + 1)] = 5
            return zlibCompressed(rows, level: 1)
        }
        #expect(Self.verdict(file, threads: 2) == nil)
        #expect(!PNGVerdict.ofLibPNG(file.bytes).isPicture)
    }

    @Test("a stream that ends early, or has a wrong checksum, is left to libpng", arguments: [4, 5, 1000, 300_000])
    func damage(missing: Int) {
        let files = [false, true].map { isCut in
            Self.sample(.rgb) { rows in
                var stream = zlibCompressed(rows, level: 0)
                if isCut { stream.removeLast(missing) } else { stream[stream.count - min(missing, 4)] ^= 1 }
                return stream
            }.file
        }
        for file in files {
            #expect(Self.verdict(file, threads: 2) == nil)
        }
    }

    @Test("work that nobody waits for any more ends on both threads")
    func cancellation() {
        let (file, _) = Self.sample(.rgba)
        let cancellation = Cancellation()
        let work = WorkContext(
            cancellation: cancellation,
            threads: {
                cancellation.cancel()
                return 2
            }
        )
        #expect(Self.verdict(file, work) == .refused(.cancelled))
    }
}
