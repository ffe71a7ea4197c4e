import BoundedWork
import SecureMemory

/// Blocks of 4x4 pixels, row by row from the top left.
enum ASTCPicture {
    static let blockEdge = 4
    static let blockByteCount = 16

    static func blocks(_ size: PixelSize) -> (width: Int, height: Int) {
        ((size.width + blockEdge - 1) / blockEdge, (size.height + blockEdge - 1) / blockEdge)
    }

    /// The blocks that a pixel of `rects` lies in, as pixels of a picture that has one for each block.
    static func blocks(
        in rects: [PixelRect],
        _ size: PixelSize,
        _ cancellation: Cancellation
    ) throws(DecodingError) -> PixelSet {
        let (width, height) = blocks(size)
        guard let blocks = PixelSize(width: width, height: height) else { throw .payloadDoesNotFit }
        let last = blockEdge - 1
        return try mapError(
            PixelSet(
                rects.compactMap { rect in
                    PixelRect(
                        columns: rect.x / blockEdge..<(rect.maxX + last) / blockEdge,
                        rows: rect.y / blockEdge..<(rect.maxY + last) / blockEdge
                    )
                },
                in: blocks,
                cancellation: cancellation
            ),
            DecodingError.init
        )
    }

    static func byteCount(_ size: PixelSize) -> Int {
        let (width, height) = blocks(size)
        return width * height * blockByteCount
    }

    /// Rows of blocks that are worth a thread of their own.
    private static let leastRows = 8

    /// The pixels as RGBA by the bits of each block, asked for by column and row, on several threads; not all once the work is
    /// cancelled.
    static func decode(
        _ size: PixelSize,
        _ profile: ASTCProfile,
        _ work: WorkContext,
        block: (_ column: Int, _ row: Int) -> ASTCBits
    ) throws(OutOfMemory) -> PixelBuffer {
        var pixels = try PixelBuffer(uninitialized: size, format: .rgba)
        let target = pixels.sharedRows
        let bands = Bands(0..<blocks(size).height, threads: work.threads, leastRows: leastRows)
        try bands.forEach { (_, band) throws(OutOfMemory) in
            let decoder = try ASTCBlockDecoder(profile)
            try decode(band.whileWanted(work.cancellation), by: decoder, into: target, block: block)
        }
        return pixels
    }

    private static func decode(
        _ rows: some Sequence<Int>,
        by decoder: borrowing ASTCBlockDecoder,
        into pixels: SharedRows,
        block: (_ column: Int, _ row: Int) -> ASTCBits
    ) throws(OutOfMemory) {
        let size = pixels.size
        let width = blocks(size).width
        let corner = try WipedBuffer<UInt8>(count: 64)
        for row in rows {
            let y = row * blockEdge
            let rowCount = min(size.height - y, blockEdge)
            let wholeCount = rowCount == blockEdge ? size.width / blockEdge : 0
            let target = UnsafeMutableRawPointer(pixels.row(y))
            for column in 0..<wholeCount {
                decoder.decode(block(column, row), to: target + column &* 16, stride: pixels.stride)
            }
            for column in wholeCount..<width {
                decoder.decode(block(column, row), to: UnsafeMutableRawPointer(corner.base), stride: 16)
                let count = min(size.width - column * blockEdge, blockEdge) * 4
                for line in 0..<rowCount {
                    (pixels.row(y + line) + column * 16).update(from: corner.base + line * 16, count: count)
                }
            }
        }
    }
}
