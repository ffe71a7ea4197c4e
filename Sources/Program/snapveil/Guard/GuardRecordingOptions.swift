import ArgumentParser
import Containment
import Recordings
import Redaction
import RedactionJobs
import SecureMemory
import SnapveilGuard
import Transcoding

/// The settings of a guard for recordings, as options.
struct GuardRecordingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "FFmpeg's program, which decodes and encodes recordings. (default: ffmpeg in the PATH)",
            valueName: "program"
        )
    )
    var ffmpeg = GuardSetting(\.ffmpeg)
    @Option(
        help: ArgumentHelp(
            "Seconds for which a cover lasts before and after its finding was seen in a recording.",
            valueName: "seconds"
        )
    )
    var linger = GuardSetting(\.linger)
    @Option(help: ArgumentHelp("The longest that the work on a recording may take.", valueName: "seconds"))
    var recordingTimeout = GuardSetting(\.recordingTimeLimit)
}

/// The time for which a cover lasts before and after its finding was seen.
struct LingerTime: BoundedArgument {
    let seconds: Double

    static let standard = LingerTime(seconds: RecordingTerms.defaultLinger)

    init(seconds: Double) { self.seconds = seconds }

    init?(argument: String) {
        guard let seconds = Double(argument), RecordingTerms.lingers.contains(seconds) else { return nil }
        self.seconds = seconds
    }

    var defaultValueDescription: String { seconds.plainText }

    static var bounds: String {
        "\(RecordingTerms.lingers.lowerBound.plainText) to \(RecordingTerms.lingers.upperBound.plainText)"
    }
}

extension GuardSettings {
    /// Workers for each recording that is worked on at a time: FFmpeg takes two more processes, and keeps all busy.
    private static let workersOfRecording = 4
    /// The longest expected wait of a recording for others.
    private static let longestWait = Duration.seconds(600)

    /// The settings of the workers for recordings.
    func recordingTerms(_ order: RedactionOrder, models: String?) -> WorkerPool.Terms {
        var terms = poolTerms(order, models: models)
        terms.queue.workers = max(workers / Self.workersOfRecording, 1)
        terms.queue.looks = terms.queue.workers
        terms.queue.maximumWait = Self.longestWait
        terms.timeLimit = recordingTimeLimit
        return terms
    }
}

/// The program for recordings, found while files can be looked for.
struct RecordingProgram {
    /// Its path, or the reason why all recordings are refused.
    fileprivate let path: Result<String, RecordingWorkers.Refusal>
    fileprivate let launcher: Launcher
}

extension GuardStart {
    /// Looks for FFmpeg, and starts nothing: a process can lock itself as long as it has one thread. By the main thread.
    func recordingProgram() throws -> RecordingProgram {
        let launcher = try Launcher.ofPrograms(launcher)
        guard !order.policy.takesSources else {
            let refusal = RecordingWorkers.Refusal("the policy names elements, and a recording has no page source")
            return RecordingProgram(path: .failure(refusal), launcher: launcher)
        }
        do throws(FileError) {
            return RecordingProgram(path: .success(try FFmpeg.path(named: settings.ffmpeg)), launcher: launcher)
        } catch {
            return RecordingProgram(path: .failure(.init(error.reason)), launcher: launcher)
        }
    }

    /// The redaction of recordings by a program, which is started here.
    ///
    /// - Parameter areContained: Whether the workers for recordings are processes.
    func recordings(_ program: RecordingProgram, areContained: Bool) throws -> RecordingWorkers {
        let ffmpeg: FFmpeg
        do {
            ffmpeg = try FFmpeg.usable(at: program.path.get(), program.launcher)
        } catch let refusal as RecordingWorkers.Refusal {
            return RecordingWorkers(refusing: refusal)
        } catch let error as FileError {
            guard settings.ffmpeg == nil else { throw CommandFailure.configuration("\(error)") }
            return RecordingWorkers(refusing: .init(error.reason))
        }
        return RecordingWorkers(
            .success(ffmpeg),
            linger: settings.linger.seconds,
            longestReply: settings.maximumReplyBytes
        ) { try recordingWorkers(areContained ? launcher : nil) }
    }
}
