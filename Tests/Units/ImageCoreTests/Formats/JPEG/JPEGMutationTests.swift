import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

/// libjpeg-turbo has two routines for baseline data, of which the faster one takes codes of no symbol for zeros.
@Suite("Whatever libjpeg can tell to be damaged is refused, by every reader")
struct JPEGMutationTests {
    private static let size = 200

    static let fixtures: [JPEGFixture] = [
        JPEGFixture(), JPEGFixture(sampling: .s444), JPEGFixture(restartInterval: 7), JPEGFixture(scans: .separate),
        JPEGFixture(scans: .progressive), JPEGFixture(optimized: true),
        JPEGFixture(sampling: .s444, restartInterval: 20, optimized: true),
    ].map { fixture in
        var fixture = fixture
        (fixture.width, fixture.height, fixture.quality) = (size, size, 75)
        return fixture
    }

    /// Whether each way to read a file takes it: to pixels, to fewer pixels, to coefficients.
    private static func verdicts(on file: [UInt8]) throws -> [Bool] {
        let bytes = try SecureBytes(copying: file)
        func isTaken(_ read: () throws(DecodingError) -> Bool) -> Bool {
            do throws(DecodingError) {
                return try read()
            } catch {
                return false
            }
        }
        return [
            isTaken { () throws(DecodingError) in
                _ = try DecodedImage(decoding: bytes)
                return true
            },
            isTaken { () throws(DecodingError) in
                try JPEGFile(bytes).blurred(by: GaussianBlur(sigma: 4), quality: 90) != nil
            },
            isTaken { () throws(DecodingError) in
                let edited = try JPEGFile(bytes).edited { $1 }
                return edited != nil
            },
        ]
    }

    /// A way to damage what follows `start`.
    enum Damage: CaseIterable {
        /// One to three bytes are others.
        case bytes
        /// Three bytes are all ones, as codes of no symbol mostly are.
        case ones

        func apply(to file: inout [UInt8], from start: Int, _ generator: inout SeededGenerator) {
            switch self {
            case .bytes:
                for _ in 0...generator.int(0...2) {
                    file[generator.int(start...file.count - 3)] = generator.bytes(1)[0]
                }
            case .ones:
                let place = generator.int(start + 1...file.count - 9)
                file.replaceSubrange(place..<place + 6, with: [0xFF, 0, 0xFF, 0, 0xFF, 0])
                // No marker is made by what stands before.
                if file[place - 1] == 0xFF { file[place - 1] = 0x7F }
            }
        }
    }

    @Test("some of its data is other data", arguments: fixtures, Damage.allCases)
    func mutations(fixture: JPEGFixture, damage: Damage) throws {
        let picture = Picture.gradient(Self.size, Self.size, channels: 3)
            .replacing(seed: 36) { x, y in x / 9 % 2 == 0 && y / 11 % 2 == 0 }
        let file = try fixture.encode(picture)
        #expect(file.count > 12_000, "the faster routine wants 3 KiB ahead")
        #expect(try JPEGFixture.isIntact(file) && Self.verdicts(on: file) == [true, true, true])
        let scan = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
        var generator = SeededGenerator(seed: 37)
        var refused = 0
        for _ in 0..<60 {
            var damaged = file
            damage.apply(to: &damaged, from: scan + 14, &generator)
            guard !JPEGFixture.isIntact(damaged) else { continue }
            refused += 1
            #expect(try Self.verdicts(on: damaged) == [false, false, false])
        }
        #expect(refused > 10)
    }

    @Test("a code of no symbol is not taken for the end of a block", arguments: [0, 40, 1000])
    func brokenCode(place: Int) throws {
        func file(isBroken: Bool) -> [UInt8] {
            CraftedJPEG(width: 320, height: 320) { at in
                let isHere = isBroken && at.component == 0 && at.row * 40 + at.column == place
                let other = (at.row * 7 + at.column * 5 + at.component) % 90 - 45
                return CraftedJPEG.Block(coefficients: [other, 5, -3, 0, 2, 9], hasBrokenEnd: isHere)
            }.bytes
        }
        #expect(try Self.verdicts(on: file(isBroken: false)) == [true, true, true])
        #expect(!JPEGFixture.isIntact(file(isBroken: true)))
        #expect(try Self.verdicts(on: file(isBroken: true)) == [false, false, false])
    }
}
