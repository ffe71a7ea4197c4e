extension ChunkedPNG {
    /// A file that holds `picture`, of 3 or 4 channels, at 8 bits without a filter.
    init(holding picture: Picture) {
        self.init(width: picture.width, depth: 8, colorType: picture.channels == 4 ? 6 : 2, rows: picture.rows)
    }

    /// As ``init(holding:)``, but deflated.
    init(deflating picture: Picture) {
        self.init(holding: picture)
        let data = zlibCompressed(picture.rows.flatMap { [0] + $0 }, level: 1)
        if let index = chunks.firstIndex(where: { $0.type == "IDAT" }) { chunks[index].data = data }
    }

    /// A file with rows as they are stored, without their filter bytes.
    ///
    /// - Parameter chunks: What stands between the header and the pixels.
    init(width: Int, depth: UInt8, colorType: UInt8, rows: [[UInt8]], chunks: [Chunk] = []) {
        let header = Self.header(
            width: UInt32(width),
            height: UInt32(rows.count),
            depth: depth,
            colorType: colorType,
            interlaced: false
        )
        let data = zlibStored(rows.flatMap { [0] + $0 }, blockSize: 65_535)
        self.init(chunks: [header] + chunks + [.init(type: "IDAT", data: data), .init(type: "IEND", data: [])])
    }
}
