import Artefacts
import Redaction
import RedactionJobs

/// Something that should not be seen.
struct Complaint {
    /// The kind of a finding, or a verdict.
    let kind: String
    /// The name of the kind for a person.
    let title: String
    /// All of it for a person.
    let words: String
    /// The finding in pixels; nil for texts, and for a verdict.
    let finding: CheckReport.Finding?
    /// The findings in a text; nil for those in pixels, and for a verdict.
    let texts: ArtefactReport.Texts?

    init(_ finding: CheckReport.Finding) {
        self.init(finding.kind, Self.name(of: finding.kind), "\(finding.words), rule \(finding.rule)", finding: finding)
    }

    init(_ texts: ArtefactReport.Texts) {
        self.init(texts.kind, Self.name(of: texts.kind), "\(texts.kind) \(texts.place)", texts: texts)
    }

    init(_ report: ExposureReport) {
        let name = report.verdict == "visible" ? "app still visible" : "app \(report.verdict)"
        self.init(report.verdict, name, report.words)
    }

    private init(
        _ kind: String,
        _ name: String,
        _ words: String,
        finding: CheckReport.Finding? = nil,
        texts: ArtefactReport.Texts? = nil
    ) {
        (self.kind, self.words, self.finding, self.texts) = (kind, words, finding, texts)
        title = name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The number of findings that it tells of.
    var count: Int { texts?.count ?? 1 }

    /// The name of a kind, or of a known secret.
    private static func name(of kind: String) -> String { FindingName(kind: kind)?.one ?? "secret \(kind)" }
}

extension ArtefactReport.Texts {
    /// How often, and where, for a person.
    var place: String {
        let times = count == 1 ? "once" : "\(count) times"
        guard !lines.isEmpty else { return "\(times) in the name" }
        let more = count > lines.count && lines.count > 1 ? ", …" : ""
        return
            "\(times), in \(lines.count == 1 ? "line" : "lines") \(lines.map(String.init).joined(separator: ", "))\(more)"
    }
}

extension CheckReport.Finding {
    fileprivate var words: String {
        let sure = " (\(score.map { "\($0) " } ?? "")by \(reason.rawValue))"
        let element = matched.map { " \($0.type)" + ($0.identifier.map { " \"\($0)\"" } ?? "") } ?? ""
        let place = "\(kind)\(element)\(sure) at \(rect.x),\(rect.y),\(rect.width),\(rect.height)"
        return time.map { "\(place), \($0)" } ?? place
    }

    /// When it is there, for a person; nil in a snapshot.
    var time: String? {
        guard let from, let until else { return nil }
        return "\(from.plainText) to \(until.plainText) s"
    }
}
