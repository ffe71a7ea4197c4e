import Recordings

/// A codec that recordings are read in and written in. The raw values are the words of FFmpeg.
enum VideoCodec: String, CaseIterable, Sendable {
    case vp8, vp9, av1, h264, hevc, gif, apng, webp

    /// Decoders of FFmpeg that may be used.
    static let decoders = [
        "vp8", "libvpx", "vp9", "libvpx-vp9", "av1", "libdav1d", "libaom-av1", "h264", "hevc", "gif", "apng",
    ]

    /// The blocks within which a pixel shows in its neighbours; of WebP those of lossless images.
    var grid: RecordingTerms.Grid {
        switch self {
        case .vp8, .h264: .macroblocks
        case .vp9, .hevc: .transforms
        case .av1: .largeTransforms
        case .gif, .apng, .webp: .pixels
        }
    }

    /// Whether it keeps red, green, blue and alpha.
    var isRGB: Bool { self == .gif || self == .apng || self == .webp }

    /// Encoders of FFmpeg with their settings, of which the first that is there is taken. Settings that watch the clock are left
    /// out, so that the same frames give the same bytes.
    var encoders: [VideoEncoder] {
        switch self {
        case .vp8:
            [
                // Its threads wait for each other without sleep, and stand still where others work beside them.
                VideoEncoder(
                    "libvpx",
                    "-deadline realtime -cpu-used -8 -crf 4 -qmin 0 -qmax 24 -b:v 40M -lag-in-frames 0 -threads 1"
                )
            ]
        case .vp9:
            [
                VideoEncoder(
                    "libvpx-vp9",
                    "-deadline realtime -cpu-used 7 -crf 14 -b:v 0 -lag-in-frames 0 -row-mt 1 -threads 2"
                )
            ]
        case .av1:
            [
                VideoEncoder("libsvtav1", "-preset 10 -crf 18 -svtav1-params lp=2", takesOddSizes: false),
                VideoEncoder("libaom-av1", "-usage realtime -cpu-used 8 -crf 18 -b:v 0 -lag-in-frames 0 -threads 2"),
            ]
        case .h264: [VideoEncoder("libx264", "-preset veryfast -crf 14 -bf 0 -threads 2", takesOddSizes: false)]
        case .hevc:
            [
                VideoEncoder(
                    "libx265",
                    "-preset ultrafast -crf 14 -x265-params log-level=none:bframes=0:pools=2:frame-threads=1",
                    takesOddSizes: false
                )
            ]
        // Whole frames: where palettes change, FFmpeg finds differences by the numbers of colours, and leaves what it should paint over.
        case .gif: [VideoEncoder("gif", "-gifflags -offsetting-transdiff")]
        case .apng: [VideoEncoder("apng", "-pred mixed")]
        case .webp: [VideoEncoder("libwebp_anim", "-lossless 1 -compression_level 2 -quality 50")]
        }
    }
}

/// An encoder of FFmpeg.
struct VideoEncoder: Sendable, Equatable {
    let name: String
    let settings: [String]
    /// Whether frames of shared chroma may have an odd width or height.
    let takesOddSizes: Bool

    init(_ name: String, _ settings: String, takesOddSizes: Bool = true) {
        self.name = name
        self.takesOddSizes = takesOddSizes
        self.settings = settings.split(separator: " ").map(String.init)
    }
}
