@testable import ImageFixtures

/// What the IDAT chunks of a file that is not interlaced hold, read without libpng.
struct InflatedPNG {
    let inflater: Inflater
    /// Whether the checksum at the end of the stream is that of the bytes, and nothing follows it.
    let isIntact: Bool
    let picture: Picture
    /// The filter of each row.
    let filters: [UInt8]

    init?(_ file: ChunkedPNG, width: Int, height: Int, channels: Int) throws {
        let stream = file.chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
        guard stream.count > 6, (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0, stream[0] == 0x78 else { return nil }
        inflater = try Inflater(Array(stream[2...]))
        isIntact = Array(stream[(2 + inflater.byteCount)...]) == bigEndian(adler32(inflater.output))
        guard let header = file.chunks.first?.data, header.count == 13 else { return nil }
        let palette = header[9] == 3 ? file.chunks.first { $0.type == "PLTE" }?.data ?? [] : nil
        let pixelBits = Int(header[8]) * (palette == nil ? channels : 1)
        let rowCount = (width * pixelBits + 7) / 8
        guard inflater.output.count == height * (rowCount + 1) else { return nil }
        var samples: [UInt8] = []
        var above = Array(repeating: UInt8(0), count: rowCount)
        var filters: [UInt8] = []
        for y in 0..<height {
            let line = inflater.output[y * (rowCount + 1)..<(y + 1) * (rowCount + 1)]
            filters.append(line[line.startIndex])
            let step = max(1, pixelBits / 8)
            above = Self.unfiltered(Array(line.dropFirst()), above, step, filter: line[line.startIndex])
            guard let palette else {
                samples += above
                continue
            }
            for index in Self.indices(above, width, bits: pixelBits) {
                guard 3 * index < palette.count else { return nil }
                samples += palette[3 * index..<3 * index + 3]
            }
        }
        self.filters = filters
        picture = Picture(width: width, height: height, channels: channels, samples: samples)
    }

    private static func indices(_ row: [UInt8], _ width: Int, bits: Int) -> [Int] {
        (0..<width).map { x in Int(row[x * bits / 8]) >> (8 - bits - x * bits % 8) & (1 << bits - 1) }
    }

    private static func unfiltered(_ line: [UInt8], _ above: [UInt8], _ channels: Int, filter: UInt8) -> [UInt8] {
        var row = line
        for index in row.indices {
            let left = index >= channels ? Int(row[index - channels]) : 0
            let up = Int(above[index])
            let upLeft = index >= channels ? Int(above[index - channels]) : 0
            row[index] &+= UInt8([0, left, up, (left + up) / 2, paeth(left, up, upLeft)][Int(filter)])
        }
        return row
    }

    private static func paeth(_ left: Int, _ up: Int, _ upLeft: Int) -> Int {
        let estimate = left + up - upLeft
        return [left, up, upLeft].min { abs(estimate - $0) < abs(estimate - $1) } ?? 0
    }
}

/// The checksum of a zlib stream (RFC 1950, section 9).
func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
        low = (low + UInt32(byte)) % 65_521
        high = (high + low) % 65_521
    }
    return high << 16 | low
}
