public import ArgumentParser
import Foundation
public import Recordings
import Transcoding

struct RecordingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Seconds for which a cover lasts before and after its finding was seen in a recording.",
            valueName: "seconds"
        )
    )
    var linger = RecordingTerms.defaultLinger
    @Option(
        help:
            "webm, mkv, mp4, mov, gif, apng or webp: the form of a recording's result. (default: by --output's extension, else as the input)"
    )
    var videoFormat: RecordingForm?
    @Option(help: "What becomes of the sound of a recording: drop or keep.")
    var sound = Sound.drop
    @OptionGroup var program: FFmpegOptions

    enum Sound: String, CaseIterable, ExpressibleByArgument {
        case drop, keep
    }

    func validate() throws {
        guard RecordingTerms.lingers.contains(linger) else {
            throw ValidationError("--linger has to be from 0 to \(Int(RecordingTerms.lingers.upperBound)).")
        }
    }
}

extension RecordingForm: ExpressibleByArgument {}

extension RecordingOptions {
    /// Words that are equal where the same becomes of recordings of runs.
    var words: String { "linger \(linger), sound \(sound.rawValue)" }

    /// What becomes of a recording whose result goes to a file of this name.
    func wish(outputName: String) -> Transcoder.Wish {
        var wish = Transcoder.Wish()
        let named = RecordingForm(fileExtension: URL(fileURLWithPath: outputName).pathExtension.lowercased())
        wish.form = videoFormat ?? named
        wish.keepsSound = sound == .keep
        wish.linger = linger
        return wish
    }
}
