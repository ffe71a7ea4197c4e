package import ImageCore

/// What is known of a recording, and asked of it, besides its policy and its frames.
package struct RecordingTerms: Sendable, Equatable {
    /// The form in which the frames come.
    package enum Source: String, Sendable, CaseIterable {
        /// Frames that were decoded.
        case nut
        /// An animated WebP.
        case webp
    }

    package var source: Source
    /// The codec of the source, in the words of FFmpeg.
    package var codec: String
    /// The blocks within which a pixel of the source shows in its neighbours.
    package var grid: Grid
    /// How luma and chroma stand for colours, where frames have them.
    package var colors: VideoColors
    /// Frames a second, as far as they are regular; nil if that is not known.
    package var frameRate: Double?
    /// The seconds before and after a finding was seen for which it is covered.
    package var linger: Double

    /// The blocks of kinds of codecs.
    package enum Grid: String, Sendable, CaseIterable, Codable {
        /// Every pixel on its own.
        case pixels
        /// Macroblocks of 16 pixels, as of VP8 and H.264.
        case macroblocks
        /// Transforms of up to 32 pixels, as of VP9 and HEVC.
        case transforms
        /// Transforms of up to 64 pixels, as of AV1.
        case largeTransforms
        /// Macroblocks that begin at any even place, as of the images in an animated WebP.
        case movedMacroblocks

        var blocks: BlockGrid {
            switch self {
            case .pixels: .pixels
            case .macroblocks: BlockGrid(width: 16, height: 16, margin: 8, isPredicted: true)
            case .transforms: BlockGrid(width: 32, height: 32, margin: 8, isPredicted: true)
            case .largeTransforms: BlockGrid(width: 64, height: 64, margin: 8, isPredicted: true)
            // The margin of macroblocks, and all but 2 pixels of the one that a pixel lies in, on either side.
            case .movedMacroblocks: BlockGrid(width: 22, height: 22, margin: 22, isPredicted: true)
            }
        }
    }

    package init(
        source: Source = .nut,
        codec: String,
        grid: Grid,
        colors: VideoColors,
        frameRate: Double? = nil,
        linger: Double
    ) {
        (self.source, self.codec, self.grid, self.colors) = (source, codec, grid, colors)
        (self.frameRate, self.linger) = (frameRate, linger)
    }

    /// The seconds for which a cover lingers by default, and those that it may.
    package static let (defaultLinger, lingers) = (0.5, 0.0...10.0)
}
