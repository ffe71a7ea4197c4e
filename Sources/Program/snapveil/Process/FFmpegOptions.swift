import ArgumentParser
import BoundedWork
import Containment
import Foundation
import SecureMemory
import Transcoding

struct FFmpegOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "FFmpeg's program, which decodes and encodes recordings. (default: SNAPVEIL_FFMPEG, else ffmpeg in the PATH)",
            valueName: "program"
        )
    )
    var ffmpeg: String?

    /// FFmpeg; throws a sentence that says what to install where there is none.
    func usable(_ launcher: Launcher) throws(FileError) -> FFmpeg {
        let environment = ProcessInfo.processInfo.environment
        let named = ffmpeg ?? environment["SNAPVEIL_FFMPEG"].flatMap { $0.isEmpty ? nil : $0 }
        return try FFmpeg.usable(at: FFmpeg.path(named: named), launcher)
    }
}
