import HTTPTypes
import OTLPTracing
import RedactionJobs
import Tracing

/// Spans of the exchanges of a chain.
extension RequestTracer {
    /// Begins the span of a request, unless it is a probe or a file of the playground.
    func begin(_ exchange: Exchange) -> OTLPSpan? {
        let route = exchange.routeOfPath
        guard route?.isProbe != true, route?.isPlayground != true else { return nil }
        return begin("\(exchange.head.method) \(exchange.routeLabel)", in: exchange.trace, at: exchange.start)
    }

    /// Ends the span of a request.
    func end(_ exchange: Exchange, _ answer: Answer, isAbandoned: Bool) {
        guard let span = exchange.span, span.isRecording else { return }
        var attributes: SpanAttributes = [
            "http.request.method": .string(exchange.head.method.rawValue),
            "http.route": .string(exchange.routeLabel),
            "http.response.status_code": .int64(Int64(answer.status)),
            "http.response.body.size": .int64(Int64(exchange.sentByteCount(of: answer))),
            "snapveil.request.id": .string(exchange.id.description),
        ]
        if isAbandoned { attributes["snapveil.abandoned"] = true }
        if let problem = answer.problem { attributes["error.type"] = problem.code }
        span.attributes = attributes
        // A mistake of a client is no error of the server.
        if answer.status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        span.end()
    }
}
