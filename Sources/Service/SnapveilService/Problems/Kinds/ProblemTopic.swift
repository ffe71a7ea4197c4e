import HTTPTypes

/// The kinds of problem that have one thing in common, by their codes. Codes never change their meaning.
protocol ProblemTopic: RawRepresentable<String>, CaseIterable, Sendable {
    /// What the kinds have in common, as a heading.
    static var heading: String { get }
    /// All that there is to know of a kind.
    var definition: ProblemDefinition { get }
}

/// All that there is to know of a kind of problem. Texts have `code` in backticks.
struct ProblemDefinition: Sendable {
    /// The status of the reply.
    let status: HTTPResponse.Status
    /// What this kind of problem is, in a few words.
    let title: String
    /// When it happens, as a part of a sentence.
    let meaning: String
    /// What to do about it, as a sentence without its first capital and its full stop.
    let remedy: String
    /// The place in the documentation that says more; nil if there is none.
    let guide: String?

    /// States all that there is to know of a kind of problem.
    init(
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
struct ProblemKind: Sendable, Equatable {
    /// The stable name of the kind, such as `region-outside`.
    let code: String
    /// All that there is to know of the kind.
    let definition: ProblemDefinition

    /// A kind of some topic.
    init(_ kind: some ProblemTopic) {
        code = kind.rawValue
        definition = kind.definition
    }

    static func == (lhs: ProblemKind, rhs: ProblemKind) -> Bool { lhs.code == rhs.code }

    /// The type of the problem, as RFC 9457 has it.
    var type: String { "urn:snapveil:problem:\(code)" }

    /// Where a server explains all kinds, each at an anchor called like its code.
    static let page = "/v1/problems"

    /// Where this server explains the kind.
    var help: String { "\(Self.page)#\(code)" }

    /// What to do about it, as a sentence in plain text.
    var remedy: String { definition.remedy.plainSentence }

    /// All kinds, by their topics.
    static let topics: [(heading: String, kinds: [ProblemKind])] = [
        topic(SnapshotProblem.self), topic(RequestProblem.self), topic(AccessProblem.self), topic(PolicyProblem.self),
        topic(HierarchyProblem.self), topic(ServerProblem.self),
    ]

    private static func topic<Topic: ProblemTopic>(_: Topic.Type) -> (heading: String, kinds: [ProblemKind]) {
        (Topic.heading, Topic.allCases.map { ProblemKind($0) })
    }
}

extension String {
    /// With its first letter in upper case, as a sentence begins.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// A part of a sentence as a sentence of its own, without marks of code.
    fileprivate var plainSentence: String { filter { $0 != "`" }.capitalizedFirst + "." }
}
