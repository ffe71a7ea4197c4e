import HTTPTypes
import OTLPTracing
import Redaction
import Tracing

/// A request on its way to its reply.
struct Exchange: Sendable {
    /// The name of the request in the log and in its reply.
    let id: RequestID
    /// The head of the request.
    let head: HTTPRequest
    /// What the request is for, or why it is for nothing.
    let route: Result<Route, Problem>
    /// When the head was read.
    let start = ContinuousClock.now
    /// The place in a trace that the request comes with; nil if it has none.
    let trace: TraceContext?
    /// The span of the request; nil where nobody wants one.
    let span: OTLPSpan?
    /// The name of the key that the request carried; nil before it was looked at, and where no keys are set.
    var key: String?

    /// Reads what the head says about the request as a whole.
    ///
    /// - Parameter tracer: What begins the span of the request, unless it is one that comes again and again.
    init(_ head: HTTPRequest, _ tracer: RequestTracer) {
        self.head = head
        id = RequestID(head)
        let route = Result { () throws(Problem) in try Route(head) }
        self.route = route
        trace = RequestTracer.context(of: head)
        let known = (try? route.get()) ?? Route(pathOf: head)
        let isTraced = !(known?.isProbe ?? false) && !(known?.isPlayground ?? false)
        let name = "\(head.method) \(known?.template ?? Route.Label.other)"
        span = isTraced ? tracer.begin(name, trace, at: start) : nil
    }

    /// The name of the trace that the request is part of; nil if it is part of none.
    var traceID: String? { (span?.context.trace ?? trace)?.traceID }

    /// What stands for the path where requests are counted.
    var routeLabel: String {
        switch route {
        case .success(let route): route.template
        case .failure: Route(pathOf: head)?.template ?? Route.Label.other
        }
    }

    /// Whether the request is one of those that come every few seconds, and from no person.
    var isProbe: Bool { (try? route.get())?.isProbe ?? false }

    /// Whether the reply is the same for everybody, so that nobody is refused.
    var isForEverybody: Bool { (try? route.get())?.isForEverybody ?? false }

    /// Whether the request is for the playground.
    var isPlayground: Bool { (try? route.get())?.isPlayground ?? false }
}

/// The name of a request in the log and in its reply: `X-Request-Id` as the client sent it, or one of our own.
struct RequestID: Sendable, CustomStringConvertible {
    let description: String

    /// Takes the client's if it is 1 to 128 letters, digits, dots, hyphens and underscores; others could forge log lines.
    init(_ head: HTTPRequest) {
        let sent = head.headerFields[values: .requestID]
        if sent.count == 1, sent[0].isIdentifier(maximumLength: 128) {
            description = sent[0]
        } else {
            let bits = UInt64.random(in: .min ... .max)
            let digits = String(bits, radix: 16)
            description = String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}
