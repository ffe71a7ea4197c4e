@testable import ImageCore

/// A WebP as a list of chunks, to be changed.
struct WebPChunks {
    /// Name and content of each.
    var chunks: [(type: String, data: [UInt8])]

    /// The chunks of a whole file.
    init(parsing file: [UInt8]) {
        chunks = []
        var position = 12
        while position + 8 <= file.count {
            let count = (0..<4).reduce(0) { $0 | Int(file[position + 4 + $1]) << (8 * $1) }
            let type = String(decoding: file[position..<position + 4], as: UTF8.self)
            chunks.append((type, Array(file[position + 8..<position + 8 + count])))
            position += 8 + count + count % 2
        }
    }

    init(_ chunks: [(String, [UInt8])]) {
        self.chunks = chunks.map { (type: $0.0, data: $0.1) }
    }

    /// The picture of a plain file in an extended one.
    ///
    /// - Parameters:
    ///   - flags: Of what there is besides.
    ///   - before: Chunks in front of the picture.
    ///   - after: Chunks behind it.
    func extended(
        _ width: Int,
        _ height: Int,
        flags: UInt8,
        before: [(String, [UInt8])] = [],
        after: [(String, [UInt8])] = []
    ) -> WebPChunks {
        let pictures = chunks.filter { $0.type != "VP8X" }.map { ($0.type, $0.data) }
        return WebPChunks([("VP8X", Self.canvas(width, height, flags: flags))] + before + pictures + after)
    }

    /// The content of VP8X.
    static func canvas(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
        let edges = [width, height].flatMap { UInt32($0 - 1).littleEndianBytes.prefix(3) }
        return [flags, 0, 0, 0] + edges
    }

    /// The file.
    var bytes: [UInt8] {
        let content = chunks.flatMap { chunk -> [UInt8] in
            let padding: [UInt8] = chunk.data.count.isMultiple(of: 2) ? [] : [0]
            return Array(chunk.type.utf8) + UInt32(chunk.data.count).littleEndianBytes + chunk.data + padding
        }
        return Array("RIFF".utf8) + UInt32(content.count + 4).littleEndianBytes + Array("WEBP".utf8) + content
    }
}
