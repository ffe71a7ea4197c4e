import Artefacts
import Foundation
import Redaction
import SnapveilService

/// The results of a check in SARIF 2.1.0 (OASIS, section 3.13): each finding is a result, and its kind the rule.
struct SARIFLog: Encodable {
    private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    private let version = "2.1.0"
    private let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    init(_ results: CheckResults) {
        runs = [Run(results)]
    }
}

private struct Run: Encodable {
    let tool: Tool
    let results: [Result]
    let invocations: [Invocation]

    init(_ results: CheckResults) {
        let complaints = results.files.flatMap(\.complaints)
        let titles = Dictionary(complaints.map { ($0.kind, $0.title) }) { first, _ in first }
        let rules = titles.sorted { $0.key < $1.key }
            .map { ReportingDescriptor(id: $0.key, shortDescription: Message(text: $0.value)) }
        tool = Tool(driver: Driver(rules: rules))
        self.results = results.files.flatMap { file in
            file.complaints.flatMap { complaint in
                // Of a picture in a text, the line of the picture.
                let lines = complaint.texts?.lines.map(Optional.some) ?? [file.line]
                return (lines.isEmpty ? [nil] : lines).map { line in
                    Result(
                        ruleId: complaint.kind,
                        message: Message(text: complaint.words),
                        locations: [Location(file, line: line)],
                        properties: complaint.finding.map(Properties.init)
                    )
                }
            }
        }
        let failed = results.files.compactMap { file in file.failure.map { Notification("error", $0, of: file) } }
        let warnings = results.files.flatMap { file in file.warnings.map { Notification("warning", $0, of: file) } }
        invocations = [
            Invocation(executionSuccessful: failed.isEmpty, toolExecutionNotifications: failed + warnings)
        ]
    }
}

private struct Tool: Encodable {
    let driver: Driver
}

private struct Driver: Encodable {
    let name = "snapveil"
    let version = APIDescription.version
    let rules: [ReportingDescriptor]
}

private struct ReportingDescriptor: Encodable {
    let id: String
    let shortDescription: Message
}

private struct Result: Encodable {
    let ruleId: String
    let level = "error"
    let message: Message
    let locations: [Location]
    let properties: Properties?
}

private struct Message: Encodable {
    let text: String
}

/// The file of a finding, and its line in a text. A region of SARIF is one of text or of bytes, so that a rectangle is a property.
private struct Location: Encodable {
    let physicalLocation: PhysicalLocation

    init(_ file: CheckedFile, line: Int? = nil) {
        physicalLocation = PhysicalLocation(
            artifactLocation: ArtifactLocation(uri: Self.reference(file.path)),
            region: line.map(Region.init)
        )
    }

    /// A path as a reference of RFC 3986, in which no segment may be taken for a scheme.
    private static func reference(_ path: String) -> String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))
        let escaped = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
        return path.hasPrefix("/") ? "file://\(escaped)" : escaped
    }
}

private struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    let region: Region?
}

private struct Region: Encodable {
    let startLine: Int
}

private struct ArtifactLocation: Encodable {
    let uri: String
}

private struct Properties: Encodable {
    let rect: Receipt.Rect
    let score: Double?
    let reason: FindingReason
    let policyRule: Int
    /// Seconds; nil but in a recording.
    let from: Double?
    let until: Double?

    init(_ finding: CheckReport.Finding) {
        rect = finding.rect
        score = finding.score
        reason = finding.reason
        policyRule = finding.rule
        (from, until) = (finding.from, finding.until)
    }
}

private struct Invocation: Encodable {
    let executionSuccessful: Bool
    let toolExecutionNotifications: [Notification]
}

private struct Notification: Encodable {
    let level: String
    let message: Message
    let locations: [Location]

    init(_ level: String, _ words: String, of file: CheckedFile) {
        (self.level, message, locations) = (level, Message(text: words), [Location(file)])
    }
}
