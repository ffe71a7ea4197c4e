import Recordings

extension RecordingForm {
    /// The demuxer of FFmpeg that reads it, and no other. It has none for animated WebP, which a worker reads.
    var demuxer: String {
        switch self {
        case .webm, .mkv: "matroska"
        case .mp4, .mov: "mov"
        case .gif: "gif"
        case .apng: "apng"
        case .webp: "webp_pipe"
        }
    }

    /// The muxer of FFmpeg that writes it.
    var muxer: String { self == .mkv ? "matroska" : rawValue }

    /// The codecs that it holds, of those that are written; the first where that of the source is none of them.
    var codecs: [VideoCodec] {
        switch self {
        case .webm: [.vp9, .vp8, .av1]
        case .mkv: [.vp9, .vp8, .av1, .h264, .hevc]
        case .mp4: [.h264, .hevc, .av1, .vp9]
        case .mov: [.h264, .hevc]
        case .gif: [.gif]
        case .apng: [.apng]
        case .webp: [.webp]
        }
    }

    /// Whether it has room for sound.
    var holdsSound: Bool { !isAnimation }
}
