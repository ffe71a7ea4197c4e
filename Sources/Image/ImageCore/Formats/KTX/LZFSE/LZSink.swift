/// The target of a decoder: part of a buffer, with all of the buffer before it to repeat bytes from.
struct LZSink {
    private let target: UnsafeMutableRawBufferPointer
    private(set) var position: Int
    private let end: Int

    /// Writes from `start`, before which all bytes were written, to `end` within the buffer.
    init(_ target: UnsafeMutableRawBufferPointer, from start: Int, to end: Int) {
        precondition(start >= 0 && start <= end && end <= target.count, "a part is not in the buffer")
        self.target = target
        position = start
        self.end = end
    }

    var isFull: Bool { position == end }

    /// Copies `count` literals, 0 to `available`, which are all there are; false if there is no room for them.
    @inline(__always)
    mutating func append(_ literals: UnsafeRawPointer, count: Int, available: Int) -> Bool {
        guard count <= end &- position, let base = target.baseAddress else { return false }
        let target = base + position
        if count <= 16, available >= 16, end &- position >= 16 {
            target.copyMemory(from: literals, byteCount: 16)
        } else {
            target.copyMemory(from: literals, byteCount: count)
        }
        position &+= count
        return true
    }

    /// Repeats `count` bytes from `distance` before, which may be among them; false without room, or without bytes at that
    /// distance.
    @inline(__always)
    mutating func `repeat`(count: Int, distance: Int) -> Bool {
        guard count <= end &- position, distance > 0, distance <= position, let base = target.baseAddress else {
            return false
        }
        let target = base + position
        let source = target - distance
        if distance >= 16, end &- position >= count &+ 16 {
            var index = 0
            repeat {
                (target + index).copyMemory(from: source + index, byteCount: 16)
                index &+= 16
            } while index < count
        } else if distance >= count {
            target.copyMemory(from: source, byteCount: count)
        } else {
            for index in 0..<count {
                let byte = source.load(fromByteOffset: index, as: UInt8.self)
                target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            }
        }
        position &+= count
        return true
    }
}
