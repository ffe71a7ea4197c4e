import BinaryCoding
import ImageCore
import RawVideo
import Recordings

/// The descriptors of a job on a recording.
package struct RecordingStreams: Sendable {
    /// Frames from the decoder, as NUT, or the file that has them.
    let frames: DescriptorStream
    /// Word of each frame that was taken, as ``RecordingProgress``.
    let progress: DescriptorStream
    /// Covered frames to the encoder, as NUT; nil where they are looked at alone.
    let covered: DescriptorStream?

    /// The streams of a job, in the order of the properties; nil if it has too few.
    init?(_ descriptors: [Int32]) {
        guard 2...3 ~= descriptors.count else { return nil }
        frames = DescriptorStream(descriptors[0])
        progress = DescriptorStream(descriptors[1])
        covered = descriptors.count > 2 ? DescriptorStream(descriptors[2]) : nil
    }
}

/// How far a recording has come.
package struct RecordingProgress: Sendable {
    /// Frames that were taken.
    package let frames: Int
    /// Milliseconds from the first frame to the last one that was taken.
    package let milliseconds: Int

    /// Seconds that a recording is told to last at most.
    private static let longest = 1e12

    /// - Parameter seconds: Seconds from the first frame to the last one that was taken.
    init(frames: Int, seconds: Double) {
        self.init(frames: frames, milliseconds: Int(min(seconds, Self.longest) * 1000))
    }

    package init(frames: Int, milliseconds: Int) {
        (self.frames, self.milliseconds) = (frames, milliseconds)
    }

    /// Bytes of a word of progress.
    package static let byteCount = 16

    /// The last word among bytes that a worker wrote; nil if there is none. It may be of an attacker.
    package init?(lastOf bytes: UnsafeRawBufferPointer) {
        let start = bytes.count / Self.byteCount * Self.byteCount - Self.byteCount
        guard start >= 0 else { return nil }
        func number(at offset: Int) -> Int {
            Int(clamping: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: Int64.self)))
        }
        self.init(frames: max(number(at: 0), 0), milliseconds: max(number(at: 8), 0))
    }

    /// Writes it where there is room; otherwise it is lost, since a later one says more.
    func write(to stream: DescriptorStream) {
        var stream = stream
        withUnsafeBytes(of: (Int64(frames).littleEndian, Int64(milliseconds).littleEndian)) { try? stream.write($0) }
    }
}

extension RecordingTerms {
    private static let longestCodec = 64

    func write(to writer: inout BinaryWriter) {
        writer.write(source)
        writer.write(codec)
        writer.write(grid)
        writer.write(colors.matrix)
        writer.write(colors.isFullRange)
        writer.write(optional: frameRate) { $0.write($1) }
        writer.write(linger)
    }

    init(reading reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            source: try reader.word(),
            codec: try reader.string(maximumByteCount: Self.longestCodec),
            grid: try reader.word(),
            colors: VideoColors(try reader.word(), isFullRange: try reader.bool()),
            frameRate: try reader.optional { try $0.double() },
            linger: try reader.double()
        )
    }
}
