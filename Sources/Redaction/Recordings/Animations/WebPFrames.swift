import BoundedWork
import ImageCore
import RawVideo
import SecureMemory

/// The frames of an animated WebP, each as the whole canvas, with their times in milliseconds from 0 on.
///
/// It takes the memory of the canvas, of one image and of its bytes, however many frames there are. Frames that are shown for no
/// time, which browsers show for a tenth of a second, are shown for a millisecond.
struct WebPFrames<Source: ByteSource>: ~Copyable, FrameSource {
    let format: RawVideoFormat

    private var stream: WebPStream<Source>
    private var canvas: WebPCanvas
    private var image: WipedAllocation?
    private var time: Int64 = 0
    private let grid: RecordingTerms.Grid
    private let cancellation: Cancellation

    /// Reads the beginning of a file.
    ///
    /// - Parameters:
    ///   - limits: The largest canvas.
    ///   - grid: The grid that ``AnimationFacts`` state; frames that need another one are refused.
    init(
        _ source: Source,
        limits: DecodingLimits,
        grid: RecordingTerms.Grid,
        _ cancellation: Cancellation
    ) throws(RecordingError) {
        let stream = try WebPStream(source, limits: limits)
        let size = stream.size
        guard let milliseconds = Ratio(1, 1000),
            let format = RawVideoFormat(width: size.width, height: size.height, layout: .rgba, timeBase: milliseconds)
        else { throw .reading(.frameTooLarge(width: UInt64(size.width), height: UInt64(size.height))) }
        canvas = try mapError(WebPCanvas(size, limits: limits), RecordingError.init(_:))
        (self.format, self.grid, self.cancellation) = (format, grid, cancellation)
        self.stream = stream
    }

    mutating func nextFrame(into frame: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int64? {
        guard let (head, isLossless) = try stream.nextFrame() else { return nil }
        guard grid.joined(head.grid(isLossless: isLossless)) == grid else {
            throw .animation("it has changed since it was opened")
        }
        let bytes = try imageBytes(stream.imageByteCount)
        try stream.readImage(into: bytes)
        try mapError(canvas.draw(head, UnsafeRawBufferPointer(bytes), cancellation), RecordingError.init(animation:))
        canvas.copy(into: frame)
        defer { time += head.shownTime }
        return time
    }

    /// Memory for an image, which the next one gets, too.
    private mutating func imageBytes(_ count: Int) throws(RecordingError) -> UnsafeMutableRawBufferPointer {
        let memory: WipedAllocation
        if let last = image.take(), last.byteCount >= count {
            memory = last
        } else {
            memory = try mapError(WipedAllocation(byteCount: count), RecordingError.init(_:))
        }
        let bytes = UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: count)
        image = consume memory
        return bytes
    }
}

extension WebPFrame {
    /// Milliseconds for which it is shown, 1 at least.
    var shownTime: Int64 { Int64(max(duration, 1)) }

    /// The blocks within which a pixel of its image shows in its neighbours.
    func grid(isLossless: Bool) -> RecordingTerms.Grid {
        if isLossless { return .pixels }
        return place.x % 16 == 0 && place.y % 16 == 0 ? .macroblocks : .movedMacroblocks
    }
}

extension RecordingTerms.Grid {
    /// The grid of an animation that has images of both.
    func joined(_ other: Self) -> Self {
        if self == other || other == .pixels { return self }
        return self == .pixels ? other : .movedMacroblocks
    }
}
