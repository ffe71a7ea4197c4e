import Artefacts
import Recordings
import Redaction
import RedactionJobs
import SecureMemory

/// A file, or an entry of an artefact, and the outcome of its check.
struct CheckedFile: Sendable {
    let path: String
    /// The line of the file that a picture in it begins in; nil for all of the file.
    let line: Int?
    /// The scene of the app that it is a snapshot of, where its folders show it.
    let scene: SnapshotScene?
    let outcome: Outcome
    /// A small JPEG in which each finding is covered; nil if none was asked for.
    let thumbnail: SecureBytes?

    /// The outcome of looking at a picture.
    enum Outcome: Sendable {
        /// A report of its findings.
        case report(CheckReport)
        /// A report of the findings in a recording.
        case recording(RecordingReport)
        /// What was found in its text, by kind.
        case texts([ArtefactReport.Texts])
        /// A report of its exposure, which may be allowed.
        case exposure(ExposureReport, isAllowed: Bool)
        /// The reason why it could not be looked at.
        case failure(String)
    }

    init(_ path: String, line: Int? = nil, outcome: Outcome?, thumbnail: SecureBytes? = nil) {
        (self.path, self.line) = (path, line)
        scene = SnapshotScene(ofSnapshotAt: path)
        self.outcome = outcome ?? .failure("it was not checked")
        self.thumbnail = thumbnail
    }

    /// The entries of an artefact: of each its text, the pictures in it, and why it or a part of it could not be looked at.
    static func files(of artefact: String, _ entries: [ArtefactReport.Entry]) -> [CheckedFile] {
        entries.flatMap { entry in
            let path = path(of: entry, in: artefact)
            var files = entry.pictures.map { CheckedFile(path, line: $0.line, outcome: .report($0.report)) }
            var reasons: Set<String> = []
            files += entry.failures.filter { reasons.insert($0).inserted }
                .map { CheckedFile(path, outcome: .failure($0)) }
            guard files.isEmpty || !entry.texts.isEmpty else { return files }
            return [CheckedFile(path, outcome: .texts(entry.texts))] + files
        }
    }

    /// A recording of an artefact, and its name where that tells something.
    static func files(
        of artefact: String,
        _ entries: [ArtefactReport.Entry],
        _ recording: Result<RecordingWork.Findings, FileError>
    ) -> [CheckedFile] {
        let named = entries.filter { !$0.texts.isEmpty }
        guard let entry = entries.first else { return [] }
        let path = path(of: entry, in: artefact)
        return files(of: artefact, named) + [CheckedFile(path, recording)]
    }

    /// A recording.
    init(_ path: String, _ recording: Result<RecordingWork.Findings, FileError>) {
        switch recording {
        case .success(let findings):
            self.init(path, outcome: .recording(findings.report), thumbnail: findings.thumbnail)
        case .failure(let error): self.init(path, outcome: .failure(error.reason))
        }
    }

    private static func path(of entry: ArtefactReport.Entry, in artefact: String) -> String {
        entry.name.map { "\(artefact)/\($0)" } ?? artefact
    }

    /// The exposure of an app in it; nil if that was not asked.
    var exposure: ExposureReport? {
        if case .exposure(let report, _) = outcome { report } else { nil }
    }

    /// The report of its findings; nil if there is none.
    var report: CheckReport? {
        if case .report(let report) = outcome { report } else { nil }
    }

    /// The things that should not be seen in it; empty if they are not known.
    var complaints: [Complaint] {
        switch outcome {
        case .report(let report):
            report.findingsForPeople.map(Complaint.init)
        case .recording(let report): report.findings.map(Complaint.init)
        case .texts(let texts): texts.map(Complaint.init)
        case .exposure(let report, let isAllowed):
            isAllowed ? [] : [Complaint(report)]
        case .failure: []
        }
    }

    /// Whether it is no picture: a text, or a recording.
    var isOther: Bool {
        switch outcome {
        case .texts, .recording: true
        case .report, .exposure, .failure: false
        }
    }

    /// The path for a person, with the line if there is one.
    var place: String { path + (line.map { ":\($0)" } ?? "") }

    /// The report for a person, line by line.
    var lines: [String] {
        if case .exposure(let report, _) = outcome { [report.words] } else { complaints.map(\.words) }
    }

    /// What the report of its pixels says besides findings; nil if there is none.
    private var look: (any LookReport)? {
        switch outcome {
        case .report(let report): report
        case .recording(let report): report
        case .texts, .exposure, .failure: nil
        }
    }

    /// Limits of the report, as sentences, for whoever relies on it.
    var warnings: [String] { look?.warnings ?? [] }

    /// The targets that were looked for in its pixels.
    var lookedFor: [String] { look?.lookedFor ?? [] }

    /// The models for ``lookedFor``.
    var models: [String] { look?.models ?? [] }

    /// The reason why it could not be looked at; nil if it was.
    var failure: String? {
        if case .failure(let reason) = outcome { reason } else { nil }
    }
}

/// A report on what was looked at.
private protocol LookReport {
    var lookedFor: [String]? { get }
    var models: [String]? { get }
    var warnings: [String]? { get }
}

extension CheckReport: LookReport {}
extension RecordingReport: LookReport {}

extension CheckedFile: Encodable {
    private enum CodingKeys: CodingKey {
        case file, line, texts, app, scene, error
    }

    /// The members of the report beside the path, or the reason why there is none.
    func encode(to encoder: any Encoder) throws {
        switch outcome {
        case .report(let report): try report.encode(to: encoder)
        case .recording(let report): try report.encode(to: encoder)
        case .exposure(let report, _): try report.encode(to: encoder)
        case .texts, .failure: break
        }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(path, forKey: .file)
        try members.encodeIfPresent(line, forKey: .line)
        if case .texts(let texts) = outcome { try members.encode(texts, forKey: .texts) }
        try members.encodeIfPresent(scene?.app, forKey: .app)
        try members.encodeIfPresent(scene?.scene, forKey: .scene)
        try members.encodeIfPresent(failure, forKey: .error)
    }
}

extension CheckReport {
    /// The findings without elements of no known kind at places where others have one: they say nothing new.
    fileprivate var findingsForPeople: [Finding] {
        let places = Set(findings.filter { $0.matched != nil && $0.kind != Self.element }.map(\.place))
        return findings.filter { $0.kind != Self.element || !places.contains($0.place) }
    }

    private static let element = "element"
}

extension CheckReport.Finding {
    fileprivate var place: [Int] { [rect.x, rect.y, rect.width, rect.height] }
}

/// The files of a run with their outcomes.
struct CheckResults: Sendable {
    /// All files, as they were named or found.
    let files: [CheckedFile]

    private var failed: Int { files.count { $0.failure != nil } }
    private var showing: Int { files.count { !$0.complaints.isEmpty } }

    /// 0 if nothing was found, 1 if something was, 2 if a file could not be looked at, or if there was none.
    var status: Int32 {
        guard !files.isEmpty, failed == 0 else { return 2 }
        return showing > 0 ? 1 : 0
    }

    /// A number of files, which are pictures unless others were looked into, too.
    func words(for count: Int) -> String {
        let thing = files.contains(where: \.isOther) ? "file" : "picture"
        return count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
    }

    var summary: String {
        guard !files.isEmpty else { return "there is no picture to check" }
        let clean = files.count - showing - failed
        var parts = [
            "\(showing) with findings", "\(clean) without findings",
        ]
        if failed > 0 { parts.append("\(failed) failed") }
        return "\(words(for: files.count)): \(parts.joined(separator: ", "))"
    }
}
