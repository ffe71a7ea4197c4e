import BoundedWork
import Glibc
import SecureMemory

/// A picture of few colours, as indices into a palette (PNG, section 7.2).
struct IndexedPicture: ~Copyable {
    /// Red, green and blue of each colour: the background, then the others from the darkest red on.
    let palette: [UInt8]
    let depth: Int
    let rowCount: Int
    private let samples: WipedBuffer<UInt8>

    /// Pixels for each colour, from which on a palette pays for itself.
    private static let pixelsOfColor = 16
    /// Rows between two that are looked at in turn, so that most pictures of many colours are soon known.
    private static let rowsOfStep = 64

    /// Finds the colours of `picture`, whose pixels may have been packed to `format`, unless `colors` holds them; not all once the
    /// work is cancelled. Nil if it has alpha, or too many for a palette or its size.
    init?(
        _ picture: borrowing PixelBuffer,
        as format: PixelFormat,
        knowing colors: consuming ColorTable? = nil,
        _ work: WorkContext
    ) throws(OutOfMemory) {
        guard format == .rgb else { return nil }
        let found: ColorTable?
        if let colors { found = .some(colors) } else { found = try Self.colors(of: picture, work.cancellation) }
        guard var table = found else { return nil }
        guard table.count * Self.pixelsOfColor <= picture.size.area else { return nil }
        let depth = table.count <= 2 ? 1 : table.count <= 4 ? 2 : table.count <= 16 ? 4 : 8
        let rowCount = (picture.size.width * depth + 7) / 8
        let samples = try WipedBuffer<UInt8>(count: rowCount * picture.size.height)
        palette = table.sort(first: Self.background(of: picture, among: table))
        Self.pack(picture, depth, table, into: samples.base, rowCount, work)
        self.depth = depth
        self.rowCount = rowCount
        self.samples = samples
    }

    var base: UnsafePointer<UInt8> { UnsafePointer(samples.base) }

    /// The colours of `picture`; nil if they are too many for a palette.
    private static func colors(
        of picture: borrowing PixelBuffer,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> ColorTable? {
        var table = try ColorTable()
        for start in (0..<min(rowsOfStep, picture.size.height)).whileWanted(cancellation) {
            for y in stride(from: start, to: picture.size.height, by: rowsOfStep) {
                guard collect(y, of: picture, into: &table) else { return nil }
            }
        }
        return table
    }

    /// The colour that most rows begin with. With the number 0 it makes rows of zeros, which take hardly any bits.
    private static func background(
        of picture: borrowing PixelBuffer,
        among table: borrowing ColorTable
    ) -> UInt32 {
        var counts = [Int](repeating: 0, count: ColorTable.slotCount)
        var (background, most) = (ColorTable.color(picture.row(0)), 0)
        for y in 0..<picture.size.height {
            let color = ColorTable.color(picture.row(y))
            let slot = table.slot(of: color)
            counts[slot] += 1
            if counts[slot] > most { (background, most) = (color, counts[slot]) }
        }
        return background
    }

    /// Adds the colours of row `y`, which is of RGB as are those before, whatever the format of others; false if there is no room
    /// for them.
    static func collect(_ y: Int, of picture: borrowing PixelBuffer, into table: inout ColorTable) -> Bool {
        repeats(y, of: picture) || collect(picture.row(y), picture.size.width, into: &table)
    }

    private static func collect(_ row: UnsafePointer<UInt8>, _ width: Int, into table: inout ColorTable) -> Bool {
        var last = UInt32.max
        for x in 0..<width {
            let color = ColorTable.color(row + 3 &* x)
            guard color != last else { continue }
            guard table.insert(color) else { return false }
            last = color
        }
        return true
    }

    private static func repeats(_ y: Int, of picture: borrowing PixelBuffer) -> Bool {
        y > 0 && memcmp(picture.row(y), picture.row(y - 1), 3 * picture.size.width) == 0
    }

    private static func pack(
        _ picture: borrowing PixelBuffer,
        _ depth: Int,
        _ table: borrowing ColorTable,
        into samples: UnsafeMutablePointer<UInt8>,
        _ rowCount: Int,
        _ work: WorkContext
    ) {
        let (width, height) = (picture.size.width, picture.size.height)
        Bands(0..<height, threads: work.threads, leastRows: 256).forEach { _, rows in
            for y in rows.whileWanted(work.cancellation) {
                let target = samples + y * rowCount
                if y > rows.lowerBound, repeats(y, of: picture) {
                    target.update(from: target - rowCount, count: rowCount)
                } else {
                    pack(picture.row(y), width, depth, table, into: target)
                }
            }
        }
    }

    /// Writes the indices of a row, the leftmost in the highest bits of a byte, with zeros at the end.
    private static func pack(
        _ row: UnsafePointer<UInt8>,
        _ width: Int,
        _ depth: Int,
        _ table: borrowing ColorTable,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        var last = ColorTable.color(row)
        var index = table.index(of: last)
        var (byte, bits) = (UInt8(0), 0)
        var next = target
        for x in 0..<width {
            let color = ColorTable.color(row + 3 &* x)
            if color != last { (last, index) = (color, table.index(of: color)) }
            byte = byte &<< UInt8(truncatingIfNeeded: depth & 7) | index
            bits &+= depth
            guard bits == 8 else { continue }
            next.pointee = byte
            next += 1
            (byte, bits) = (0, 0)
        }
        if bits > 0 { next.pointee = byte << UInt8(8 - bits) }
    }
}

/// The colours of a picture of 8-bit RGB, as long as they fit a palette, and the index of each.
struct ColorTable: ~Copyable {
    /// Slots for colours, ``none`` where there is none. Colours with the same hash follow one another.
    private let colors: WipedBuffer<UInt32>
    private let indices: WipedBuffer<UInt8>
    private(set) var count = 0

