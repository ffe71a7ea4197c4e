import SeededRandom

extension PNGSample {
    /// The file, with the compressed data in chunks of at most `chunkSize` bytes and a filter drawn for every row.
    func file(
        chunkSize: Int = .max,
        compressedBy compress: ([UInt8]) -> [UInt8] = { zlibStored($0) },
        using generator: inout SeededGenerator
    ) -> ChunkedPNG {
        var chunks = [
            ChunkedPNG.header(
                width: UInt32(width),
                height: UInt32(height),
                depth: UInt8(kind.depth),
                colorType: kind.colorType.rawValue,
                interlaced: kind.interlaced
            )
        ]
        if kind.colorType == .palette { chunks.append(.init(type: "PLTE", data: palette.flatMap { $0 })) }
        if kind.transparent {
            let wide = transparency.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let data = kind.colorType == .palette ? transparency.map { UInt8($0) } : wide
            chunks.append(.init(type: "tRNS", data: data))
        }
        let stream = compress(filteredRows(using: &generator))
        var start = 0
        while start < stream.count {
            let end = start + min(chunkSize, stream.count - start)
            chunks.append(.init(type: "IDAT", data: Array(stream[start..<end])))
            start = end
        }
        return ChunkedPNG(chunks: chunks + [.init(type: "IEND", data: [])])
    }

    /// A pass of Adam7 interlacing (PNG, section 8.2).
    private struct Pass {
        let x, y, stepX, stepY: Int

        static let adam7 = [
            Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
            Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
            Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
            Pass(x: 0, y: 1, stepX: 1, stepY: 2),
        ]
        static let whole = [Pass(x: 0, y: 0, stepX: 1, stepY: 1)]
    }

    /// The rows of all passes, each after its filter byte.
    func filteredRows(using generator: inout SeededGenerator) -> [UInt8] {
        var output: [UInt8] = []
        for pass in kind.interlaced ? Pass.adam7 : Pass.whole {
            let columns = Array(stride(from: pass.x, to: width, by: pass.stepX))
            guard !columns.isEmpty else { continue }
            var above: [UInt8] = []
            for y in stride(from: pass.y, to: height, by: pass.stepY) {
                let row = packed(columns, y: y)
                if above.isEmpty { above = Array(repeating: 0, count: row.count) }
                let filter = UInt8(generator.int(0...4))
                output.append(filter)
                output += filtered(row, above: above, by: filter)
                above = row
            }
        }
        return output
    }

    private func packed(_ columns: [Int], y: Int) -> [UInt8] {
        let channels = kind.colorType.channels
        let values = columns.flatMap { x in samples[(y * width + x) * channels..<(y * width + x + 1) * channels] }
        guard kind.depth < 16 else { return values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
        let perByte = 8 / kind.depth
        return stride(from: 0, to: values.count, by: perByte).map { start in
            (0..<perByte).reduce(UInt8(0)) { byte, offset in
                let value = start + offset < values.count ? UInt8(values[start + offset]) : 0
                return byte | value << (8 - kind.depth * (offset + 1))
            }
        }
    }

    /// Applies a filter type (PNG, section 9.2).
    private func filtered(_ row: [UInt8], above: [UInt8], by filter: UInt8) -> [UInt8] {
        let distance = max(1, kind.depth * kind.colorType.channels / 8)
        return row.indices.map { index in
            let left = index >= distance ? Int(row[index - distance]) : 0
            let up = Int(above[index])
            let upLeft = index >= distance ? Int(above[index - distance]) : 0
            let prediction =
                switch filter {
                case 1: left
                case 2: up
                case 3: (left + up) / 2
                case 4: Self.paeth(left, up, upLeft)
                default: 0
                }
            return row[index] &- UInt8(prediction)
        }
    }

    private static func paeth(_ left: Int, _ up: Int, _ upLeft: Int) -> Int {
        let estimate = left + up - upLeft
        let (toLeft, toUp, toUpLeft) = (abs(estimate - left), abs(estimate - up), abs(estimate - upLeft))
        if toLeft <= toUp, toLeft <= toUpLeft { return left }
        return toUp <= toUpLeft ? up : upLeft
    }
}
