import BoundedWork
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Rows are scaled by whole numbers")
struct RowScalerTests {
    private static let scalings =
        ImageOverlayTests.scalings + [
            (110, 40, 96, 41), (2, 2, 31, 17), (33, 1, 7, 5), (120, 90, 3, 2), (5, 60, 300, 1),
        ]

    private static func filter(_ sourceCount: Int, _ count: Int) -> LanczosFilter {
        let placement = AxisPlacement(sourceStart: 0, sourceLength: Double(sourceCount), target: 0..<count)
        return LanczosFilter(placement, sourceCount: sourceCount)
    }

    /// The terms of a sum that lie within the source.
    private static func terms(_ filter: LanczosFilter, _ index: Int, within count: Int) -> [(source: Int, weight: Int)]
    {
        (0..<filter.termCount).map { term in
            (filter.firsts[index] + term, Int(filter.weights[index * filter.termCount + term]))
        }.filter { $0.source < count }
    }

    @Test("vector instructions come to the same as sums one by one", arguments: scalings)
    func plainSums(width: Int, height: Int, targetWidth: Int, targetHeight: Int) throws {
        let columns = Self.filter(width, targetWidth)
        let rows = Self.filter(height, targetHeight)
        // Black and white swing farthest beyond what a byte holds.
        let checkers = Picture(width: width, height: height, channels: 3) { x, y, _ in
            (x / 3 + y / 2) % 2 == 0 ? 0 : 255
        }
        for content in [Picture.noise(width, height, .rgb, seed: 162), checkers] {
            let pixels = try PixelBuffer(content, gap: 5)
            let scaler = try RowScaler(columns: columns, rows: rows, sourceWidth: width)
            for y in 0..<targetHeight {
                let sums = (0..<width * 3).map { index in
                    let sum = Self.terms(rows, y, within: height).reduce(128) {
                        $0 + $1.weight * Int(content.samples[$1.source * width * 3 + index])
                    }
                    return min(max(sum >> 8, -32_768), 32_767)
                }
                let expected = (0..<targetWidth * 3).map { index in
                    let sum = Self.terms(columns, index / 3, within: width).reduce(1 << 19) {
                        $0 + $1.weight * sums[$1.source * 3 + index % 3]
                    }
                    return UInt8(min(max(sum >> 20, 0), 255))
                }
                let row = UnsafeBufferPointer(start: scaler.row(y, of: pixels, Cancellation()), count: targetWidth * 3)
                #expect(Array(row) == expected, "row \(y)")
            }
        }
    }

    @Test("the weights of every sum add up to one", arguments: scalings)
    func weights(width: Int, height: Int, targetWidth: Int, targetHeight: Int) {
        for (filter, count) in [(Self.filter(width, targetWidth), width), (Self.filter(height, targetHeight), height)] {
            for index in filter.firsts.indices {
                #expect(Self.terms(filter, index, within: count).reduce(0) { $0 + $1.weight } == 1 << 14)
            }
        }
    }
}
