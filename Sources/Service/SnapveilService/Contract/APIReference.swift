import HTTPTypes
package import PrometheusMetrics
import Redaction
import RedactionJobs
import StrictJSON

/// The pages of the documentation in Markdown that are made from declarations, and those about the API.
public enum APIReference {
    /// A page whose beginning is written by hand.
    public struct Page: Sendable {
        /// The name of the file.
        public let file: String
        /// The text after ``marker``.
        let text: String

        /// A page of the name of its file, and its text after ``marker``.
        public init(file: String, text: String) {
            self.file = file
            self.text = text
        }

        /// The whole text of the file.
        ///
        /// - Parameter committed: The text so far, whose beginning stays.
        public func completed(_ committed: String) -> String {
            let beginning = committed.prefix { $0 != "<" }
            let isMarked = committed.dropFirst(beginning.count).hasPrefix(APIReference.marker)
            return (isMarked ? String(beginning) : committed + "\n") + APIReference.marker + "\n" + text
        }
    }

    /// The pages about the API.
    public static let pages = [
        Page(file: "Reference.md", text: reference), Page(file: "Errors.md", text: errors),
    ]

    /// The page about metrics.
    ///
    /// - Parameter groups: The metrics of other servers by their headings, behind those of the service.
    package static func metricsPage(besides groups: [(heading: String, metrics: [MetricDeclaration])]) -> Page {
        Page(file: "Metrics.md", text: MetricsReference.text(ServiceMetric.groups + groups))
    }

    /// The line after which nothing is written by hand. Before it there is no tag.
    private static let marker = "<!-- What follows is written by: snapveil reference -->"

    private static let errors = ProblemKind.topics.map { topic in
        let rows = topic.kinds.map { kind in
            let definition = kind.definition
            let more = definition.guide.map { "; [more](doc:\($0))" } ?? ""
            return ["`\(kind.code)`", "\(definition.status.code)", definition.meaning, definition.remedy + more]
        }
        return section(topic.heading, heads: ["code", "status", "meaning", "what to do"], rows: rows)
    }
    .joined()

    private static let reference =
        [
            section("Paths", heads: ["path", "methods", "purpose"], rows: paths),
            section("Parameters of the query", heads: ["parameter", "value", "meaning"], rows: parameters),
            section("Fields of a reply", heads: ["field", "meaning"], rows: headers),
        ]
        .joined() + objects.map { section($0.heading, $0.introduction + members($0.schema)) }.joined()

    /// The objects with a section of their own, by the names of their schemas.
    private static let objects = [
        (schema: "SanitizeForm", heading: "A form", introduction: ""),
        (schema: "SanitizeRequest", heading: "A body in JSON", introduction: ""),
        (schema: "Page", heading: "A page", introduction: "A `hierarchy` of the boxes of a page.\n\n"),
        (schema: "Box", heading: "A box", introduction: ""),
        (schema: "Policy", heading: "A policy", introduction: ""),
        (schema: "Rule", heading: "A rule", introduction: ""),
        (
            schema: "Target", heading: "A target",
            introduction: "One of the words `screen` and `regions`, or an object with one of these members:\n\n"
        ),
        (schema: "Style", heading: "A style", introduction: "An object with one of these members:\n\n"),
        (schema: "Sanitized", heading: "A reply in JSON", introduction: ""),
        (schema: "Preview", heading: "A preview", introduction: ""),
        (schema: "Receipt", heading: "A receipt", introduction: ""),
        (
            schema: "ReceiptInBrief", heading: "A receipt in brief",
            introduction: "It is in the field `Snapveil-Receipt`.\n\n"
        ),
        (schema: "SanitizedArtefact", heading: "An artefact in JSON", introduction: ""),
        (schema: "ArtefactReceipt", heading: "A receipt of an artefact", introduction: ""),
        (schema: "ArtefactEntry", heading: "An entry of an artefact", introduction: ""),
        (
            schema: "ArtefactReceiptInBrief", heading: "A receipt of an artefact in brief",
            introduction: "It is in the field `Snapveil-Receipt`.\n\n"
        ),
        (schema: "PlannedStep", heading: "A step of a plan", introduction: ""),
        (schema: "CheckReport", heading: "A report of a check", introduction: ""),
        (schema: "ArtefactReport", heading: "A report on an artefact", introduction: ""),
        (schema: "CheckedEntry", heading: "An entry that was checked", introduction: ""),
        (schema: "Problem", heading: "A problem", introduction: ""),
    ]

    static func link(to schema: String) -> String {
        let heading = objects.first { $0.schema == schema }?.heading ?? schema
        let anchor = heading.replacing(" ", with: "-")
        return "[\(heading.prefix(1).lowercased() + heading.dropFirst())](doc:Reference#\(anchor))"
    }

    /// A section with a table.
    public static func section(_ heading: String, heads: [String], rows: [[String]]) -> String {
        section(heading, MarkdownTable.text(heads, rows))
    }

    private static func section(_ heading: String, _ text: String) -> String { "\n## \(heading)\n\n\(text)" }

    private static let paths: [[String]] = Route.templates.compactMap { template in
        guard let route = Route(path: template[...]), let method = route.methods.first else { return nil }
        let methods = route.methods.map(\.rawValue).joined(separator: ", ")
        return ["`\(template)`", methods, APIOperation(route, method).summary]
    }

    private static let parameters: [[String]] =
        SanitizeOptions.Parameter.allCases.map { parameter in
            ["`\(parameter.rawValue)`", MarkdownTable.value(parameter.schema.tree), parameter.help]
        }
        + PolicyShorthand.parameters.map { parameter in
            let meaning = parameter.explanations.joined(separator: "; ")
            return ["`\(parameter.name)`", MarkdownTable.value(parameter.schema.tree), meaning]
        }

    private static let headers = APIHeader.allCases.map { ["`\($0.rawValue)`", $0.help] }

    private static func members(_ name: String) -> String {
        let schema = APISchemas.all.first { $0.name == name }?.schema.tree ?? [:]
        return MarkdownTable.text(["member", "value", "meaning"], MarkdownTable.rows(schema))
    }
}

extension PolicyShorthand.Parameter {
    /// The meanings of the parameter, one for each style that has its own.
    var explanations: [String] { uses.map { use in (use.style.map { "`\($0)`: " } ?? "") + use.help } }
}

/// The metrics in Markdown, made from their declarations.
enum MetricsReference {
    static func text(_ groups: [(heading: String, metrics: [MetricDeclaration])]) -> String {
        groups.map { group in
            let heads = ["metric", "type", "labels", "meaning"]
            return APIReference.section(group.heading, heads: heads, rows: group.metrics.map(row))
        }
        .joined()
    }

    private static func row(_ metric: MetricDeclaration) -> [String] {
        let labels = metric.labels.map { "`\($0.name)`: \($0.meaning)" }.joined(separator: "; ")
        return ["`\(metric.name)`", type(metric.kind), labels, metric.help]
    }

    private static func type(_ kind: MetricDeclaration.Kind) -> String {
        switch kind {
        case .counter: "counter"
        case .gauge: "gauge"
        case .info: "info"
        case .histogram: "histogram"
        }
    }
}
