import Glibc
import ImageCore

/// An animated WebP that FFmpeg has written. FFmpeg says nothing of the time for which the last frame is shown, and libwebp takes the
/// average of all frames for it.
struct WrittenWebP {
    /// A descriptor of the file, to read and to write.
    let file: Int32

    private static let (chunksStart, chunkHeadByteCount, durationStart): (Int, Int, Int) = (12, 8, 12)
    /// Milliseconds of the longest time that a frame can state (RFC 9649, section 2.7.1.1).
    private static let longestDuration = 1 << 24 - 1

    /// Writes the time of the last frame. A picture that does not move has none.
    ///
    /// - Parameters:
    ///   - duration: Seconds for which it is shown.
    ///   - most: The number of frames that were encoded. FFmpeg joins those that are alike, and writes a few chunks besides.
    func write(lastDuration duration: Double, afterAtMost most: Int) throws(TranscodingError) {
        let (otherChunks, mostFrames) = (16, 1 << 28)
        var last: Int?
        var place = Self.chunksStart
        for _ in 0..<min(max(most, 0), mostFrames) + otherChunks {
            guard let head = try read(at: place) else { break }
            if head.isFrame { last = place }
            place += Self.chunkHeadByteCount + head.byteCount
        }
        guard let last else { return }
        let milliseconds = Int(min(max((duration * 1000).rounded(), 1), Double(Self.longestDuration)))
        let bytes = [0, 8, 16].map { UInt8(truncatingIfNeeded: milliseconds >> $0) }
        let written = pwrite(file, bytes, bytes.count, last + Self.chunkHeadByteCount + Self.durationStart)
        guard written == bytes.count else { throw .system(written < 0 ? errno : EIO) }
    }

    /// The head of a chunk, and its bytes with the one that fills an odd chunk up; nil at the end.
    private func read(at place: Int) throws(TranscodingError) -> (isFrame: Bool, byteCount: Int)? {
        var head = [UInt8](repeating: 0, count: Int(Self.chunkHeadByteCount))
        let known = pread(file, &head, head.count, place)
        guard known >= 0 else { throw .system(errno) }
        guard known == head.count else { return nil }
        let count = head[4...].littleEndianNumber
        return (head.starts(with: WebPFrame.chunkType), count + count % 2)
    }
}
