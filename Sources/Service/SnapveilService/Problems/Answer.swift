import HTTPServer

/// A reply, and what kind of problem it tells of.
struct Answer: Sendable {
    /// The reply to the client.
    var response: HTTPServerResponse
    /// The kind of problem; nil where there is none.
    let problem: ProblemKind?

    /// A reply that tells of no problem, unless said otherwise.
    init(_ response: HTTPServerResponse, _ problem: ProblemKind? = nil) {
        self.response = response
        self.problem = problem
    }

    /// A reply that tells of a problem.
    init(_ problem: Problem) {
        self.init(problem.response, problem.kind)
    }
}
