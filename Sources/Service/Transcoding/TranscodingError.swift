import BoundedWork
package import Containment
import Glibc
import RedactionJobs

/// A reason why a recording was not redacted, without anything of it.
package enum TranscodingError: Error, Equatable {
    /// A process of FFmpeg.
    package enum Part: String, Sendable {
        case decoder, encoder
    }

    /// The program cannot be started, for this reason.
    case program(String)
    /// There is no video in it; the last words of the program, which may be anything.
    case noVideo(String)
    /// The codec is not one that is read.
    case unknownCodec(String)
    /// The program cannot write the codec.
    case noEncoder(String)
    /// A process failed; its last words, which may be anything.
    case failed(Part, String)
    /// Nothing has gone on for a long time.
    case stuck
    /// The result has more than so many bytes.
    case tooLong(bytes: Int)
    /// The frames were refused, for this reason.
    case refused(String)
    /// The worker failed.
    case worker(WorkerFailure)
    /// A call of the system failed.
    case system(Int32)
}

extension TranscodingError: CustomStringConvertible {
    /// A sentence without a full stop; the words of others in it can do no harm.
    package var description: String {
        switch self {
        case .program(let reason): reason
        case .noVideo(let words), .failed(_, let words): summary + Self.quoted(words)
        case .unknownCodec(let name): "its codec, \(QuotedText.printing(name)), is not read"
        case .noEncoder: "\(summary); name another form with --video-format, such as webm or mp4"
        default: summary
        }
    }

    /// The sentence without words of the program, which may repeat a part of the recording.
    package var summary: String {
        switch self {
        case .program: "ffmpeg cannot be started"
        case .noVideo: "there is no video in it"
        case .unknownCodec: "its codec is not read"
        case .noEncoder(let codec): "this ffmpeg cannot write \(codec)"
        case .failed(.decoder, _): "ffmpeg cannot decode it"
        case .failed(.encoder, _): "ffmpeg cannot encode it"
        case .tooLong(let bytes): "the redacted recording has more than \(bytes) bytes"
        case .stuck: "nothing has gone on for \(FFmpeg.patience / .seconds(1)) seconds"
        case .refused(let sentence): QuotedText.printing(sentence)
        case .worker(let failure): QuotedText.printing(failure.sentence)
        case .system(let code): String(cString: strerror(code))
        }
    }

    private static let longestWords = 200

    /// Lines of FFmpeg that say nothing of a file.
    private static let idle = [
        "Last message repeated", "At least one output file", "Error marking filters as finished",
    ]

    /// The last line of a program that says something, in brackets.
    private static func quoted(_ words: String) -> String {
        let lines = words.printedLines
        guard let line = lines.last(where: { line in !idle.contains { line.contains($0) } }) else { return "" }
        return " (\(QuotedText.printing(String(line.prefix(longestWords)))))"
    }
}
