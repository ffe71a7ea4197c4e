import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Coefficients are written as libjpeg would write them")
struct CoefficientWriterTests {
    /// What libjpeg makes of the file that was written.
    private static func expectSame(_ file: [UInt8], _ comment: Comment? = nil) throws {
        let written = try #require(try JPEGFile(SecureBytes(copying: file)).rewritten(), comment)
        let bytes = written.withUnsafeBytes(Array.init)
        #expect(try JPEGFixture.rewriting(bytes) == bytes, comment)
        #expect(JPEGFixture.isIntact(bytes), comment)
    }

    @Test("files of every sampling, at every edge", arguments: JPEGFixture.Sampling.all)
    func samplings(sampling: JPEGFixture.Sampling) throws {
        for (width, height) in [(1, 1), (8, 8), (16, 16), (17, 9), (64, 32), (71, 33), (90, 100)] {
            for quality in [5, 60, 100] {
                let fixture = JPEGFixture(width: width, height: height, sampling: sampling, quality: quality)
                let picture = Picture.noise(width, height, channels: 3, seed: UInt64(quality))
                try Self.expectSame(fixture.encode(picture), "\(fixture) of quality \(quality)")
            }
        }
    }

    @Test("coefficients of every size, after zeros in every number", arguments: [0, 1, 2, 3, 4])
    func extremes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: 60 + seed)
        let levels = [1, 1, 2, 3, 15, 16, 511, 512, 1022, 1023]
        let crafted = CraftedJPEG(width: 320, height: 240) { _ in
            let isDense = generator.int(0...9) < 2
            var coefficients = (0..<64).map { _ -> Int in
                guard isDense || generator.int(0...11) == 0 else { return 0 }
                let level = levels[generator.int(0...levels.count - 1)]
                return generator.int(0...1) == 0 ? level : -level
            }
            coefficients[0] = [-1024, 1023, 0, -1, 1, 700][generator.int(0...5)]
            let end = coefficients.lastIndex { $0 != 0 } ?? 0
            return .init(coefficients: Array(coefficients[...end]))
        }
        try Self.expectSame(crafted.bytes)
    }

    @Test("bytes that are all ones have a zero after them, wherever they stand")
    func ones() throws {
        // The codes of the longest runs begin with ones, and so do large numbers above zero.
        for shift in 0..<16 {
            let crafted = CraftedJPEG(width: 64, height: 64) { place in
                .init(
                    coefficients: [place.column + shift] + Array(repeating: 0, count: shift) + [1023, 511, 1023, 255]
                )
            }
            try Self.expectSame(crafted.bytes, "\(shift)")
        }
    }
}
