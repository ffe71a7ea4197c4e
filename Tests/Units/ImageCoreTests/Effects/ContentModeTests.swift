import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A picture is placed as its content mode says")
struct ContentModeTests {
    struct Case: CustomStringConvertible {
        let mode: ContentMode
        let content: (width: Int, height: Int)
        let target: (width: Int, height: Int)
        /// Start and length of what is shown of the picture, then where, for columns and for rows.
        let columns: (start: Double, length: Double, target: Range<Int>)
        let rows: (start: Double, length: Double, target: Range<Int>)

        var description: String { "\(mode) \(content) in \(target)" }
    }

    private typealias Axis = (start: Double, length: Double, target: Range<Int>)

    private static func example(
        _ mode: ContentMode,
        _ content: (Int, Int),
        in target: (Int, Int),
        columns: Axis,
        rows: Axis
    ) -> Case {
        Case(mode: mode, content: content, target: target, columns: columns, rows: rows)
    }

    static let table: [Case] = [
        example(.aspectFill, (200, 100), in: (100, 100), columns: (50, 100, 0..<100), rows: (0, 100, 0..<100)),
        example(.aspectFill, (100, 100), in: (50, 200), columns: (37.5, 25, 0..<50), rows: (0, 100, 0..<200)),
        example(.aspectFill, (30, 20), in: (90, 60), columns: (0, 30, 0..<90), rows: (0, 20, 0..<60)),
        example(.aspectFill, (3, 1), in: (1, 1), columns: (1, 1, 0..<1), rows: (0, 1, 0..<1)),
        example(.aspectFit, (200, 100), in: (100, 100), columns: (0, 200, 0..<100), rows: (0, 100, 25..<75)),
        example(.aspectFit, (3, 3), in: (10, 4), columns: (0, 3, 3..<7), rows: (0, 3, 0..<4)),
        example(.aspectFit, (1, 1_000), in: (10, 10), columns: (0, 1, 4..<5), rows: (0, 1_000, 0..<10)),
        example(.aspectFit, (100, 50), in: (100, 50), columns: (0, 100, 0..<100), rows: (0, 50, 0..<50)),
        example(.fill, (7, 90), in: (31, 2), columns: (0, 7, 0..<31), rows: (0, 90, 0..<2)),
        example(.center, (4, 4), in: (9, 9), columns: (0, 4, 2..<6), rows: (0, 4, 2..<6)),
        example(.center, (10, 11), in: (5, 4), columns: (2, 5, 0..<5), rows: (3, 4, 0..<4)),
        example(.center, (10, 2), in: (4, 8), columns: (3, 4, 0..<4), rows: (0, 2, 3..<5)),
    ]

    @Test("the table of sizes holds", arguments: table)
    func placement(of example: Case) throws {
        let content = try #require(PixelSize(width: example.content.width, height: example.content.height))
        let target = try #require(PixelSize(width: example.target.width, height: example.target.height))
        let placement = example.mode.placement(of: content, in: target)
        for (found, expected) in [(placement.columns, example.columns), (placement.rows, example.rows)] {
            #expect(abs(found.sourceStart - expected.start) < 1e-9)
            #expect(abs(found.sourceLength - expected.length) < 1e-9)
            #expect(found.target == expected.target)
        }
    }

    @Test("aspectFill leaves no gap, aspectFit and fill cut nothing off, whatever the sizes")
    func properties() throws {
        var generator = SeededGenerator(seed: 141)
        for _ in 0..<2_000 {
            let content = try #require(PixelSize(width: generator.int(1...3_000), height: generator.int(1...3_000)))
            let target = try #require(PixelSize(width: generator.int(1...3_000), height: generator.int(1...3_000)))
            let fill = ContentMode.aspectFill.placement(of: content, in: target)
            #expect(fill.columns.target == 0..<target.width && fill.rows.target == 0..<target.height)
            let fit = ContentMode.aspectFit.placement(of: content, in: target)
            #expect(fit.columns.sourceLength == Double(content.width))
            #expect(fit.rows.sourceLength == Double(content.height))
            #expect(fit.columns.target.count == target.width || fit.rows.target.count == target.height)
            for mode in ContentMode.allCases {
                let (columns, rows) = mode.placement(of: content, in: target)
                for (axis, source, length) in [
                    (columns, content.width, target.width), (rows, content.height, target.height),
                ] {
                    #expect(axis.sourceStart >= 0 && axis.sourceStart + axis.sourceLength <= Double(source) + 1e-6)
                    #expect(!axis.target.isEmpty && axis.target.clamped(to: 0..<length) == axis.target)
                }
            }
        }
    }
}
