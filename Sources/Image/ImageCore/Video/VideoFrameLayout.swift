import CPixelKernels

/// How the samples of a frame of a video lie in memory: 8 bits each, row by row, without padding.
public struct VideoFrameLayout: Sendable, Hashable {
    /// The kinds of samples.
    public enum Samples: Sendable, Hashable {
        /// A plane of luma and two of chroma; a sample of chroma stands for `1 << shift` pixels, fewer at the last edges.
        case planar(shiftX: Int, shiftY: Int, VideoColors)
        /// Red, green, blue and alpha of a pixel, in sRGB.
        case rgba
    }

    /// Width and height in pixels.
    public let size: PixelSize
    /// The kind of samples.
    public let samples: Samples

    /// Frames of a size.
    public init(_ size: PixelSize, _ samples: Samples) {
        (self.size, self.samples) = (size, samples)
    }

    /// The edge of the blocks of ``changedBlocks(from:to:tolerance:)``, in pixels.
    public static let blockEdge = 16

    /// Columns and rows of blocks.
    public var blocks: PixelSize {
        PixelSize(uncheckedWidth: Self.blocks(size.width), height: Self.blocks(size.height))
    }

    private static func blocks(_ pixels: Int) -> Int { (pixels + blockEdge - 1) / blockEdge }

    /// Bytes of a frame.
    public var byteCount: Int { planes.reduce(0) { $0 + $1.rowBytes * $1.rows } }

    /// The layout of the pixels that a frame becomes.
    public var pixelFormat: PixelFormat { samples == .rgba ? .rgba : .rgb }

    struct Plane {
        let offset: Int
        let rowBytes: Int
        let rows: Int
        let block: (bytes: Int, rows: Int)
    }

    var planes: [Plane] {
        let (width, height, edge) = (size.width, size.height, Self.blockEdge)
        guard case .planar(let x, let y, _) = samples else {
            return [Plane(offset: 0, rowBytes: 4 * width, rows: height, block: (4 * edge, edge))]
        }
        let luma = Plane(offset: 0, rowBytes: width, rows: height, block: (edge, edge))
        let (columns, rows) = ((width + (1 << x) - 1) >> x, (height + (1 << y) - 1) >> y)
        return [luma]
            + [0, 1].map { index in
                Plane(
                    offset: width * height + index * columns * rows,
                    rowBytes: columns,
                    rows: rows,
                    block: (edge >> x, edge >> y)
                )
            }
    }

    // MARK: - Blocks

    /// The blocks in which two frames differ by more than `tolerance` in a sample, as indices, row by row.
    public func changedBlocks(
        from one: UnsafeRawBufferPointer,
        to other: UnsafeRawBufferPointer,
        tolerance: UInt8
    ) -> [Int] {
        precondition(one.count == byteCount && other.count == byteCount)
        var changes = [UInt8](repeating: 0, count: blocks.area)
        for plane in planes {
            video_note_changes(
                (one.start + plane.offset).assumingMemoryBound(to: UInt8.self),
                (other.start + plane.offset).assumingMemoryBound(to: UInt8.self),
                plane.rowBytes,
                plane.rows,
                plane.block.bytes,
                plane.block.rows,
                tolerance,
                &changes
            )
        }
        return changes.indices.filter { changes[$0] != 0 }
    }

    /// Bytes of a block, which has fewer at the last edges.
    public var mostBytesOfBlock: Int { planes.reduce(0) { $0 + $1.block.bytes * $1.block.rows } }

    /// Copies the samples of a block from one frame to another.
    public func copyBlock(
        _ index: Int,
        from source: UnsafeRawBufferPointer,
        to target: UnsafeMutableRawBufferPointer
    ) {
        precondition(source.count == byteCount && target.count == byteCount)
        forEachRow(of: index) { offset, count, _ in
            (target.start + offset).copyMemory(from: source.start + offset, byteCount: count)
        }
    }

    /// Copies the samples of a block of a frame into the `place`th of memory for blocks, each of ``mostBytesOfBlock``.
    public func pack(
        _ index: Int,
        of frame: UnsafeRawBufferPointer,
        into blocks: UnsafeMutableRawBufferPointer,
        at place: Int
    ) {
        let first = place * mostBytesOfBlock
        precondition(frame.count == byteCount && first + mostBytesOfBlock <= blocks.count)
        forEachRow(of: index) { offset, count, packed in
            (blocks.start + first + packed).copyMemory(from: frame.start + offset, byteCount: count)
        }
    }

