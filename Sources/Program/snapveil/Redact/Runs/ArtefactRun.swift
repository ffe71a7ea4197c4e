import Artefacts
import BoundedWork
import ImageCore
import Redaction
import RedactionJobs
import SecureMemory
import Synchronization
import Transcoding

/// An artefact that is redacted or checked part by part, by all workers.
struct ArtefactRun {
    private let source: any RunSource
    /// Workers that know what all parts tell of themselves.
    private let workers: FileWorkers
    private let plan: RunPlan
    private let parts: [[Int]]

    /// Bytes of a part at most, and at least where there are several.
    private static let partBytes = 256 << 10...8 << 20
    /// Parts that each worker gets at least, if they are large enough.
    private static let partsOfWorker = 8

    /// What became of an entry.
    private struct Outcome {
        let name: String
        var contents: Scratch.Contents?
        var receipts: [ArtefactReceipt.Entry]
        let frames: SecureBytes?
        /// Whether it is a recording, which is as it was yet.
        let isRecording: Bool

        mutating func cover(_ contents: Scratch.Contents) {
            self.contents = contents
            receipts = receipts.enumerated().map { $0 == 0 ? $1.redacted : $1 }
        }

        mutating func drop(_ reason: String) {
            contents = nil
            receipts = [ArtefactReceipt.Entry(leftOut: name, reason)]
        }
    }

    /// What became of entries, by their indices.
    private final class Outcomes: Sendable {
        let known = Mutex<[Int: Outcome]>([:])
    }

    /// A redacted artefact.
    struct Result {
        /// The names and contents in the order of the artefact; a directory has none.
        let entries: [(name: String, contents: Scratch.Contents?)]
        let receipt: ArtefactReceipt
    }

    /// Finds what the parts of an artefact tell of themselves, and how to go on.
    init(_ source: any RunSource, _ workers: FileWorkers) throws(FileError) {
        self.source = source
        // A text may take as long as many pictures, so it is not left for the end.
        let called = Dictionary(grouping: source.files) { Self.isPicture(source.names[$0]) }
        let (others, pictures) = (called[false] ?? [], called[true] ?? [])
        let files = others + pictures
        let byteCount = files.reduce(0) { $0 + source.byteCount(of: $1) }
        let share = byteCount / (Self.partsOfWorker * workers.count)
        let limit = min(max(share, Self.partBytes.lowerBound), Self.partBytes.upperBound)
        func parts(_ files: [Int], _ groups: [[Int]]) -> [[Int]] {
            RunPlan.parts(of: files, in: groups, limit: limit) { source.byteCount(of: $0) }
        }
        let telling = others + pictures.filter { !source.beginsAsPicture($0) }
        let told = Mutex(ToldSecrets())
        try workers.take(.survey, on: parts(telling, []), of: source.path) { part in
            try source.entries(part).encoded()
        } reading: { _, answer in
            let secrets = try ToldSecrets(decoding: answer)
            try told.withLock { try $0.add(secrets) }
        }
        self.workers = try workers.knowing(told.withLock(\.self), of: source.path)
        plan = try self.workers.answer(.plan, for: source.path) {
            try RunPlan.question(on: source.names)
        } reading: {
            try RunPlan(decoding: $0, count: source.names.count)
        }
        self.parts = plan.isOfOnePart ? [source.files] : parts(files, plan.groups)
    }

    /// Whether a file is called like a picture.
    private static func isPicture(_ name: String) -> Bool {
        name.split(separator: ".").last.flatMap { OutputFormat.Kind(ofResultFor: $0.lowercased()) } != nil
    }

    /// What was found in a file of an artefact.
    struct Checked: Sendable {
        /// Reports on it and on the entries in it.
        let entries: [ArtefactReport.Entry]
        let isRecording: Bool
        /// Of a recording, the findings, or the reason why it could not be looked at.
        var recording: Swift.Result<RecordingWork.Findings, FileError>?
    }

    /// Reports on the entries, in their order.
    func check() throws(FileError) -> [Checked] {
        let known = Mutex<[Int: Checked]>([:])
        try redact(parts) { index, result in
            let checked = Checked(entries: try result.reports(), isRecording: result.isRecording)
            known.withLock { $0[index] = checked }
        }
        for (index, checked) in known.withLock(\.self).sorted(by: { $0.key < $1.key }) where checked.isRecording {
            let findings = try findings(inRecording: index)
            known.withLock { $0[index]?.recording = findings }
        }
        try source.checkUnchanged()
        return known.withLock(\.self).sorted { $0.key < $1.key }.map(\.value)
    }

    /// Looks at a recording, which is asked for again, as not all of them may be in memory.
    private func findings(inRecording index: Int) throws(FileError) -> Swift.Result<RecordingWork.Findings, FileError> {
        let recording = Mutex<HeldRecording?>(nil)
        try redact([[index]], wantsRecordings: true) { _, result in
            let copy = try result.contents.flatMap { try HeldRecording($0.bytes) }
            recording.withLock { $0 = copy }
        }
        do {
            guard let recordings = workers.recordings, let recording = recording.withLock(\.self) else {
                throw FileError(path: source.path, reason: "it is a recording")
            }
            return .success(try recordings.check(recording, workers))
        } catch {
            let reason = (error as? FileError)?.reason ?? "\(error)"
            return .failure(FileError(path: source.path, reason: QuotedText.printing(reason)))
        }
    }

