import Redaction
import SecureMemory

/// What came of checking a file.
struct CheckedFile: Sendable {
    /// The path of the picture.
    let path: String
    /// What it is called on the device of whose backup it is; nil if that is not known.
    let devicePath: String?
    /// Whose snapshot it is, where its folders tell.
    let scene: SnapshotScene?
    /// What it shows, or why that is not known.
    let outcome: Outcome
    /// A small JPEG in which all that was found is covered; nil if none was asked for.
    let thumbnail: SecureBytes?

    /// What came of looking at a picture.
    enum Outcome: Sendable {
        /// It was looked at for what is sensitive.
        case report(CheckReport)
        /// It was looked at for what it still shows of an app, which may be allowed.
        case exposure(ExposureReport, isAllowed: Bool)
        /// It could not be looked at: why.
        case failure(String)
    }

    /// Something that should not be seen.
    struct Complaint {
        /// What it is: the kind of a finding, or a verdict.
        let kind: String
        /// What it is and where, in a few words.
        let words: String
        /// What was found; nil for a verdict.
        var finding: CheckReport.Finding?
    }

    /// - Parameter outcome: Nil if nothing is known at all.
    init(_ file: PictureFinder.Found, outcome: Outcome?, thumbnail: SecureBytes? = nil) {
        (path, devicePath) = (file.path, file.devicePath)
        scene = SnapshotScene(ofSnapshotAt: devicePath ?? path)
        self.outcome = outcome ?? .failure("it was not looked at")
        self.thumbnail = thumbnail
    }

    /// What the picture is called, for a person.
    var title: String { devicePath.map { "\(path) (\($0))" } ?? path }

    /// What it still shows of an app; nil if that was not asked.
    var exposure: ExposureReport? {
        if case .exposure(let report, _) = outcome { report } else { nil }
    }

    /// What should not be seen in it; empty if that is not known.
    var complaints: [Complaint] {
        switch outcome {
        case .report(let report):
            report.findings.map { finding in
                Complaint(kind: finding.kind, words: "\(finding.words), rule \(finding.rule)", finding: finding)
            }
        case .exposure(let report, let isAllowed):
            isAllowed ? [] : [Complaint(kind: report.verdict, words: report.words)]
        case .failure: []
        }
    }

    /// What there is to say of it to a person, a line each.
    var lines: [String] {
        if case .exposure(let report, _) = outcome { [report.words] } else { complaints.map(\.words) }
    }

    /// What has to be known before one relies on that nothing else is seen in it, as sentences.
    var warnings: [String] {
        if case .report(let report) = outcome { report.warnings ?? [] } else { [] }
    }

    /// Why it could not be looked at; nil if it was.
    var failure: String? {
        if case .failure(let reason) = outcome { reason } else { nil }
    }
}

extension CheckedFile: Encodable {
    private enum CodingKeys: CodingKey {
        case file, devicePath, app, scene, error
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
        try members.encodeIfPresent(devicePath, forKey: .devicePath)
        try members.encodeIfPresent(scene?.app, forKey: .app)
        try members.encodeIfPresent(scene?.scene, forKey: .scene)
        try members.encodeIfPresent(failure, forKey: .error)
    }
}

extension CheckReport.Finding {
    /// What it is and where, in a few words.
    fileprivate var words: String {
        let sure = score.map { " (\($0))" } ?? ""
        let element = matched.map { " \($0.type)" + ($0.identifier.map { " \"\($0)\"" } ?? "") } ?? ""
        return "\(kind)\(element)\(sure) at \(rect.x),\(rect.y),\(rect.width),\(rect.height)"
    }
}
