import SeededRandom

/// Damages PNG files in the ways that reach different layers of a decoder.
struct PNGMutator {
    var generator: SeededGenerator

    /// A file like `file`, with one to three things about it changed.
    mutating func mutate(_ file: ChunkedPNG) -> [UInt8] {
        var file = file
        for _ in 0..<generator.int(1...2) where !file.chunks.isEmpty { mutateChunks(&file) }
        if let index = file.index(of: "IDAT"), generator.int(0...1) == 0 {
            file.chunks[index].data = zlibRepaired(file.chunks[index].data, byteCount: 4000)
        }
        var bytes = file.bytes
        if generator.int(0...5) == 0 { mutateBytes(&bytes) }
        return bytes
    }

    /// Checksums are right afterwards, so that the damage gets past them.
    private mutating func mutateChunks(_ file: inout ChunkedPNG) {
        let index = generator.int(0...file.chunks.count - 1)
        switch generator.int(0...11) {
        case 0: file.chunks.remove(at: index)
        case 1: file.chunks.insert(file.chunks[index], at: generator.int(0...file.chunks.count))
        case 2: file.chunks.swapAt(index, generator.int(0...file.chunks.count - 1))
        case 3: file.chunks.insert(.init(type: randomType(), data: generator.bytes(generator.int(0...40))), at: index)
        case 4: file.chunks[index].type = randomType()
        case 5: file.chunks[index].data += generator.bytes(generator.int(1...5))
        case 6: file.chunks[index].data.removeLast(min(generator.int(1...5), file.chunks[index].data.count))
        case 7: file = file.splittingImageData(maximumChunkSize: generator.int(1...30), using: &generator)
        case 8: flipBit(of: &file.chunks[file.index(of: "IHDR") ?? index].data)
        default: flipBit(of: &file.chunks[file.index(of: "IDAT") ?? index].data)
        }
    }

    private mutating func mutateBytes(_ bytes: inout [UInt8]) {
        switch generator.int(0...2) {
        case 0: bytes.removeLast(generator.int(0...bytes.count - 1))
        case 1: flipBit(of: &bytes)
        default: bytes += generator.bytes(generator.int(1...30))
        }
    }

    private mutating func flipBit(of bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        bytes[generator.int(0...bytes.count - 1)] ^= 1 << UInt8(generator.int(0...7))
    }

    private mutating func randomType() -> String {
        let types = [
            "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "eXIf", "iCCP", "sRGB", "tEXt", "prVt", "prvt", "pr t", "ABCD",
        ]
        return types[generator.int(0...types.count - 1)]
    }
}
