import ArgumentParser
import Artefacts
import BoundedWork
import Containment
import ImageCore
import PolicyLibrary
import Redaction
import RedactionJobs
import SecureMemory
import Synchronization

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find sensitive content in screenshots, traces, reports and logs.",
        discussion: """
            Reports what the rules of a policy would cover: the place and the kind, never the value. Rules for fixed places find nothing. \
            Without a policy it looks for all sensitive text, faces and codes, and for sensitive elements if there is a page source. \
            Kept places are allowed. In a directory, it checks all pictures at any depth, whatever their names; with --everything all \
            files, as one run. It looks into archives, texts and recordings that are named.

            EXAMPLES
              snapveil check shot.png
              snapveil check TestResults --format junit --output check.xml
              snapveil check shots/*.png --policy secrets.json --hierarchies-beside
              snapveil check TestResults --format html --output check.html
              snapveil check trace.zip --secrets .env
              snapveil check safe --everything --video redact --format sarif --output check.sarif
              snapveil check session.webm --policy secrets.json
              snapveil check --hidden Library/SplashBoard/Snapshots --splash splash.png
              cat shot.png | snapveil check -

            EXIT STATUS
              0   nothing was found
              1   something was found
              2   a file could not be checked, or there was none; standard error names each
              64  the command line is not understood
              78  a setting cannot be used
            """
    )

    @Argument(
        help: ArgumentHelp("Pictures, archives and texts, and directories; - is standard input.", valueName: "in")
    )
    var inputs: [String]

    @OptionGroup(title: "What to look for")
    var named: NamedPolicyOptions
    @OptionGroup(title: "What to look for")
    var models: ModelOptions
    @OptionGroup(title: "What to look for")
    var hierarchies: HierarchyOptions
    @Option(help: ArgumentHelp("Pixels for each point, for policies and page sources in points.", valueName: "n"))
    var scale: Double?

    @OptionGroup(title: "What a test run leaves behind")
    var artefacts: ArtefactOptions
    @OptionGroup(title: "What a test run leaves behind")
    var program: FFmpegOptions

    @Flag(
        help: """
            Report whether snapshots of apps in the background still show the app: hidden, blurred or visible. Sensitive content \
            makes no difference.
            """
    )
    var hidden = false
    @Option(help: ArgumentHelp("With --hidden: a picture of the app's launch screen.", valueName: "file"))
    var splash: String?
    @Option(help: "With --hidden: also accept this verdict: blurred.")
    var allow: AllowedVerdict?

    @Option(help: "Format of the report: text, json, junit, sarif or html.")
    var format = CheckFormat.text
    @Option(name: [.short, .long], help: ArgumentHelp("File for the report; - is standard output.", valueName: "out"))
    var output = DestinationOptions.standardStream

    @OptionGroup var work: WorkerOptions

    func validate() throws {
        guard scale.map(LengthUnit.scaleRange.contains) ?? true else {
            throw ValidationError("--scale has to be from 0.1 to 16 pixels for each point.")
        }
        try hierarchies.validate(inputs: inputs)
        try artefacts.validate(inputs: inputs)
        guard !hidden || (!artefacts.everything && artefacts.secrets == nil) else {
            throw ValidationError("--hidden takes snapshots alone, without --everything and --secrets.")
        }
        guard hidden || (splash == nil && allow == nil) else {
            throw ValidationError("--splash and --allow go with --hidden.")
        }
        guard !hidden || (named.name == nil && hierarchies.file == nil && !hierarchies.areBeside) else {
            throw ValidationError("--hidden takes no policy and no page sources.")
        }
    }

    func run() throws {
        try ProcessSecrecy.enforce()
        // By the main thread, and before anything is read.
        let launcher = try CommandFailure.usable(work.isolation.launcher(.ofCommand))
        let order = try order()
        let directory = try hidden ? models.directory : models.directory(for: order.policy, of: named)
        let folder = try artefacts.everything ? FolderSource(inputs[0]) : nil
        let files = try folder == nil ? PictureFinder().files(of: inputs) : []
        let count = folder == nil ? work.count(of: files.map(\.file), order) : .max
        let recordings = RecordingWork(program, try Launcher.ofPrograms(launcher))
        if artefacts.video == .redact {
            _ = try mapError(recordings.prepare()) { (error: FileError) in CommandFailure.configuration("\(error)") }
        }
        var workers = try CommandFailure.usable(
            work.workers(files: count, order, models: directory, launcher)
        )
        workers.recordings = recordings
        let results = CheckResults(files: folder.map { check($0, by: workers) } ?? check(files, by: workers))
        try mapError(FilePlace(output).write(format.text(of: results))) { (error: any Error) in
            CommandFailure.output("\(error)")
        }
        Progress.report(results.summary)
        guard results.status == 0 else { throw ExitCode(results.status) }
    }

    /// Checks all files of a directory.
    private func check(_ folder: FolderSource, by workers: FileWorkers) -> [CheckedFile] {
        let leftOut = folder.leftOut.map {
            CheckedFile("\(folder.path)/\($0)", outcome: .failure(FolderSource.reasonToLeaveOut))
        }
        return check(folder.path, by: workers) { folder } + leftOut
    }

    /// Checks an artefact part by part.
    private func check(_ path: String, by workers: FileWorkers, _ source: () throws(FileError) -> any RunSource)
        -> [CheckedFile]
    {
        do throws(FileError) {
            let files = try ArtefactRun(source(), workers).check().flatMap { checked in
                guard let recording = checked.recording else { return CheckedFile.files(of: path, checked.entries) }
                return CheckedFile.files(of: path, checked.entries, recording)
            }
            for file in files {
                Progress.report(file.failure.map { "\(FileError(path: file.path, reason: $0))" })
            }
            return files
        } catch {
            Progress.report("\(error)")
            return [CheckedFile(path, outcome: .failure(error.reason))]
        }
    }

    /// Checks a recording.
    private func check(_ recording: RecordingFile, by workers: FileWorkers) -> CheckedFile {
        let findings = Result { () throws(FileError) in
            guard let recordings = workers.recordings else {
                throw FileError(path: recording.path, reason: "it is a recording")
            }
            return try recordings.check(recording, workers)
        }
        if case .failure(let error) = findings { Progress.report("\(error)") }
        return CheckedFile(recording.path, findings)
    }

    /// Checks files, archives part by part, and recordings one after the other; the outcomes in their order.
    private func check(_ files: [PictureFinder.Found], by workers: FileWorkers) -> [CheckedFile] {
        let checked = Mutex<[Int: [CheckedFile]]>([:])
        var others: [Int] = []
        for (index, found) in files.enumerated() {
            if !hidden, let recording = RecordingFile(found.file) {
                let result = check(recording, by: workers)
                checked.withLock { $0[index] = [result] }
                continue
            }
            guard !hidden, let archive = ArchiveFile(found.file) else {
                others.append(index)
                continue
            }
            let results = check(found.path, by: workers) { () throws(FileError) in try ArchiveSource(archive, workers) }
            checked.withLock { $0[index] = results }
        }
        _ = workers.workOnFiles(others.count) { [allow, hierarchies, others] (number, turn) throws(FileError) in
            let found = files[others[number]]
            do throws(FileError) {
                let file = try workers.perform(found.file, takingHierarchyBeside: hierarchies.areBeside, turn)
                let results = CheckedFile.files(of: found.path, file, allowing: allow)
                checked.withLock { $0[others[number]] = results }
                return nil
            } catch {
                checked.withLock { $0[others[number]] = [CheckedFile(found.path, outcome: .failure(error.reason))] }
                throw error
            }
        }
        let known = checked.withLock(\.self)
        return files.indices.flatMap { known[$0] ?? [CheckedFile(files[$0].path, outcome: nil)] }
    }

    private func order() throws -> RedactionOrder {
        let policy = try named.policy()
        let everything = try Policy.everythingSensitive(hasHierarchy: hierarchies.file != nil)
        var order = RedactionOrder(
            policy: policy ?? everything,
            product: hidden ? .exposure : policy == nil ? .fullReport : .report
        )
        order.hierarchy = try hierarchies.source()
        order.hasHierarchies = hierarchies.areBeside
        order.unit = scale.map { .points(scale: $0) }
        order.splash = try splash.map(CommandFailure.readInput)
        order.takesArtefacts = !hidden
        order.secrets = try artefacts.secretFile()
        order.foreign = artefacts.foreign
        order.thumbnailEdge = format.thumbnailEdge(hidden: hidden)
        return order
    }
}

