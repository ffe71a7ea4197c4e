import CPixelKernels
package import SecureMemory

/// Inflater of a deflate stream (RFC 1951), piece by piece, so that it can be called off, with wiped tables. It takes and refuses
/// what zlib does.
package struct Inflater: ~Copyable {
    private let memory: WipedAllocation

    /// Bytes beyond the written ones that may be overwritten, too.
    package static let surplus = 512

    /// Bytes before the next one that may still be read.
    package static let window = 1 << 15

    /// State of the stream.
    package enum Progress {
        /// There is more to do.
        case paused
        /// The stream has ended.
        case ended
        /// The stream is damaged, ends early or is longer than the output.
        case refused
    }

    /// Starts at the first byte of `stream`, and writes no more than `output` holds. Both are valid as long as this value.
    package init(
        _ stream: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(OutOfMemory) {
        memory = try WipedAllocation(byteCount: png_inflater_size())
        let (deflated, target) = (stream.bindMemory(to: UInt8.self), output.bindMemory(to: UInt8.self))
        png_inflater_start(inflater, deflated.baseAddress, deflated.count, target.baseAddress, target.count)
    }

    /// Inflates some `byteCount` bytes more, in some milliseconds at most for each 100 000 bytes; not to be called again after
    /// the stream has ended or was refused.
    package mutating func inflate(_ byteCount: Int) -> Progress {
        switch png_inflater_run(inflater, byteCount) {
        case PNG_INFLATION_PAUSED: .paused
        case PNG_INFLATION_ENDED: .ended
        default: .refused
        }
    }

    /// Bytes that were written so far.
    package var writtenByteCount: Int { png_inflater_written(inflater) }

    /// Bytes of the stream that were not used.
    package var unreadByteCount: Int { png_inflater_unread(inflater) }

    private var inflater: OpaquePointer { OpaquePointer(memory.baseAddress) }
}