    /// Colours of the largest palette (PNG, section 11.2.3).
    static let limit = 256
    private static let slotBits = 11
    static let slotCount = 1 << slotBits
    private static let none = UInt32.max

    init() throws(OutOfMemory) {
        let colors = try WipedBuffer<UInt32>(count: Self.slotCount)
        let indices = try WipedBuffer<UInt8>(count: Self.slotCount)
        colors.all.update(repeating: Self.none)
        indices.all.update(repeating: 0)
        self.colors = colors
        self.indices = indices
    }

    @inline(__always)
    static func color(_ sample: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(sample[0]) &<< 16 | UInt32(sample[1]) &<< 8 | UInt32(sample[2])
    }

    /// Adds `color`, unless it is there; false if there is no room for it.
    @inline(__always)
    mutating func insert(_ color: UInt32) -> Bool {
        let slot = slot(of: color)
        guard colors.base[slot] != color else { return true }
        guard count < Self.limit else { return false }
        colors.base[slot] = color
        count += 1
        return true
    }

    /// The number of `color`, which is in the table, after ``sort(first:)``.
    @inline(__always)
    borrowing func index(of color: UInt32) -> UInt8 { indices.base[slot(of: color)] }

    /// Numbers the colours: `first` if it is one of them, then the others from the darkest red on. Returns them in the form of a
    /// file.
    mutating func sort(first: UInt32) -> [UInt8] {
        let known = colors.all.filter { $0 != Self.none }
        let sorted = known.filter { $0 == first } + known.filter { $0 != first }.sorted()
        for (index, color) in sorted.enumerated() { indices.base[slot(of: color)] = UInt8(index) }
        return sorted.flatMap { $0.bigEndianBytes.dropFirst() }
    }

    /// The place of `color`, or the one that it would have.
    @inline(__always)
    borrowing func slot(of color: UInt32) -> Int {
        var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) &>> UInt32(32 &- Self.slotBits))
        while colors.base[slot] != color, colors.base[slot] != Self.none {
            slot = (slot &+ 1) & (Self.slotCount &- 1)
        }
        return slot
    }
}
