import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Matches of places")
struct MatchCollectorTests {
    private static let counts = [0, 1, 7, 8, 9, 257, 258, 259, 5000, 266, 30_000]

    /// Runs of one pixel, repetitions from far and near, and bytes of three values, with room to read on in vain.
    private static func bytes(pixelDistance: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(40 + pixelDistance))
        var bytes = generator.bytes(4)
        while bytes.count < counts.reduce(0, +) {
            switch generator.int(0...2) {
            case 0: bytes += (0..<generator.int(1...50)).map { _ in UInt8(generator.int(0...2)) }
            case 1:
                let distance = generator.int(1...min(bytes.count, 34_000))
                for _ in 0..<generator.int(3...900) { bytes.append(bytes[bytes.count - distance]) }
            default:
                for _ in 0..<generator.int(1...1500) { bytes.append(bytes[bytes.count - pixelDistance]) }
            }
        }
        return bytes + Array(repeating: 1, count: 64)
    }

    /// The matches of each place of a range.
    private static func matches(
        of collector: borrowing MatchCollector,
        _ bytes: [UInt8],
        _ range: Range<Int>
    ) -> [[MatchCollector.Match]] {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            collector.collect(base, range, 2 * DeflateAlphabet.longestDistance, Cancellation())
        }
        let first = (0...range.count).map { Int(collector.firstMatch.base[$0]) }
        return (0..<range.count).map { place in (first[place]..<first[place + 1]).map { collector.matches.base[$0] } }
    }

    @Test(
        "are true, within reach and within the bytes, each longer than the one before, however little memory there is",
        arguments: [1, 2, 3, 4],
        [1, 2, MatchCollector.averageOfPlace]
    )
    func truth(pixelDistance: Int, average: Int) throws {
        let bytes = Self.bytes(pixelDistance: pixelDistance)
        for rowDistance in [300, DeflateAlphabet.longestDistance, 40_000] {
            let collector = try MatchCollector(
                rowDistance: rowDistance,
                pixelDistance: pixelDistance,
                capacity: 30_000,
                average: average
            )
            collector.reset()
            var start = 0
            for count in Self.counts {
                let range = start..<start + count
                start += count
                let matches = Self.matches(of: collector, bytes, range)
                #expect(matches.map(\.count).reduce(0, +) <= average * 30_000)
                for (place, matches) in zip(range, matches) {
                    #expect(zip(matches, matches.dropFirst()).allSatisfy { $0.length < $1.length })
                    let areTrue = matches.allSatisfy { Self.isTrue($0, at: place, before: range.upperBound, in: bytes) }
                    #expect(areTrue, "at \(place) of \(range)")
                }
            }
        }
    }

    private static func isTrue(
        _ match: MatchCollector.Match,
        at place: Int,
        before end: Int,
        in bytes: [UInt8]
    ) -> Bool {
        let (length, distance) = (Int(match.length), Int(match.distanceMinusOne) + 1)
        guard (3...258).contains(length), place + length <= end, distance <= min(place, 32_767) else { return false }
        return bytes[place..<place + length].elementsEqual(bytes[place - distance..<place - distance + length])
    }

    @Test("each place of a run of one colour has the pixel before, and nothing else")
    func run() throws {
        let bytes = [UInt8](repeating: 5, count: 3000)
        let collector = try MatchCollector(rowDistance: 300, pixelDistance: 3, capacity: 2000)
        collector.reset()
        let matches = Self.matches(of: collector, bytes, 0..<2000)
        // The first few look back less than a pixel.
        let inside = matches[6...2000 - 258]
        for matches in inside { #expect(matches.map(\.length) == [258] && matches.map(\.distanceMinusOne) == [2]) }
    }
}
