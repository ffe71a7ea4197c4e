public import SecureMemory

/// Reason why frames cannot be read or written.
public enum RawVideoError: Error, Equatable {
    /// The bytes do not begin as NUT does.
    case notNUT
    /// A version of NUT other than 3 and 4.
    case unsupportedVersion(UInt64)
    /// Another number of streams than one.
    case streamCount(UInt64)
    /// The only stream is not of video.
    case notVideo
    /// The samples are in none of the layouts of ``FrameLayout``. The four characters are in the order of the file, the first in the
    /// lowest byte.
    case unknownLayout(UInt32)
    /// The frames are larger than the caller allows, or than a format can be.
    case frameTooLarge(width: UInt64, height: UInt64)
    /// A part that breaks the grammar of NUT.
    case malformed(NUTPart)
    /// A part that is longer than any that FFmpeg writes.
    case tooLong(NUTPart)
    /// A part whose bytes are not those that were written.
    case wrongChecksum(NUTPart)
    /// A part at a place where another one has to be.
    case misplaced(NUTPart)
    /// A repeated header that differs from the first.
    case changed(NUTPart)
    /// A frame whose header has flags that frames of raw video do not have.
    case unsupportedFlags(UInt64)
    /// A frame before the first syncpoint.
    case missingSyncpoint
    /// A frame without the checksum that its size or its time demands.
    case missingChecksum
    /// A frame of another size than that of the format.
    case frameSize(UInt64, expected: Int)
    /// A time stamp that is negative or beyond ``RawVideoFormat/latestTime``.
    case timeOutOfRange
    /// A time stamp that is not later than the one before.
    case timeNotRising(Int64, after: Int64)
    /// The bytes end within a part.
    case truncated
    /// Bytes after the index, which is the last part.
    case trailingBytes
    /// The bytes cannot be carried.
    case stream(StreamError)
    /// There is no memory for the buffer.
    case outOfMemory(OutOfMemory)
}

extension RawVideoError: CustomStringConvertible {
    /// A sentence for a log, without a full stop.
    public var description: String {
        switch self {
        case .notNUT: "the video is not in the container NUT"
        case .unsupportedVersion(let version): "the version of NUT is \(version), not 3 or 4"
        case .streamCount(let count): "the video has \(count) streams, not one"
        case .notVideo: "the stream is not of video"
        case .unknownLayout(let fourCC): "the layout of the samples is unknown (0x\(String(fourCC, radix: 16)))"
        case .frameTooLarge(let width, let height): "frames of \(width) x \(height) pixels are too large"
        case .malformed(let part): "\(part) is malformed"
        case .tooLong(let part): "\(part) is too long"
        case .wrongChecksum(let part): "the checksum of \(part) is wrong"
        case .misplaced(let part): "\(part) is misplaced"
        case .changed(let part): "\(part) changes within the video"
        case .unsupportedFlags(let flags): "the flags 0x\(String(flags, radix: 16)) of a frame are not supported"
        case .missingSyncpoint: "a frame comes before the first syncpoint"
        case .missingChecksum: "the header of a frame has no checksum"
        case .frameSize(let count, let expected): "a frame has \(count) bytes, not \(expected)"
        case .timeOutOfRange: "a time stamp is out of range"
        case .timeNotRising(let time, let previous): "the time stamp \(time) is not later than \(previous) before it"
        case .truncated: "the video breaks off"
        case .trailingBytes: "bytes follow the end of the video"
        case .stream(let error): "\(error)"
        case .outOfMemory(let error): "\(error)"
        }
    }
}
