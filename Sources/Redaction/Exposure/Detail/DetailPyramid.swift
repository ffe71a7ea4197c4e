import BoundedWork
import ImageCore
import SecureMemory

/// Changes of a picture over two pixels of it, and of each of its reductions by powers of two: the larger the reduction, the
/// coarser the detail.
///
/// Level 0 is the picture, level k has a pixel for each 2^k x 2^k of it. All three samples count, so that colours of the same
/// light differ. A translucent picture is looked at over white.
struct DetailPyramid: ~Copyable {
    let size: PixelSize
    /// For each level, the largest change over two of its pixels within tiles, in units of ``ReducedPixels/unit``. A tile is 4 x
    /// 4 pixels of its level; of level 0, where tiles are as large as those of level 1, it is 8 x 8.
    let changes: [Tiles<Int16>]
    /// For each level, the largest distance within tiles of a pixel from the mean of the two beside it, which is 0 on a ramp.
    /// There is nothing for the first two levels.
    let bends: [Tiles<Int16>]
    /// The reduction in which a pixel is ``cell`` pixels wide.
    let cells: ReducedPixels

    /// The largest reduction, as a power of two: at it, an edge under the widest measurable blur looks sharp.
    static let levels = 7
    static let cell = 1 << cellLevel
    private static let cellLevel = 4
    static let tile = 8

    /// Measures a picture; not all of it once it is cancelled.
    init(_ pixels: borrowing PixelBuffer, _ cancellation: Cancellation) throws(OutOfMemory) {
        size = pixels.size
        let half = try ReducedPixels(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        var changes = [try Self.readChanges(of: pixels, writing: half, cancellation)]
        var bends = [changes[0], changes[0]]
        changes.append(try half.changes(cancellation))
        func look(at level: borrowing ReducedPixels) throws(OutOfMemory) {
            changes.append(try level.changes(cancellation))
            bends.append(try level.bends(cancellation))
        }
        var level = try half.halved(cancellation)
        for _ in 2..<Self.cellLevel {
            try look(at: level)
            level = try level.halved(cancellation)
        }
        let kept = level
        try look(at: kept)
        var coarser = try kept.halved(cancellation)
        for _ in Self.cellLevel + 1..<Self.levels {
            try look(at: coarser)
            coarser = try coarser.halved(cancellation)
        }
        try look(at: coarser)
        (self.changes, self.bends) = (changes, bends)
        cells = kept
    }

    /// The nearest of so many rows, or columns, that is not one of the two outermost, where displays without a whole number of
    /// pixels for each point have a line.
    fileprivate static func within(_ place: Int, of count: Int) -> Int {
        count > 8 ? min(max(place, 2), count - 3) : place
    }

    private static func readChanges(
        of pixels: borrowing PixelBuffer,
        writing half: borrowing ReducedPixels,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> Tiles<Int16> {
        let (width, height) = (pixels.size.width, pixels.size.height)
        let stride = width * 3
        let tiles = try Tiles<Int16>(columns: (width + tile - 1) / tile, rows: (height + tile - 1) / tile)
        // The rows of a tile, one above them and one below.
        let rows = try WipedBuffer<UInt8>(count: stride * (tile + 2))
        let most = try WipedBuffer<UInt8>(count: stride)
        for row in (0..<tiles.rows).whileWanted(cancellation) {
            let first = row * tile
            for index in 0..<tile + 2 {
                let y = min(max(first + index - 1, 0), height - 1)
                pixels.copyRow(Self.within(y, of: height), to: rows.base + index * stride)
            }
            most.base.update(repeating: 0, count: stride)
            let count = min(tile, height - first)
            for index in 1...count {
                let center = rows.base + index * stride
                Self.addChanges(center, above: center - stride, below: center + stride, count: stride, to: most.base)
            }
            for index in Swift.stride(from: 0, to: count, by: 2) {
                let upper = rows.base + (index + 1) * stride
                half.write((first + index) / 2, from: upper, index + 1 < count ? upper + stride : upper, columns: width)
            }
            for column in 0..<tiles.columns {
                let span = column * tile * 3..<min((column + 1) * tile, width) * 3
                var largest: UInt8 = 0
                for index in span { largest = max(largest, most.base[index]) }
                tiles[column, row] = Int16(largest) * ReducedPixels.unit
            }
        }
        return tiles
    }
}

extension DetailPyramid {
    /// Raises `most` to the range of each of `count` samples and those on either side of it, across and down.
    ///
    /// `row`, `above` and `below` hold `count` samples each, three for each pixel.
    private static func addChanges(
        _ row: UnsafePointer<UInt8>,
        above: UnsafePointer<UInt8>,
        below: UnsafePointer<UInt8>,
        count: Int,
        to most: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            let (upper, center, lower) = (above[index], row[index], below[index])
            let least = min(upper, min(center, lower))
            most[index] = max(most[index], max(upper, max(center, lower)) &- least)
        }
        for index in 3..<max(count - 3, 3) {
            let (left, center, right) = (row[index &- 3], row[index], row[index &+ 3])
            let least = min(left, min(center, right))
            most[index] = max(most[index], max(left, max(center, right)) &- least)
        }
    }
}

extension PixelBuffer {
    /// Writes row `y` as samples of RGB, translucent ones over white: three times as many as there are columns. The outermost
    /// columns are written as those beside them.
    fileprivate func copyRow(_ y: Int, to target: UnsafeMutablePointer<UInt8>) {
        withRow(y) { samples in
            guard let source = samples.baseAddress else { return }
            if format == .rgba {
                for x in 0..<size.width { Self.blend(source + 4 &* x, overWhite: target + 3 &* x) }
            } else {
                target.update(from: source, count: samples.count)
            }
        }
        for x in [0, 1, size.width - 2, size.width - 1] where (0..<size.width).contains(x) {
            let near = DetailPyramid.within(x, of: size.width)
            for channel in 0..<3 { target[3 * x + channel] = target[3 * near + channel] }
        }
    }

    private static func blend(_ pixel: UnsafePointer<UInt8>, overWhite target: UnsafeMutablePointer<UInt8>) {
        let alpha = UInt32(pixel[3])
        for channel in 0..<3 {
            let sum = UInt32(pixel[channel]) &* alpha &+ 255 &* (255 &- alpha) &+ 127
            target[channel] = UInt8(truncatingIfNeeded: sum / 255)
        }
    }
}
