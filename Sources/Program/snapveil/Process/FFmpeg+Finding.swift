import BoundedWork
import Containment
import Foundation
import SecureMemory
import Transcoding

extension FFmpeg {
    private static let missing = """
        recordings are decoded and encoded by FFmpeg, and there is no ffmpeg in the PATH: install it (apt-get install ffmpeg), or \
        name it with --ffmpeg or SNAPVEIL_FFMPEG
        """

    /// The path that is named, or else that of the program in the `PATH`; throws a sentence that says what to install where there is
    /// none.
    static func path(named: String?) throws(FileError) -> String {
        guard let path = named ?? found(in: ProcessInfo.processInfo.environment["PATH"]) else {
            throw FileError(path: "ffmpeg", reason: missing)
        }
        return path
    }

    /// The program at a path, which is asked for its encoders.
    static func usable(at path: String, _ launcher: Launcher) throws(FileError) -> FFmpeg {
        try mapError(FFmpeg(path: path, launcher: launcher)) { (error: TranscodingError) in
            FileError(path: path, reason: "\(error)")
        }
    }
}

extension Launcher {
    /// The launcher of workers, or one for other programs where there is none. To be called by the main thread, early.
    static func ofPrograms(_ launcher: Launcher?) throws -> Launcher {
        if let launcher { return launcher }
        return try mapError(Launcher(.itself("snapveil", "worker"))) { (error: ContainmentError) in
            CommandFailure.usage("\(error)")
        }
    }
}
