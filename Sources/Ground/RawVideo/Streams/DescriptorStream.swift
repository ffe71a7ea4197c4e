import Glibc

/// Bytes of a blocking descriptor, such as an end of a pipe.
///
/// The descriptor belongs to the caller, who closes it. To write to a pipe that nobody reads is an error only in a process that
/// ignores SIGPIPE; the signal ends any other.
public struct DescriptorStream: ByteSource, ByteSink, Sendable {
    /// The number of the descriptor.
    public let descriptor: Int32

    /// Bytes of `descriptor`, which stays open for as long as they are read or written.
    public init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Reads the bytes that are there, or waits for some. A signal does not end the wait.
    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int {
        try Self.transferred { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    }

    /// Writes all of `bytes`. A signal does not end the wait for room.
    ///
    /// - Throws: ``StreamError/closed`` if nobody reads the pipe any more.
    public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            rest = rest.dropFirst(try Self.transferred { Glibc.write(descriptor, part.baseAddress, part.count) })
        }
    }

    private static func transferred(_ call: () -> Int) throws(StreamError) -> Int {
        while true {
            let count = call()
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EPIPE: throw .closed
            default: throw .system(errno)
            }
        }
    }
}
