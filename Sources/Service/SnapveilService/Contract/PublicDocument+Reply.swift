import HTTPTypes
import Redaction
import SecureMemory
import StrictJSON

extension PublicDocument {
    /// The replies, made when the first server of a process starts. One is missing where memory lacked for it.
    static let replies: [PublicDocument: StaticReply] = {
        var replies: [PublicDocument: StaticReply] = [:]
        for document in allCases { replies[document] = try? document.reply() }
        return replies
    }()

    var type: String {
        switch self {
        case .openAPI: "application/json"
        case .policySchema: "application/schema+json"
        case .problems: "text/html; charset=utf-8"
        }
    }

    var schema: JSONSchema {
        switch self {
        case .openAPI, .policySchema: JSONSchema(["type": "object"])
        case .problems: .string
        }
    }

    var help: String {
        switch self {
        case .openAPI: "The description of the API, in OpenAPI 3.1"
        case .policySchema: "The JSON Schema of policies, for editors"
        case .problems: "The meaning of each problem, and what to do"
        }
    }

    var operationID: String {
        switch self {
        case .openAPI: "describeAPI"
        case .policySchema: "describePolicies"
        case .problems: "explainProblems"
        }
    }

    private func reply() throws(OutOfMemory) -> StaticReply {
        switch self {
        case .openAPI: try StaticReply(APIDescription.document.text, type: type)
        case .policySchema: try StaticReply(Policy.schema.text, type: type)
        case .problems:
            try StaticReply(ProblemPage.html, type: type, [.contentSecurityPolicy: ProblemPage.contentSecurityPolicy])
        }
    }
}
