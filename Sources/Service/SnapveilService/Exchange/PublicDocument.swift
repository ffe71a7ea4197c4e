/// What the server tells everybody about itself: always the same, and nothing of any client.
///
/// It needs no key, and a page of any origin may lead to it.
enum PublicDocument: CaseIterable, Sendable {
    /// The API in OpenAPI 3.1.
    case openAPI
    /// The JSON Schema of policies.
    case policySchema
    /// What each problem means, and what to do about it.
    case problems

    /// Where the document is.
    var path: String {
        switch self {
        case .openAPI: "/openapi.json"
        case .policySchema: "/v1/policy.schema.json"
        case .problems: ProblemKind.page
        }
    }
}