/// A verdict besides `hidden` that is no finding.
enum AllowedVerdict: String, ExpressibleByArgument {
    case blurred
}

extension CheckedFile {
    /// What became of a file: of an artefact, its entries.
    fileprivate static func files(
        of path: String,
        _ file: RedactedFile,
        allowing allowed: AllowedVerdict?
    ) -> [CheckedFile] {
        if let report = file.artefactReport { return files(of: path, report.entries) }
        return [CheckedFile(path, outcome: Outcome(file, allowing: allowed), thumbnail: thumbnail(in: file))]
    }

    /// The thumbnail in memory of this process, so that the worker has its own for the next file; nil if there is none, or no
    /// memory for it.
    fileprivate static func thumbnail(in file: RedactedFile) -> SecureBytes? {
        file.picture.isEmpty ? nil : file.picture.withUnsafeBytes { try? SecureBytes(copying: $0) }
    }
}

extension CheckedFile.Outcome {
    /// The outcome of a file; nil if it has neither a report nor a verdict.
    fileprivate init?(_ file: RedactedFile, allowing allowed: AllowedVerdict?) {
        if let exposure = file.exposure {
            self = .exposure(exposure, isAllowed: ["hidden", allowed?.rawValue].contains(exposure.verdict))
        } else if let report = file.report {
            self = .report(report)
        } else {
            return nil
        }
    }
}
