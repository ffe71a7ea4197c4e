import Foundation
import RawVideo
import Recordings

/// The arguments of FFmpeg for its parts in the work on a recording. Descriptors are those of ``FFmpeg``.
enum TranscodingArguments {
    private static let quiet = ["-hide_banner", "-nostdin", "-loglevel", "error"]
    /// The time stamps of the source, unless they are negative, for which pipes have no room.
    private static let times = ["-copyts", "-avoid_negative_ts", "make_non_negative"]
    /// The time stamps of sound, which begins before 0 where its codec needs a beginning that is not heard, and the form has room for it.
    private static let timesOfSound = ["-copyts", "-avoid_negative_ts", "disabled"]

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

    /// Has FFmpeg list the packets of a recording on descriptor 1.
    static func packets(_ recording: ProbedRecording, _ form: RecordingForm, maximumPixels: Int) -> [String] {
        quiet + source(form, maximumPixels: maximumPixels) + [
            "-map", "0:\(recording.stream)", "-copyts", "-copyinkf", "-c", "copy", "-f", "framecrc", "pipe:1",
        ]
    }

    /// Has FFmpeg name its encoders on standard output.
    static let encoders = ["-hide_banner", "-encoders"]

    /// Has FFmpeg write the frames of a recording to descriptor 1, upright, as NUT.
    static func decoder(_ recording: ProbedRecording, _ form: RecordingForm, maximumPixels: Int) -> [String] {
        quiet + ["-threads", "2"] + source(form, maximumPixels: maximumPixels) + [
            "-map", "0:\(recording.stream)", "-map_metadata", "-1", "-map_chapters", "-1",
        ] + times + [
            "-fps_mode", "passthrough", "-enc_time_base", "1:\(recording.ticks)", "-c:v", "rawvideo", "-pix_fmt",
            recording.pixelFormat,
            "-write_index", "0", "-f", "nut", "pipe:1",
        ]
    }

    /// Has FFmpeg write the sound of a recording to descriptor 1 as it is.
    static func sound(_ form: RecordingForm, for target: RecordingForm, maximumPixels: Int) -> [String] {
        quiet + source(form, maximumPixels: maximumPixels) + (target == .mp4 || target == .mov ? timesOfSound : times)
            + [
                "-map", "0:a:0", "-map_metadata", "-1", "-map_chapters", "-1", "-c", "copy", "-f", "matroska", "pipe:1",
            ]
    }

    /// Has FFmpeg encode the frames of descriptor 0, with the sound of descriptor 3 if there is some, into descriptor 1.
    static func encoder(
        _ recording: ProbedRecording,
        _ codec: VideoCodec,
        _ encoder: VideoEncoder,
        _ form: RecordingForm,
        _ end: RecordingEnd?,
        plays: Int?,
        hasSound: Bool
    ) -> [String] {
        quiet + ["-y", "-f", "nut", "-i", "pipe:0"] + (hasSound ? ["-f", "matroska", "-i", "pipe:3"] : [])
            + picture(recording, codec, encoder) + (hasSound ? ["-map", "1:a:0", "-c:a", "copy"] : []) + [
                "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-copyts", "-fps_mode",
                "passthrough", "-enc_time_base", "1:\(recording.ticks)", "-c:v", encoder.name,
            ] + encoder.settings + (codec.isRGB ? [] : colors(recording)) + tags(codec, form)
            + timescale(recording, form) + ending(form, end, plays: plays) + [
                "-f", form.muxer, "file:/proc/self/fd/1",
            ]
    }

    /// The frames in the samples of the codec, with a row or a column more where it takes no odd sizes.
    private static func picture(_ recording: ProbedRecording, _ codec: VideoCodec, _ encoder: VideoEncoder) -> [String]
    {
        let layout = codec == .vp8 || recording.layout == .rgba ? .yuv420 : recording.layout
        let pads = recording.isOdd && !encoder.takesOddSizes && layout != .yuv444
        return switch codec {
        case .gif:
            [
                "-filter_complex",
                "[0:v]split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=none[v]", "-map",
                "[v]",
            ]
        case .apng: ["-map", "0:v:0", "-pix_fmt", "rgba"]
        case .webp: ["-map", "0:v:0", "-pix_fmt", "bgra"]
        case .vp8, .vp9, .av1, .h264, .hevc:
            ["-map", "0:v:0", "-pix_fmt", layout.pixelFormat]
                + (pads ? ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2"] : [])
        }
    }

    private static func colors(_ recording: ProbedRecording) -> [String] {
        let named = [
            ("-colorspace", recording.space), ("-color_primaries", recording.primaries),
            ("-color_trc", recording.transfer),
            ("-color_range", recording.layout == .rgba ? nil : recording.isFullRange ? "pc" : "tv"),
        ]
        return named.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }

    private static func tags(_ codec: VideoCodec, _ form: RecordingForm) -> [String] {
        switch (codec, form) {
        // What players of Apple ask for.
        case (.hevc, .mp4), (.hevc, .mov): ["-tag:v", "hvc1"]
        default: []
        }
    }

    /// Units of time in a second below which FFmpeg writes MP4 with a multiple of them, and takes durations for ones of that.
    private static let leastTimescale = 10_000

    private static func timescale(_ recording: ProbedRecording, _ form: RecordingForm) -> [String] {
        switch form {
        case .mp4, .mov:
            // The second at which the video begins is one of the movie.
            ["-movie_timescale", String(recording.ticks * max(1, 1000 / recording.ticks))]
                + (recording.ticks < leastTimescale ? ["-video_track_timescale", String(recording.ticks)] : [])
        case .webm, .mkv, .gif, .apng, .webp: []
        }
    }

    /// The time of the last frame, which FFmpeg guesses otherwise, and the number of times that an animation is shown.
    private static func ending(_ form: RecordingForm, _ end: RecordingEnd?, plays: Int?) -> [String] {
        switch form {
        case .webm, .mkv: []
        case .mp4, .mov:
            end.map { end in
                [
                    "-bsf:v",
                    String(
                        format: "setts=duration=if(gte(PTS*TB\\,%.6f)\\,%.6f/TB\\,DURATION)",
                        end.second - 0.0005,
                        end.duration
                    ),
                ]
            } ?? []
        case .gif:
            ["-loop", "\(plays ?? -1)"] + (end.map { ["-final_delay", "\(Int(($0.duration * 100).rounded()))"] } ?? [])
        case .apng:
            ["-plays", "\(plays ?? 1)"]
                + (end.map { ["-final_delay", "\(Int(($0.duration * 1000).rounded()))/1000"] } ?? [])
        // The time of the last frame is written once it is done.
        case .webp: ["-loop", "\(plays ?? 1)"]
        }
    }
}
