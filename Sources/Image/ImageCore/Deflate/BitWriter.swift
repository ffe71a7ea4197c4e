/// Packs values into bytes from the least significant bit on (RFC 1951, section 3.1.1).
struct BitWriter {
    /// Where the next whole byte goes.
    ///
    /// Up to eight bytes are written from here at each ``flush()``, so the memory must reach seven bytes beyond the last
    /// byte of output.
    private(set) var next: UnsafeMutablePointer<UInt8>
    private var bits: UInt64
    private var count: Int

    /// Bits that do not fill a byte yet.
    struct Pending {
        fileprivate var bits: UInt64 = 0
        fileprivate var count = 0

        init() {}
    }

    /// Goes on after `pending` at `start`.
    init(_ start: UnsafeMutablePointer<UInt8>, after pending: Pending) {
        next = start
        bits = pending.bits
        count = pending.count
    }

    /// What is left when all whole bytes are written.
    var pending: Pending {
        var pending = Pending()
        pending.bits = bits
        pending.count = count
        return pending
    }

    /// Adds the low `length` bits of `value`, whose other bits are zero. At most 57 bits between two flushes.
    @inline(__always)
    mutating func put(_ value: UInt64, _ length: Int) {
        bits |= value &<< UInt64(truncatingIfNeeded: count)
        count &+= length
    }

    /// Writes the whole bytes that are pending, so that fewer than 8 bits remain.
    @inline(__always)
    mutating func flush() {
        UnsafeMutableRawPointer(next).storeBytes(of: bits.littleEndian, as: UInt64.self)
        next += count &>> 3
        bits &>>= UInt64(truncatingIfNeeded: count & ~7)
        count &= 7
    }

    /// Fills the last byte up with zeros and writes it.
    mutating func align() {
        flush()
        count = count > 0 ? 8 : 0
        flush()
    }

    /// Copies `bytes`, with no bits pending.
    mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        next.update(from: source, count: bytes.count)
        next += bytes.count
    }
}
