import CLibDeflate
import Foundation
import ImageCore
import SecureMemory
import SeededRandom
import Testing

@testable import ImageFixtures

/// Files of many pixels that are small as files and made fast: rows of a pattern, each shifted against the one before.
struct LargeFile {
    let width: Int
    let height: Int

    /// A PNG whose samples are stored as `depth` bits.
    ///
    /// - Parameter colorType: 2 for RGB, 3 for a palette of 256 colours, 6 for RGB with alpha.
    func png(depth: Int = 8, colorType: UInt8 = 2, interlaced: Bool = false) throws -> SecureBytes {
        let samples = colorType == 3 ? 1 : colorType == 6 ? 4 : 3
        var data: [UInt8] = []
        data.reserveCapacity(width * height * samples * depth / 8 + height * 2)
        for pass in interlaced ? Self.passes : [(x: 0, y: 0, dx: 1, dy: 1)] {
            let columns = (width - pass.x + pass.dx - 1) / pass.dx
            let rows = (height - pass.y + pass.dy - 1) / pass.dy
            let pattern = Pattern(count: columns * samples * depth / 8)
            for row in 0..<rows {
                data.append(0)
                data.append(contentsOf: pattern.row(row))
            }
        }
        let header = ChunkedPNG.header(
            width: UInt32(width),
            height: UInt32(height),
            depth: UInt8(depth),
            colorType: colorType,
            interlaced: interlaced
        )
        var chunks = [header]
        if colorType == 3 { chunks.append(.init(type: "PLTE", data: (0..<768).map { UInt8($0 / 3 ^ $0 % 3 * 85) })) }
        chunks.append(.init(type: "IDAT", data: try Self.deflated(data)))
        chunks.append(.init(type: "IEND", data: []))
        return try SecureBytes(copying: ChunkedPNG(chunks: chunks).bytes)
    }

    /// A JPEG of the same pattern.
    func jpeg(_ space: JPEGFixture.Space = .ycc, _ scans: JPEGFixture.Scans = .baseline) throws -> SecureBytes {
        let pattern = Pattern(count: width * space.channels)
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height * space.channels)
        for row in 0..<height { samples.append(contentsOf: pattern.row(row / 8)) }
        let picture = Picture(width: width, height: height, channels: space.channels, samples: samples)
        let fixture = JPEGFixture(width: width, height: height, space: space, scans: scans, quality: 60)
        return try SecureBytes(copying: fixture.encode(picture))
    }

    private static func deflated(_ data: [UInt8]) throws -> [UInt8] {
        let compressor = try #require(libdeflate_alloc_compressor(1))
        defer { libdeflate_free_compressor(compressor) }
        var stream = [UInt8](repeating: 0, count: libdeflate_zlib_compress_bound(compressor, data.count))
        let count = libdeflate_zlib_compress(compressor, data, data.count, &stream, stream.count)
        return Array(stream.prefix(count))
    }

    /// Adam7 (PNG, section 8.2).
    private static let passes: [(x: Int, y: Int, dx: Int, dy: Int)] = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
}

/// Rows of words as a screen has them: runs of one value, and noise among it.
private struct Pattern {
    private let line: [UInt8]
    private let count: Int

    init(count: Int) {
        var generator = SeededGenerator(seed: 12)
        var line: [UInt8] = []
        while line.count < 2 * count + 4096 {
            line += Array(repeating: 0xF0, count: 40 + Int(generator.next() % 400))
            line += generator.bytes(20 + Int(generator.next() % 60))
        }
        self.line = line
        self.count = count
    }

    /// Rows come in bands of 24 that are equal but for a shift.
    func row(_ index: Int) -> ArraySlice<UInt8> {
        let start = (index / 24 * 136 + index % 24 * 4) % (count + 4096)
        return line[start..<start + count]
    }
}
