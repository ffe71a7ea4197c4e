/// A snapshot of iOS with a texture in ASTC 4x4: KTX 1.1 or ATX, in any order of blocks.
///
/// A block keeps two colours as they are, and others as four steps between them.
struct TextureFixture {
    /// An order of the blocks of an ATX.
    enum Order: CaseIterable {
        case rows, columnFirst, rowFirst
    }

    /// The picture, of 1, 3 or 4 channels.
    let picture: Picture
    /// Whether nothing was ever written to a block.
    var isEmpty: (_ column: Int, _ row: Int) -> Bool = { _, _ in false }

    private var columns: Int { (picture.width + 3) / 4 }
    private var rows: Int { (picture.height + 3) / 4 }

    /// A KTX 1.1, whose blocks follow each other row by row.
    ///
    /// - Parameter isCompressed: Whether the blocks are in a stream of LZFSE, which keeps them as they are.
    func ktx(isCompressed: Bool = false) -> [UInt8] {
        let key: [UInt8] = isCompressed ? number(18) + Array("Compression_APPLE\0".utf8) + [0, 0] : []
        let fields = [0x0403_0201, 0, 1, 0, 0x93B0, 0x1908, picture.width, picture.height, 0, 0, 1, 1, key.count]
        let head = [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x31, 0x31, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A] + fields.flatMap(number)
        let blocks = blocks(.rows)
        guard isCompressed else { return head + number(blocks.count) + blocks }
        let stream = stored(blocks)
        return head + key + number(stream.count + 8) + Array("LZFS".utf8) + number(stream.count) + stream
    }

    /// An ATX.
    ///
    /// - Parameter isPadded: Whether tiles at the edges have all of their blocks.
    func atx(_ order: Order, isPadded: Bool = false) -> [UInt8] { atx("astc", blocks(order, isPadded: isPadded)) }

    /// An ATX whose blocks are in a stream of LZFSE.
    func compressedATX() -> [UInt8] { atx("LZFS", stored(blocks(.rows))) }

    private func atx(_ tag: String, _ payload: [UInt8]) -> [UInt8] {
        let fields = [
            0, 0, 0, 0, 0x93B0, 0x1908, picture.width, picture.height, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 3, 5,
        ]
        return Array("AAPL\r\n\u{1A}\n".utf8)
            + number(fields.count * 4) + Array("HEAD".utf8) + fields.flatMap(number)
            + number(payload.count + 4) + Array(tag.utf8) + number(payload.count) + payload
            + number(0) + Array("END ".utf8)
    }

    private func stored(_ bytes: [UInt8]) -> [UInt8] {
        Array("bvx-".utf8) + number(bytes.count) + bytes + Array("bvx$".utf8)
    }

    private func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    private func blocks(_ order: Order, isPadded: Bool = false) -> [UInt8] {
        guard order != .rows else { return (0..<rows).flatMap { row in (0..<columns).flatMap { block($0, row) } } }
        var bytes: [UInt8] = []
        for top in stride(from: 0, to: rows, by: 32) {
            for left in stride(from: 0, to: columns, by: 32) {
                for place in 0..<1024 {
                    let (even, odd) = (everySecondBit(place), everySecondBit(place >> 1))
                    let column = left + (order == .columnFirst ? even : odd)
                    let row = top + (order == .columnFirst ? odd : even)
                    if column < columns, row < rows {
                        bytes += block(column, row)
                    } else if isPadded {
                        bytes += [UInt8](repeating: 0, count: 16)
                    }
                }
            }
        }
        return bytes
    }

    private func everySecondBit(_ number: Int) -> Int {
        (0..<5).reduce(0) { $0 | (number >> (2 * $1) & 1) << $1 }
    }

    /// A block of one plane, of endpoints of red, green, blue and alpha and 4 x 4 weights of two bits.
    private func block(_ column: Int, _ row: Int) -> [UInt8] {
        guard !isEmpty(column, row) else { return [UInt8](repeating: 0, count: 16) }
        let texels = (0..<16).map {
            texel(min(column * 4 + $0 % 4, picture.width - 1), min(row * 4 + $0 / 4, picture.height - 1))
        }
        func sum(_ texel: [Int]) -> Int { texel[0] + texel[1] + texel[2] }
        let first = texels.min { sum($0) < sum($1) } ?? []
        let second = texels.max { sum($0) + $0[3] < sum($1) + $1[3] } ?? []
        // Such a block tells no more than one colour.
        if first == second {
            return [0xFC, 0xFD] + [UInt8](repeating: 0xFF, count: 6) + first.flatMap { [UInt8($0), UInt8($0)] }
        }
        let axis = zip(first, second).map { $1 - $0 }
        let length = axis.map { $0 * $0 }.reduce(0, +)
        var bits = [UInt8](repeating: 0, count: 16)
        func set(_ value: Int, at place: Int, count: Int) {
            for bit in 0..<count where value >> bit & 1 == 1 {
                bits[(place + bit) / 8] |= 1 << UInt8((place + bit) % 8)
            }
        }
        set(0x42 | 12 << 13, at: 0, count: 17)
        for channel in 0..<4 {
            set(first[channel], at: 17 + 16 * channel, count: 8)
            set(second[channel], at: 25 + 16 * channel, count: 8)
        }
        for (index, texel) in texels.enumerated() {
            let place = zip(zip(texel, first), axis).map { ($0.0 - $0.1) * $1 }.reduce(0, +)
            let weight = min(max((3 * place + length / 2) / length, 0), 3)
            // Weights are written from the end, bit by bit.
            set(weight >> 1, at: 126 - 2 * index, count: 1)
            set(weight & 1, at: 127 - 2 * index, count: 1)
        }
        return bits
    }

    private func texel(_ x: Int, _ y: Int) -> [Int] {
        let samples = picture[x, y].map(Int.init)
        switch picture.channels {
        case 1: return [samples[0], samples[0], samples[0], 255]
        case 3: return samples + [255]
        default: return samples
        }
    }
}
