import CPixelKernels

extension VideoFrameLayout {
    /// The motion within an area of a frame since the one before: nil unless at least half of its changed blocks show what was elsewhere
    /// in it.
    ///
    /// - Parameters:
    ///   - area: The area, whose edges cut the content off.
    ///   - one: The samples of the frame before.
    ///   - other: The samples of the frame.
    ///   - changed: Indices of the blocks that differ between both frames.
    public func motion(
        in area: PixelRect,
        from one: UnsafeRawBufferPointer,
        to other: UnsafeRawBufferPointer,
        changed: [Int]
    ) -> FrameMotion? {
        precondition(one.count == byteCount && other.count == byteCount)
        let luma = Luma(self, one.start, other.start)
        guard let vector = luma.search(in: area).vector else { return nil }
        var blocks = [FrameMotion.Block](repeating: .still, count: self.blocks.area)
        var (sought, found) = (0, 0)
        for index in changed {
            blocks[index] = .new
            guard let block = rect(ofBlock: index), let place = block.intersection(area), place == block,
                let source = place.moved(by: vector.reversed, within: area), source.size == place.size
            else { continue }
            sought += 1
            let difference = luma.difference(source, place)
            let isCloser = difference * 2 <= luma.difference(place, place)
            if isCloser { found += 1 }
            if isCloser || difference <= Self.noise * UInt64(place.size.area) { blocks[index] = .moved }
        }
        guard found >= Self.leastMoved, found * 2 >= sought else { return nil }
        return FrameMotion(area: area, vector: vector, blocks: blocks, columns: self.blocks.width)
    }

    /// Mean difference of the samples of a block that an encoder may make of the same content.
    private static let noise: UInt64 = 8
    /// Blocks that show a motion, at least.
    private static let leastMoved = 2

    /// The pixels of a block.
    public func rect(ofBlock index: Int) -> PixelRect? {
        let edge = Self.blockEdge
        return PixelRect(x: index % blocks.width * edge, y: index / blocks.width * edge, width: edge, height: edge)?
            .intersection(PixelRect(size))
    }

    /// Moves the samples of an area of a frame as far as they stay within it; those that nothing moves to stay as they are.
    public func move(_ area: PixelRect, by vector: MotionVector, of frame: UnsafeMutableRawBufferPointer) {
        precondition(frame.count == byteCount)
        for plane in planes {
            let columns = Lines(area.columns, vector.x, perBlock: plane.block.bytes, of: plane.rowBytes)
            let rows = Lines(area.rows, vector.y, perBlock: plane.block.rows, of: plane.rows)
            guard !columns.reached.isEmpty else { continue }
            // In an order in which no row is overwritten before it has moved.
            for y in rows.way > 0 ? Array(rows.reached.reversed()) : Array(rows.reached) {
                let target = frame.start + plane.offset + y * plane.rowBytes + columns.reached.lowerBound
                target.copyMemory(
                    from: target - rows.way * plane.rowBytes - columns.way,
                    byteCount: columns.reached.count
                )
            }
        }
    }
}

/// The columns or rows of a plane that content moves to, and its way.
private struct Lines {
    let way: Int
    let reached: Range<Int>

    /// Takes pixels, of which a block has as many as it has lines of the plane, or more.
    init(_ pixels: Range<Int>, _ way: Int, perBlock: Int, of count: Int) {
        let shift = VideoFrameLayout.blockEdge.trailingZeroBitCount
        // Rounded down, which a way upwards has to be, too.
        self.way = (way * perBlock) >> shift
        let all =
            ((pixels.lowerBound * perBlock) >> shift..<(pixels.upperBound * perBlock + VideoFrameLayout.blockEdge - 1)
            >> shift)
            .clamped(to: 0..<count)
        let moved = all.lowerBound + self.way..<all.upperBound + self.way
        reached = moved.clamped(to: all)
    }
}

/// The luma of two frames; of frames of colours their green, which makes up most of it.
private struct Luma {
    let one: UnsafePointer<UInt8>
    let other: UnsafePointer<UInt8>
    let step: Int
    let rowBytes: Int

    init(_ layout: VideoFrameLayout, _ one: UnsafeRawPointer, _ other: UnsafeRawPointer) {
        let offset = layout.samples == .rgba ? 1 : 0
        self.one = (one + offset).assumingMemoryBound(to: UInt8.self)
        self.other = (other + offset).assumingMemoryBound(to: UInt8.self)
        step = layout.samples == .rgba ? 4 : 1
        rowBytes = step * layout.size.width
    }

    func search(in area: PixelRect) -> MotionSearch {
        MotionSearch(
            one: one + place(area),
            other: other + place(area),
            rowBytes: rowBytes,
            step: step,
            size: area.size
        )
    }

    /// The difference of a place in one frame from a place of the same size in the other.
    func difference(_ source: PixelRect, _ target: PixelRect) -> UInt64 {
        video_difference(one + place(source), other + place(target), rowBytes, step, target.width, target.height)
    }

    private func place(_ rect: PixelRect) -> Int { rect.y * rowBytes + rect.x * step }
}