    /// Copies what ``pack(_:of:into:at:)`` has copied back into a frame.
    public func unpack(
        _ index: Int,
        of frame: UnsafeMutableRawBufferPointer,
        from blocks: UnsafeRawBufferPointer,
        at place: Int
    ) {
        let first = place * mostBytesOfBlock
        precondition(frame.count == byteCount && first + mostBytesOfBlock <= blocks.count)
        forEachRow(of: index) { offset, count, packed in
            (frame.start + offset).copyMemory(from: blocks.start + first + packed, byteCount: count)
        }
    }

    /// Calls `body` with the place of each row of a block in a frame, its bytes, and its place in a packed block.
    private func forEachRow(of index: Int, _ body: (_ offset: Int, _ count: Int, _ packed: Int) -> Void) {
        let (column, row) = (index % blocks.width, index / blocks.width)
        var packed = 0
        for plane in planes {
            let start = column * plane.block.bytes
            let count = min(plane.block.bytes, plane.rowBytes - start)
            let rows = (row * plane.block.rows..<(row + 1) * plane.block.rows).clamped(to: 0..<plane.rows)
            guard count > 0 else { continue }
            for y in rows {
                body(plane.offset + y * plane.rowBytes + start, count, packed)
                packed += count
            }
        }
    }

    // MARK: - Colours

    /// Whether no sample of chroma stands for pixels of a rectangle and others beside it.
    public func hasWholeChroma(_ rect: PixelRect) -> Bool {
        guard case .planar(let shiftX, let shiftY, _) = samples else { return true }
        func isWhole(_ range: Range<Int>, _ shift: Int, _ limit: Int) -> Bool {
            range.lowerBound & ((1 << shift) - 1) == 0
                && (range.upperBound & ((1 << shift) - 1) == 0 || range.upperBound == limit)
        }
        return isWhole(rect.columns, shiftX, size.width) && isWhole(rect.rows, shiftY, size.height)
    }

    /// Makes pixels of the part of a frame in `rect`, which lies within it.
    public func read(_ rect: PixelRect, of frame: UnsafeRawBufferPointer, into pixels: inout PixelBuffer) {
        precondition(frame.count == byteCount && pixels.size == size && pixels.format == pixelFormat)
        let base = frame.start.assumingMemoryBound(to: UInt8.self)
        guard case .planar(let shiftX, let shiftY, let colors) = samples else {
            for y in rect.rows {
                let offset = (y * size.width + rect.x) * 4
                (pixels.mutableRow(y) + rect.x * 4).update(from: base + offset, count: rect.width * 4)
            }
            return
        }
        var reading = colors.reading
        let planes = planes
        // A sample of chroma belongs to whole pixels from the left edge on.
        let x = (rect.x >> shiftX) << shiftX
        for y in rect.rows {
            let chroma = (y >> shiftY) * planes[1].rowBytes + (x >> shiftX)
            video_read_row(
                base + y * size.width + x,
                base + planes[1].offset + chroma,
                base + planes[2].offset + chroma,
                shiftX,
                pixels.mutableRow(y) + x * 3,
                rect.maxX - x,
                &reading
            )
        }
    }

    /// Writes pixels into the part of a frame in `rect`, and the chroma of those beside it that share a sample.
    public func write(_ rect: PixelRect, of pixels: borrowing PixelBuffer, into frame: UnsafeMutableRawBufferPointer) {
        precondition(frame.count == byteCount && pixels.size == size && pixels.format == pixelFormat)
        let base = frame.start.assumingMemoryBound(to: UInt8.self)
        guard case .planar(let shiftX, let shiftY, let colors) = samples else {
            for y in rect.rows {
                let offset = (y * size.width + rect.x) * 4
                (base + offset).update(from: pixels.row(y) + rect.x * 4, count: rect.width * 4)
            }
            return
        }
        var writing = colors.writing
        let planes = planes
        for y in rect.rows {
            video_write_luma(pixels.row(y) + rect.x * 3, base + y * size.width + rect.x, rect.width, &writing)
        }
        let x = (rect.x >> shiftX) << shiftX
        for row in rect.y >> shiftY...(rect.maxY - 1) >> shiftY {
            let y = row << shiftY
            let below = shiftY > 0 ? min(y + 1, size.height - 1) : y
            let chroma = row * planes[1].rowBytes + (x >> shiftX)
            video_write_chroma(
                pixels.row(y) + x * 3,
                pixels.row(below) + x * 3,
                shiftX,
                base + planes[1].offset + chroma,
                base + planes[2].offset + chroma,
                min(((rect.maxX + (1 << shiftX) - 1) >> shiftX) << shiftX, size.width) - x,
                &writing
            )
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The first byte of a frame.
    var start: UnsafeRawPointer {
        guard let baseAddress else { preconditionFailure("a frame has bytes") }
        return baseAddress
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The first byte of a frame.
    var start: UnsafeMutableRawPointer {
        guard let baseAddress else { preconditionFailure("a frame has bytes") }
        return baseAddress
    }
}
