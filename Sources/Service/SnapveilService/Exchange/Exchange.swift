import HTTPServer
import HTTPTypes
import OTLPTracing
import Redaction
import SecureMemory

/// A request on its way to its reply.
struct Exchange: Sendable {
    /// The name of the request in the log and in its reply.
    let id: RequestID
    let head: HTTPRequest
    /// The route of the request, or why it has none.
    let route: Result<Route, Problem>
    let start = ContinuousClock.now
    /// Whether ``start`` is when the head was read, and not a later moment at which the server replied by itself.
    let isTimed: Bool
    /// The place in a trace that the request comes with; nil if it has none.
    let trace: TraceContext?
    /// The span of the request; nil where it has none.
    var span: OTLPSpan?
    /// The name of the key that the request carried; nil before it was looked at, and where no keys are set.
    var key: String?

    init(_ head: HTTPRequest, isTimed: Bool) {
        self.head = head
        self.isTimed = isTimed
        id = RequestID(head)
        route = Result { () throws(Problem) in try Route(head) }
        trace = TraceContext(of: head)
    }

    /// The name of the trace that the request is part of; nil if it is part of none.
    var traceID: String? { (span?.context.trace ?? trace)?.traceID }

    /// The route of the path, whatever the method; nil for a path that is not known.
    var routeOfPath: Route? { (try? route.get()) ?? Route(pathOf: head) }

    /// The name of the path where requests are counted.
    var routeLabel: String { routeOfPath?.template ?? Route.Label.other }

    /// Whether the request is one of those that come every few seconds, and from no person.
    var isProbe: Bool { (try? route.get())?.isProbe ?? false }

    /// Whether the reply is the same for everybody, so that nobody is refused.
    var isForEverybody: Bool { (try? route.get())?.isForEverybody ?? false }

    var isPlayground: Bool { (try? route.get())?.isPlayground ?? false }

    /// Bytes of the body of `answer` that are sent.
    func sentByteCount(of answer: Answer) -> Int { head.method == .head ? 0 : answer.response.body.count }
}

extension TraceContext {
    /// The place in a trace that a request comes with; nil if it has none, or one that is malformed, or two.
    fileprivate init?(of head: HTTPRequest) {
        let parents = head.headerFields[values: .traceParent]
        guard parents.count == 1 else { return nil }
        // Several lines are one list (W3C Trace Context, section 3.3.1.1).
        let states = head.headerFields[values: .traceState]
        self.init(parent: parents[0], state: states.isEmpty ? nil : states.joined(separator: ","))
    }
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
