import SecureMemory

/// The colours of a picture of 8-bit RGB, as long as they fit a palette, and the index of each.
struct ColorTable: ~Copyable {
    /// Slots, each for a colour; ``none`` where there is none. Colours with the same hash follow one another.
    private let colors: WipedBuffer<UInt32>
    private let indices: WipedBuffer<UInt8>
    /// How many colours the table has so far.
    private(set) var count = 0

    /// Colours of the largest palette (PNG, section 11.2.3).
    static let limit = 256
    private static let slotBits = 11
    private static let none = UInt32.max

    /// - Throws: `OutOfMemory`.
    init() throws(OutOfMemory) {
        let colors = try WipedBuffer<UInt32>(count: 1 << Self.slotBits)
        let indices = try WipedBuffer<UInt8>(count: 1 << Self.slotBits)
        colors.all.update(repeating: Self.none)
        indices.all.update(repeating: 0)
        self.colors = colors
        self.indices = indices
    }

    /// Red, green and blue of the pixel at `sample`, red in the highest bits.
    @inline(__always)
    static func color(_ sample: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(sample[0]) &<< 16 | UInt32(sample[1]) &<< 8 | UInt32(sample[2])
    }

    /// Adds `color`, unless it is there. Returns false, and adds nothing, if there is no room for it.
    @inline(__always)
    mutating func insert(_ color: UInt32) -> Bool {
        let slot = slot(of: color)
        guard colors.base[slot] != color else { return true }
        guard count < Self.limit else { return false }
        colors.base[slot] = color
        count += 1
        return true
    }

    /// The index of `color`, which is in the table that ``sort()`` has numbered.
    @inline(__always)
    borrowing func index(of color: UInt32) -> UInt8 { indices.base[slot(of: color)] }

    /// Numbers the colours from the darkest red on, and returns them in this order as they stand in a file.
    mutating func sort() -> [UInt8] {
        let sorted = colors.all.filter { $0 != Self.none }.sorted()
        for (index, color) in sorted.enumerated() { indices.base[slot(of: color)] = UInt8(index) }
        return sorted.flatMap { $0.bigEndianBytes.dropFirst() }
    }

    @inline(__always)
    private borrowing func slot(of color: UInt32) -> Int {
        var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) &>> UInt32(32 &- Self.slotBits))
        while colors.base[slot] != color, colors.base[slot] != Self.none {
            slot = (slot &+ 1) & (1 &<< Self.slotBits &- 1)
        }
        return slot
    }
}
