import Redaction
import RedactionJobs
import SecureMemory

/// A file and the outcome of its check.
struct CheckedFile: Sendable {
    let path: String
    /// The scene of the app that it is a snapshot of, where its folders show it.
    let scene: SnapshotScene?
    let outcome: Outcome
    /// A small JPEG in which each finding is covered; nil if none was asked for.
    let thumbnail: SecureBytes?

    /// The outcome of looking at a picture.
    enum Outcome: Sendable {
        /// A report of its findings.
        case report(CheckReport)
        /// A report of its exposure, which may be allowed.
        case exposure(ExposureReport, isAllowed: Bool)
        /// The reason why it could not be looked at.
        case failure(String)
    }

    /// Something that should not be seen.
    struct Complaint {
        /// The kind of a finding, or a verdict.
        let kind: String
        let words: String
        /// The finding; nil for a verdict.
        var finding: CheckReport.Finding?

        /// The name of the kind for a person.
        var title: String {
            let name = FindingName(kind: kind)?.one ?? (kind == "visible" ? "app still visible" : "app \(kind)")
            return name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    init(_ file: PictureFinder.Found, outcome: Outcome?, thumbnail: SecureBytes? = nil) {
        path = file.path
        scene = SnapshotScene(ofSnapshotAt: path)
        self.outcome = outcome ?? .failure("it was not checked")
        self.thumbnail = thumbnail
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
            report.findingsForPeople.map { finding in
                Complaint(kind: finding.kind, words: "\(finding.words), rule \(finding.rule)", finding: finding)
            }
        case .exposure(let report, let isAllowed):
            isAllowed ? [] : [Complaint(kind: report.verdict, words: report.words)]
        case .failure: []
        }
    }

    /// The report for a person, line by line.
    var lines: [String] {
        if case .exposure(let report, _) = outcome { [report.words] } else { complaints.map(\.words) }
    }

    /// Limits of the report, as sentences, for whoever relies on it.
    var warnings: [String] {
        report?.warnings ?? []
    }

    /// The reason why it could not be looked at; nil if it was.
    var failure: String? {
        if case .failure(let reason) = outcome { reason } else { nil }
    }
}

extension CheckedFile: Encodable {
    private enum CodingKeys: CodingKey {
        case file, app, scene, error
    }

    /// The members of the report beside the path, or the reason why there is none.
    func encode(to encoder: any Encoder) throws {
        switch outcome {
        case .report(let report): try report.encode(to: encoder)
        case .exposure(let report, _): try report.encode(to: encoder)
        case .failure: break
        }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(path, forKey: .file)
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

    fileprivate var words: String {
        let sure = " (\(score.map { "\($0) " } ?? "")by \(reason.rawValue))"
        let element = matched.map { " \($0.type)" + ($0.identifier.map { " \"\($0)\"" } ?? "") } ?? ""
        return "\(kind)\(element)\(sure) at \(rect.x),\(rect.y),\(rect.width),\(rect.height)"
    }
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

    var summary: String {
        guard !files.isEmpty else { return "there is no picture to check" }
        let pictures = files.count == 1 ? "1 picture" : "\(files.count) pictures"
        let clean = files.count - showing - failed
        var parts = [
            "\(showing) with findings", "\(clean) without findings",
        ]
        if failed > 0 { parts.append("\(failed) failed") }
        return "\(pictures): \(parts.joined(separator: ", "))"
    }
}
