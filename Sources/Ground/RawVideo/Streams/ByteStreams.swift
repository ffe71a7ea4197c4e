import Glibc

/// Origin of bytes that come one after the other.
public protocol ByteSource {
    /// Reads into the start of `buffer`, which is not empty, and waits for a byte at least.
    ///
    /// - Returns: Number of bytes read, `buffer.count` at the most; 0 at the end of the bytes.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int
}

/// Destination of bytes that go one after the other.
public protocol ByteSink {
    /// Writes all of `bytes`, and waits for room if there is none.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError)
}

/// Reason why bytes cannot be carried.
public enum StreamError: Error, Hashable {
    /// The other end reads no more.
    case closed
    /// A failure of the system, with the value of `errno`.
    case system(Int32)
}

extension StreamError: CustomStringConvertible {
    /// A sentence for a log, without a full stop.
    public var description: String {
        switch self {
        case .closed: "the other end of the pipe is closed"
        case .system(let number): "the pipe failed: \(String(cString: strerror(number)))"
        }
    }
}
