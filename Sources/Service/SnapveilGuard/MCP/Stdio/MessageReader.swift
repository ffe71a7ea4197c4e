import Glibc
import SecureMemory

/// Reads lines of a descriptor, waiting for them.
struct MessageReader: ~Copyable {
    private let descriptor: Int32
    /// Whether nobody writes any more, although others may have the descriptor.
    private let hasEnded: @Sendable () -> Bool
    /// Upper bound on the bytes of a line.
    private let limit: Int
    /// What was read behind the last line.
    private var rest: WipedAllocation
    private var range = 0..<0

    private static let bufferBytes = 64 << 10
    /// Time between two questions whether anybody still writes.
    private static let pollMilliseconds: Int32 = 200

    /// The reason why no further line can be read.
    enum Failure: Error {
        case outOfMemory
        /// A line is longer than the limit.
        case tooLong
    }

    init(_ descriptor: Int32, limit: Int, hasEnded: @escaping @Sendable () -> Bool = { false }) throws(OutOfMemory) {
        (self.descriptor, self.limit, self.hasEnded) = (descriptor, limit, hasEnded)
        rest = try WipedAllocation(byteCount: Self.bufferBytes)
    }

    /// The next line in memory of `source`, without its end; nil behind the last one.
    mutating func next(in source: MemorySource) throws(Failure) -> SecureBytes? {
        do {
            var line = try SecureBytesBuilder(in: source)
            while true {
                if range.isEmpty, !fill() {
                    let line = line.finish()
                    return line.isEmpty ? nil : line
                }
                let bytes = UnsafeRawBufferPointer(start: rest.baseAddress + range.lowerBound, count: range.count)
                let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
                guard line.count + (end ?? bytes.count) <= limit else { throw Failure.tooLong }
                try line.append(UnsafeRawBufferPointer(rebasing: bytes[..<(end ?? bytes.count)]))
                range = range.lowerBound + (end.map { $0 + 1 } ?? bytes.count)..<range.upperBound
                if end != nil { return line.finish() }
            }
        } catch {
            throw error as? Failure ?? .outOfMemory
        }
    }

    /// Reads more bytes; false at the end.
    private mutating func fill() -> Bool {
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let isReady = poll(&entry, 1, Self.pollMilliseconds)
            if isReady == 0, hasEnded() { return false }
            guard isReady > 0 else { continue }
            let count = read(descriptor, rest.baseAddress, Self.bufferBytes)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            range = 0..<max(count, 0)
            return count > 0
        }
    }
}
