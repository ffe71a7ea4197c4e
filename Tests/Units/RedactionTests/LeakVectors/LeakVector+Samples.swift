import SeededRandom

@testable import ImageFixtures

extension LeakVector {
    /// Samples that are stored and not seen.
    static let samples: [LeakVector] = [
        invisibleColor(depth: 8, colorType: 6, colorBytes: 3, alphaBytes: 1),
        invisibleColor(depth: 16, colorType: 6, colorBytes: 6, alphaBytes: 2),
        invisibleColor(depth: 8, colorType: 4, colorBytes: 1, alphaBytes: 1),
        transparentEntry,
        unusedEntries,
        lowBytes(colorType: 0, channels: 1),
        lowBytes(colorType: 2, channels: 3),
        lowBytes(colorType: 6, channels: 4),
        rowPadding,
    ]

    /// The colour of pixels whose alpha is 0, every other column.
    private static func invisibleColor(
        depth: UInt8,
        colorType: UInt8,
        colorBytes: Int,
        alphaBytes: Int
    ) -> LeakVector {
        func file(_ hidden: [UInt8]) -> [UInt8] {
            var generator = SeededGenerator(seed: 12)
            let rows = (0..<30).map { y in
                (0..<40).flatMap { x in
                    let seen = generator.bytes(colorBytes)
                    let start = (y * 40 + x) * colorBytes
                    let color = x % 2 == 0 ? seen : Array(hidden[start..<start + colorBytes])
                    return color + Array(repeating: x % 2 == 0 ? 255 : 0, count: alphaBytes)
                }
            }
            return ChunkedPNG(width: 40, depth: depth, colorType: colorType, rows: rows).bytes
        }
        return LeakVector(
            "PNG: colour beneath alpha 0, \(colorBytes * 8) bits",
            clean: file(Array(repeating: 0, count: 1200 * colorBytes)),
            laden: file(sentinels(1200 * colorBytes)),
            isVerbatim: false
        )
    }

    /// A palette of which the pixels use the first four entries.
    private static func paletted(palette: [UInt8], transparency: [UInt8] = []) -> [UInt8] {
        var generator = SeededGenerator(seed: 13)
        let rows = (0..<30).map { _ in generator.bytes(40).map { $0 % 4 } }
        let chunks =
            [ChunkedPNG.Chunk(type: "PLTE", data: palette)]
            + (transparency.isEmpty ? [] : [ChunkedPNG.Chunk(type: "tRNS", data: transparency)])
        return ChunkedPNG(width: 40, depth: 8, colorType: 3, rows: rows, chunks: chunks).bytes
    }

    private static let usedEntries: [UInt8] = [10, 20, 30, 200, 190, 180, 90, 0, 255, 0, 255, 90]

    private static let unusedEntries = LeakVector(
        "PNG: unused palette entries",
        clean: paletted(palette: usedEntries),
        laden: paletted(palette: usedEntries + sentinels(252 * 3))
    )

    private static let transparentEntry = LeakVector(
        "PNG: the colour of a palette entry whose alpha is 0",
        clean: paletted(palette: usedEntries, transparency: [0, 0]),
        laden: paletted(palette: Array(sentinel.prefix(6)) + usedEntries.dropFirst(6), transparency: [0, 0]),
        isVerbatim: false
    )

    private static func lowBytes(colorType: UInt8, channels: Int) -> LeakVector {
        func file(_ low: [UInt8]) -> [UInt8] {
            var generator = SeededGenerator(seed: 14)
            let rows = (0..<30).map { y in
                (0..<40 * channels).flatMap { [UInt8(generator.int(0...255)), low[y * 40 * channels + $0]] }
            }
            return ChunkedPNG(width: 40, depth: 16, colorType: colorType, rows: rows).bytes
        }
        return LeakVector(
            "PNG: low bytes of 16 bits, \(channels) channels",
            clean: file(Array(repeating: 0, count: 1200 * channels)),
            laden: file(sentinels(1200 * channels)),
            isVerbatim: false
        )
    }

    /// The bits of a row's last byte that no pixel uses, of a picture of one bit a pixel.
    private static let rowPadding: LeakVector = {
        func file(_ hidden: UInt8) -> [UInt8] {
            var generator = SeededGenerator(seed: 15)
            let rows = (0..<30).map { _ in generator.bytes(5) + [0xA0 | hidden] }
            return ChunkedPNG(width: 43, depth: 1, colorType: 0, rows: rows).bytes
        }
        return LeakVector("PNG: bits behind a row", clean: file(0), laden: file(0x1F), isVerbatim: false)
    }()
}