    /// Redacts the entries.
    ///
    /// - Parameter scratch: Keeps their contents.
    func redact(into scratch: Scratch) throws(FileError) -> Result {
        let outcomes = Outcomes()
        try redact(parts) { index, result in
            let outcome = Outcome(
                name: result.name,
                contents: try result.contents.map {
                    try scratch.append($0, isFinal: result.frames == nil && !result.isRecording)
                },
                receipts: try result.receipts(),
                frames: try result.frames.map { try $0.copied() },
                isRecording: result.isRecording
            )
            outcomes.known.withLock { $0[index] = outcome }
        }
        try coverFrames(outcomes, scratch)
        coverRecordings(outcomes, scratch)
        try source.checkUnchanged()
        let known = outcomes.known.withLock(\.self)
        let directories = Set(source.names.indices).subtracting(source.files)
        let entries = source.names.indices.compactMap { index in
            let contents = known[index]?.contents
            let name = known[index]?.name ?? plan.names[index].name
            return contents != nil || directories.contains(index) ? (name, contents) : nil
        }
        let receipts = known.sorted { $0.key < $1.key }.flatMap(\.value.receipts)
        let sealed = SealingFate(workers.order.sealing, rule: workers.order.policy.sealing)
        return Result(entries: entries, receipt: ArtefactReceipt(entries: receipts, sealed: sealed))
    }

    private func redact(
        _ parts: [[Int]],
        wantsRecordings: Bool = false,
        _ body: @escaping @Sendable (_ index: Int, PartResult) throws -> Void
    ) throws(FileError) {
        let isWhole = self.parts.count == 1
        try workers.take(.redact, on: parts, of: source.path) { part in
            let names = part.map { plan.names[$0] }
            let entries = try source.entries(part)
            return try RunPart(entries, as: names, isWhole: isWhole, wantsRecordings: wantsRecordings).encoded()
        } reading: { part, answer in
            let results = try PartResult.results(decoding: answer, count: part.count)
            for (index, result) in zip(part, results) { try body(index, result) }
        }
    }

    /// Covers in frames what others show, or a trace tells of.
    private func coverFrames(_ outcomes: Outcomes, _ scratch: Scratch) throws(FileError) {
        let known = outcomes.known.withLock(\.self)
        let noted = known.compactMap { index, outcome in outcome.frames.map { (index, $0) } }.sorted { $0.0 < $1.0 }
        guard !noted.isEmpty else { return }
        let question = FrameQuestion(noted.map { (source.names[$0], $1) })
        let covers = try workers.answer(.frames, for: source.path) {
            try question.encoded()
        } reading: { message in
            try question.covers(decoding: message).map { (index: noted[$0.index].0, places: try $0.places.copied()) }
        }
        let places = Dictionary(covers) { first, _ in first }
        let pictures = places.keys.filter { known[$0]?.contents != nil }.sorted()
        let parts = RunPlan.parts(of: pictures, in: [], limit: Self.partBytes.upperBound) { index in
            known[index]?.contents?.place.count ?? 0
        }
        try workers.take(.cover, on: parts, of: source.path) { part in
            try self.question(part, known, places, scratch).encoded()
        } reading: { part, message in
            let answers = try CoverQuestion.answers(decoding: message, count: part.count)
            for (index, answer) in zip(part, answers) {
                switch answer {
                case .covered(let contents):
                    let stored = try scratch.append(contents, isFinal: true)
                    outcomes.known.withLock { $0[index]?.cover(stored) }
                case .dropped(let reason): outcomes.known.withLock { $0[index]?.drop(reason) }
                }
            }
        }
    }

    /// Covers the recordings, one after the other; what cannot be covered is left out.
    private func coverRecordings(_ outcomes: Outcomes, _ scratch: Scratch) {
        for (index, outcome) in outcomes.known.withLock(\.self).sorted(by: { $0.key < $1.key })
        where outcome.isRecording {
            do {
                guard let recordings = workers.recordings, let contents = outcome.contents else {
                    throw FileError(path: outcome.name, reason: "it is a recording")
                }
                let redacted = try recordings.redact(scratch.bytes(of: contents), in: scratch.directory, workers)
                let stored = try scratch.append(PackedContents(storing: redacted.bytes()), isFinal: true)
                outcomes.known.withLock { $0[index]?.cover(stored) }
            } catch {
                let reason = (error as? FileError)?.reason ?? "\(error)"
                outcomes.known.withLock { $0[index]?.drop(QuotedText.printing(reason)) }
            }
        }
    }

    private func question(
        _ pictures: [Int],
        _ known: [Int: Outcome],
        _ places: [Int: SecureBytes],
        _ scratch: Scratch
    ) throws -> CoverQuestion {
        CoverQuestion(
            try pictures.map { index in
                CoverQuestion.Picture(
                    name: known[index]?.name ?? "",
                    places: places[index] ?? SecureBytes(),
                    contents: try known[index]?.contents.map(scratch.bytes) ?? SecureBytes()
                )
            }
        )
    }
}
