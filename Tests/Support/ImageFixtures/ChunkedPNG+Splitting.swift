import SeededRandom

extension ChunkedPNG {
    /// The file with its image data cut anew into chunks of 0 to `maximumChunkSize` bytes.
    func splittingImageData(maximumChunkSize: Int, using generator: inout SeededGenerator) -> ChunkedPNG {
        let data = chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
        var parts: [Chunk] = []
        var start = 0
        while start < data.count {
            let end = min(data.count, start + generator.int(0...maximumChunkSize))
            parts.append(Chunk(type: "IDAT", data: Array(data[start..<end])))
            start = end
        }
        var file = removing("IDAT")
        file.chunks.insert(contentsOf: parts, at: index(of: "IDAT") ?? chunks.count)
        return file
    }
}
