package import ImageCore
package import RawVideo

/// What has to be known of an animated WebP before its frames are read.
package struct AnimationFacts: Sendable, Equatable, Codable {
    /// Pixels of the canvas.
    package let width: Int
    /// Pixels of the canvas.
    package let height: Int
    /// The number of frames.
    package private(set) var frames = 0
    /// Milliseconds from the first frame to the end of the last one.
    package private(set) var duration: Int64 = 0
    /// Milliseconds for which the last frame is shown.
    package private(set) var lastDuration: Int64 = 0
    /// The number of times that it is shown, 0 for ever.
    package private(set) var plays = 0
    /// The blocks within which a pixel shows in its neighbours.
    package private(set) var grid = RecordingTerms.Grid.pixels

    /// Reads the heads of all frames, and no image.
    ///
    /// - Parameters:
    ///   - source: Bytes of a file from its start.
    ///   - limits: The largest canvas.
    package init(readFrom source: some ByteSource, limits: DecodingLimits) throws(RecordingError) {
        var stream = try WebPStream(source, limits: limits)
        (width, height) = (stream.size.width, stream.size.height)
        while let (frame, isLossless) = try stream.nextFrame() {
            frames += 1
            lastDuration = frame.shownTime
            duration += lastDuration
            grid = grid.joined(frame.grid(isLossless: isLossless))
        }
        guard frames > 0 else { throw .noFrames }
        plays = stream.plays ?? 0
    }

    /// Whether they can be those of a file; an attacker may have written them.
    package var arePossible: Bool {
        let edges = 1...1 << 24
        return edges.contains(width) && edges.contains(height) && (1...1 << 32).contains(frames)
            && (1...1 << 56).contains(duration) && (1...duration).contains(lastDuration)
            && (0...Int(UInt16.max)).contains(plays)
    }
}
