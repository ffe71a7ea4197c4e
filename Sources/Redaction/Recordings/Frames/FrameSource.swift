import BoundedWork
import RawVideo

/// Origin of the frames of a recording, one after the other.
protocol FrameSource: ~Copyable {
    /// Format of all frames.
    var format: RawVideoFormat { get }

    /// Reads the next frame into `frame`, which has the bytes that the format states.
    ///
    /// - Returns: The time stamp in units of the time base, later than the one before; nil at the end.
    mutating func nextFrame(into frame: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int64?
}

extension NUTReader: FrameSource {
    mutating func nextFrame(into frame: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int64? {
        try mapError(next(into: frame), RecordingError.init(reading:))
    }
}
