import ImageCore
import RawVideo
import Recordings

/// What FFmpeg says of a recording before it decodes it.
struct ProbedRecording: Equatable {
    /// The number of the stream with the video, among those of the file.
    var stream: Int
    var codec: VideoCodec
    var layout: FrameLayout
    /// Whether the width or the height, in pixels, is odd.
    var isOdd: Bool
    var isFullRange: Bool
    /// Names of FFmpeg for the space, the primaries and the transfer of colours; nil for unknown ones.
    var space: String?
    var primaries: String?
    var transfer: String?
    var hasSound: Bool
    /// Nil if it is not known.
    var seconds: Double?
    /// Units of its time stamps in a second.
    var ticks = 1000
    /// Frames a second, by which players and encoders go where frames come at other times, too; nil if that is not known.
    var frameRate: Double?

    /// The second at which the container says that the video ends, at the earliest; nil where it does not, or sound may last longer.
    var end: Double? { hasSound ? nil : seconds }

    /// The name of the layout, with its range, in which FFmpeg hands the samples out as they are.
    var pixelFormat: String {
        isFullRange && layout != .rgba ? layout.pixelFormat.replacing("yuv", with: "yuvj") : layout.pixelFormat
    }

    var colors: VideoColors {
        let matrix: VideoColors.Matrix =
            switch space {
            case "bt709": .bt709
            case "bt2020nc", "bt2020c": .bt2020
            default: .bt601
            }
        return VideoColors(matrix, isFullRange: isFullRange)
    }
}

extension ProbedRecording {
    /// An animated WebP.
    init(_ facts: AnimationFacts) {
        let seconds = Double(facts.duration) / 1000
        self.init(
            stream: 0,
            codec: .webp,
            layout: .rgba,
            isOdd: facts.width % 2 == 1 || facts.height % 2 == 1,
            isFullRange: false,
            hasSound: false,
            seconds: seconds,
            frameRate: seconds > 0 ? Double(facts.frames) / seconds : nil
        )
    }

    enum Fault: Error, Equatable {
        case noVideo
        case unknownCodec(String)
    }

    /// Reads the description that FFmpeg prints of a file; lines of metadata, which may say anything, are deeper.
    init(description: String) throws(Fault) {
        let lines = description.printedLines
        var streams: [(number: Int, kind: String, words: [String])] = []
        for line in lines {
            guard let match = line.wholeMatch(of: #/  Stream #0:(\d{1,4})[^ ]*: (Video|Audio): (.*)/#),
                let number = Int(match.1)
            else { continue }
            streams.append((number, String(match.2), Self.parts(of: String(match.3))))
        }
        // A picture for a cover is a video of one frame.
        let videos = streams.filter { $0.kind == "Video" && !($0.words.last ?? "").contains("(attached pic)") }
        guard let video = videos.first, let name = video.words.first?.split(separator: " ").first else {
            throw .noVideo
        }
        guard let codec = VideoCodec(rawValue: String(name)), codec != .webp else {
            throw .unknownCodec(String(name.prefix(32)))
        }
        let format = video.words.count > 1 ? video.words[1] : ""
        let pixelFormat = format.prefix { $0 != "(" }
        stream = video.number
        self.codec = codec
        layout = codec.isRGB ? .rgba : Self.layout(of: String(pixelFormat))
        isOdd = video.words.contains { word in
            guard let size = word.prefixMatch(of: #/(\d{1,6})x(\d{1,6})/#) else { return false }
            return size.1.last?.wholeNumberValue.map { $0 % 2 == 1 } ?? false
                || size.2.last?.wholeNumberValue.map { $0 % 2 == 1 } ?? false
        }
        isFullRange = pixelFormat.hasPrefix("yuvj") || format.contains("(pc")
        (space, primaries, transfer) = Self.colors(in: format)
        hasSound = streams.contains { $0.kind == "Audio" }
        seconds = lines.lazy.compactMap(Self.seconds).first
        ticks = video.words.lazy.compactMap(Self.ticks).first ?? ticks
        frameRate =
            video.words.lazy.compactMap { $0.wholeMatch(of: #/([\d.]{1,8}) fps/#).flatMap { Double($0.1) } }.first
    }

    /// The parts between commas outside of brackets.
    private static func parts(of text: String) -> [String] {
        var parts = [""]
        var depth = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.map { $0.trimmingPrefix(" ") }.map(String.init)
    }

    private static func layout(of pixelFormat: String) -> FrameLayout {
        if pixelFormat.contains("422") { return .yuv422 }
        return pixelFormat.contains("444") || pixelFormat.hasPrefix("gbr") || pixelFormat.hasPrefix("rgb")
            ? .yuv444 : .yuv420
    }

    private static let spaces = ["bt709", "bt470bg", "smpte170m", "bt2020nc", "bt2020c", "smpte240m", "fcc", "ycgco"]
    private static let allPrimaries = [
        "bt709", "bt470m", "bt470bg", "smpte170m", "smpte240m", "bt2020", "smpte428", "smpte431", "smpte432",
        "ebu3213", "film",
    ]
    private static let transfers = [
        "bt709", "gamma22", "gamma28", "smpte170m", "smpte240m", "linear", "iec61966-2-1", "bt2020-10", "bt2020-12",
        "smpte2084", "arib-std-b67",
    ]
    /// Names that FFmpeg prints, and takes others for.
    private static let otherTransfers = ["bt470m": "gamma22", "bt470bg": "gamma28"]

    /// The names in `yuv420p(tv, bt709/unknown/bt709, progressive)`; one stands for all three.
    private static func colors(in format: String) -> (space: String?, primaries: String?, transfer: String?) {
        guard let open = format.firstIndex(of: "("), let close = format.lastIndex(of: ")"), open < close else {
            return (nil, nil, nil)
        }
        let words = format[format.index(after: open)..<close].split(separator: ",").map { $0.trimmingPrefix(" ") }
        for word in words {
            let names = word.split(separator: "/").map(String.init)
            if names.count == 1, spaces.contains(names[0]) { return known((names[0], names[0], names[0])) }
            if names.count == 3 { return known((names[0], names[1], names[2])) }
        }
        return (nil, nil, nil)
    }

    private static func known(_ name: String, among names: [String]) -> String? { names.contains(name) ? name : nil }

    private static func known(
        _ names: (String, String, String)
    ) -> (space: String?, primaries: String?, transfer: String?) {
        (
            known(names.0, among: spaces), known(names.1, among: allPrimaries),
            known(otherTransfers[names.2] ?? names.2, among: transfers)
        )
    }

    /// Units in a second of `12800 tbn`, `90k tbn` or `29.97 tbn`, of which 1001 units are a frame; nil for other words.
    private static func ticks(in word: String) -> Int? {
        guard let match = word.prefixMatch(of: #/([\d.]{1,9})(k?) tbn/#), let value = Double(match.1), value >= 1 else {
            return nil
        }
        let ticks = match.2.isEmpty ? value : value * 1000
        return Int(ticks == ticks.rounded() ? ticks : (ticks * 1001).rounded())
    }

    /// Seconds of `  Duration: 00:01:02.50, start: …`; nil for any other line.
    private static func seconds(in line: String) -> Double? {
        guard let match = line.prefixMatch(of: #/  Duration: (\d{1,6}):(\d\d):(\d\d(?:\.\d{1,9})?)/#),
            let hours = Double(match.1), let minutes = Double(match.2), let seconds = Double(match.3)
        else { return nil }
        return (hours * 60 + minutes) * 60 + seconds
    }
}
