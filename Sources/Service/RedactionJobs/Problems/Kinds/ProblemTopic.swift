package import HTTPTypes

/// The kinds of problem of one topic, by their codes. Codes never change their meaning.
package protocol ProblemTopic: RawRepresentable<String>, CaseIterable, Sendable {
    static var heading: String { get }
    var definition: ProblemDefinition { get }
}

/// The description of a kind of problem. Texts have `code` in backticks.
package struct ProblemDefinition: Sendable {
    package let status: HTTPResponse.Status
    /// The title, in a few words.
    package let title: String
    /// The condition, as a part of a sentence.
    package let meaning: String
    /// The remedy, as a sentence without its first capital and its full stop.
    package let remedy: String
    /// The place in the documentation that says more; nil for none.
    package let guide: String?

    package init(
        _ status: HTTPResponse.Status,
        _ title: String,
        meaning: String,
        remedy: String,
        guide: String? = nil
    ) {
        self.status = status
        self.title = title
        self.meaning = meaning
        self.remedy = remedy
        self.guide = guide
    }
}

/// A kind of problem, whatever its topic.
package struct ProblemKind: Sendable, Equatable {
    /// The stable name of the kind, such as `region-outside`.
    package let code: String
    package let definition: ProblemDefinition

    package init(_ kind: some ProblemTopic) {
        code = kind.rawValue
        definition = kind.definition
    }

    package static func == (lhs: ProblemKind, rhs: ProblemKind) -> Bool { lhs.code == rhs.code }

    /// The type of the problem (RFC 9457).
    package var type: String { "urn:snapveil:problem:\(code)" }

    /// The path of the page about all kinds, each at the anchor of its code.
    package static let page = "/v1/problems"

    package var help: String { "\(Self.page)#\(code)" }

    /// The remedy as a sentence in plain text.
    package var remedy: String { definition.remedy.plainSentence }

    package static let topics: [(heading: String, kinds: [ProblemKind])] = [
        topic(SnapshotProblem.self), topic(RequestProblem.self), topic(AccessProblem.self), topic(PolicyProblem.self),
        topic(HierarchyProblem.self), topic(ArtefactProblem.self), topic(ServerProblem.self),
    ]

    private static func topic<Topic: ProblemTopic>(_: Topic.Type) -> (heading: String, kinds: [ProblemKind]) {
        (Topic.heading, Topic.allCases.map { ProblemKind($0) })
    }
}

extension String {
    /// The text with its first letter in upper case.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// A part of a sentence as a sentence of its own, without marks of code.
    fileprivate var plainSentence: String { filter { $0 != "`" }.capitalizedFirst + "." }
}
