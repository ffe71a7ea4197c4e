import SecureMemory
import Synchronization
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Threads share the rows of a picture")
struct BandsTests {
    @Test(
        "bands hold every row once, in order, and none is short",
        arguments: [1, 2, 3, 8],
        [1, 31, 64, 65, 200, 1000]
    )
    func rows(threads: Int, count: Int) {
        let bands = Bands(5..<5 + count, threads: threads)
        #expect(bands.all.flatMap { Array($0) } == Array(5..<5 + count))
        #expect(bands.all.count <= threads)
        #expect(bands.all.count == 1 || bands.all.allSatisfy { $0.count >= Bands.leastRows })
        #expect(bands.all.count == threads || count < (threads * Bands.leastRows))
    }

    @Test("every band is worked on once, and a lack of memory in one is thrown")
    func failure() throws {
        let bands = Bands(0..<1000, threads: 4)
        let done = Mutex<[Int]>([])
        try bands.forEach { (_, band) throws(OutOfMemory) in done.withLock { $0.append(band.lowerBound) } }
        #expect(done.withLock { $0.sorted() } == [0, 250, 500, 750])
        #expect(throws: OutOfMemory(byteCount: 2)) {
            try bands.forEach { (index, _) throws(OutOfMemory) in
                if index == 2 { throw OutOfMemory(byteCount: 2) }
            }
        }
    }

    @Test(
        "any number of threads paints the same",
        arguments: EffectBoundsTests.Case.allCases,
        EffectBoundsTests.Kind.allCases
    )
    func sameResult(effect: EffectBoundsTests.Case, kind: EffectBoundsTests.Kind) throws {
        let picture = kind.picture(width: 23, height: 203, seed: 112)
        let target = try #require(PixelRect(x: 2, y: 3, width: 19, height: 198))
        let hole = try #require(PixelRect(x: 5, y: 60, width: 9, height: 77))
        for area in [nil, PaintArea(target), PaintArea(target, excluding: [hole])] {
            let painted = try effect.apply(to: picture, in: area)
            for threads in [2, 3, 7] {
                #expect(try effect.apply(to: picture, in: area, threads: threads) == painted, "\(threads) threads")
            }
        }
    }
}
