import RawVideo
import Recordings

/// The arguments of FFmpeg for its parts in the work on a recording. Descriptors are those of ``FFmpeg``.
enum TranscodingArguments {
    private static let quiet = ["-hide_banner", "-nostdin", "-loglevel", "error"]
    /// The time stamps of the source, unless they are negative, for which pipes have no room.
    private static let times = ["-copyts", "-avoid_negative_ts", "make_non_negative"]

    /// The source is descriptor 0, which is opened again, since some forms begin at the end.
    private static func source(_ form: RecordingForm, maximumPixels: Int) -> [String] {
        [
            "-max_pixels", String(maximumPixels), "-codec_whitelist", VideoCodec.decoders.joined(separator: ","),
            "-protocol_whitelist", "file", "-f", form.demuxer, "-i", "file:/proc/self/fd/0",
        ]
    }

    /// Has FFmpeg describe a recording on standard error.
    static func probe(_ form: RecordingForm, maximumPixels: Int) -> [String] {
        ["-hide_banner", "-nostdin"] + source(form, maximumPixels: maximumPixels)
    }

    /// Has FFmpeg name its encoders on standard output.
    static let encoders = ["-hide_banner", "-encoders"]

    /// Has FFmpeg write the frames of a recording to descriptor 1, upright, as NUT.
    static func decoder(_ recording: ProbedRecording, _ form: RecordingForm, maximumPixels: Int) -> [String] {
        let range = recording.isFullRange && recording.layout != .rgba
        return quiet + ["-threads", "2"] + source(form, maximumPixels: maximumPixels) + [
            "-map", "0:\(recording.stream)", "-map_metadata", "-1", "-map_chapters", "-1",
        ] + (range ? ["-vf", "scale=in_range=full:out_range=tv"] : []) + times + [
            "-fps_mode", "passthrough", "-enc_time_base", "-1", "-c:v", "rawvideo", "-pix_fmt", recording.layout.pixelFormat,
            "-write_index", "0", "-f", "nut", "pipe:1",
        ]
    }

    /// Has FFmpeg write the sound of a recording to descriptor 1 as it is.
    static func sound(_ form: RecordingForm, maximumPixels: Int) -> [String] {
        quiet + source(form, maximumPixels: maximumPixels) + times + [
            "-map", "0:a:0", "-map_metadata", "-1", "-map_chapters", "-1", "-c", "copy", "-f", "matroska", "pipe:1",
        ]
    }

    /// Has FFmpeg encode the frames of descriptor 0, with the sound of descriptor 3 if there is some, into descriptor 1.
    static func encoder(
        _ recording: ProbedRecording,
        _ codec: VideoCodec,
        _ encoder: VideoEncoder,
        _ form: RecordingForm,
        hasSound: Bool
    ) -> [String] {
        quiet + ["-y", "-f", "nut", "-i", "pipe:0"] + (hasSound ? ["-f", "matroska", "-i", "pipe:3"] : [])
            + picture(codec, recording.layout) + (hasSound ? ["-map", "1:a:0", "-c:a", "copy"] : []) + [
                "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-copyts", "-fps_mode",
                "passthrough", "-enc_time_base", "-1", "-c:v", encoder.name,
            ] + encoder.settings + (codec.isRGB ? [] : colors(recording)) + tags(codec, form) + [
                "-f", form.muxer, "file:/proc/self/fd/1",
            ]
    }

    /// The frames in the samples of the codec.
    private static func picture(_ codec: VideoCodec, _ layout: FrameLayout) -> [String] {
        switch codec {
        case .gif:
            [
                "-filter_complex",
                "[0:v]split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=none[v]", "-map", "[v]",
            ]
        case .apng: ["-map", "0:v:0", "-pix_fmt", "rgba"]
        case .vp8: ["-map", "0:v:0", "-pix_fmt", "yuv420p"]
        case .vp9, .av1, .h264, .hevc:
            ["-map", "0:v:0", "-pix_fmt", layout == .rgba ? "yuv420p" : layout.pixelFormat]
        }
    }

    private static func colors(_ recording: ProbedRecording) -> [String] {
        let named = [
            ("-colorspace", recording.space), ("-color_primaries", recording.primaries), ("-color_trc", recording.transfer),
            ("-color_range", recording.layout == .rgba ? nil : "tv"),
        ]
        return named.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }

    private static func tags(_ codec: VideoCodec, _ form: RecordingForm) -> [String] {
        switch (codec, form) {
        // What players of Apple ask for.
        case (.hevc, .mp4), (.hevc, .mov): ["-tag:v", "hvc1"]
        case (_, .apng): ["-plays", "0"]
        default: []
        }
    }
}
