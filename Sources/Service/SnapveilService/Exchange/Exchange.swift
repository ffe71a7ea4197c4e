import HTTPServer
package import HTTPTypes
package import OTLPTracing
import Redaction
import RedactionJobs
import SecureMemory

struct Exchange: Sendable {
    /// The name of the request in log and reply.
    let id: RequestID
    let head: HTTPRequest
    /// The route of the request, or why it has none.
    let route: Result<Route, Problem>
    let start = ContinuousClock.now
    /// Whether ``start`` is the time of the head, and not of a later reply by the server itself.
    let isTimed: Bool
    /// The place in a trace that the request comes with; nil for none.
    let trace: TraceContext?
    /// The span of the request; nil for none.
    var span: OTLPSpan?
    /// The name of the key of the request; nil before the key is read, and where no keys are set.
    var key: String?

    init(_ head: HTTPRequest, isTimed: Bool) {
        self.head = head
        self.isTimed = isTimed
        id = RequestID(head)
        route = Result { () throws(Problem) in try Route(head) }
        trace = TraceContext(of: head)
    }

    /// The name of the trace of the request; nil for none.
    var traceID: String? { (span?.context.trace ?? trace)?.traceID }

    /// The route of the path, whatever the method; nil for a path that is not known.
    var routeOfPath: Route? { (try? route.get()) ?? Route(pathOf: head) }

    /// The label of the path in metrics.
    var routeLabel: String { routeOfPath?.template ?? Route.Label.other }

    var isProbe: Bool { (try? route.get())?.isProbe ?? false }

    /// Whether the reply is the same for all, so that no caller is refused.
    var isForEverybody: Bool { (try? route.get())?.isForEverybody ?? false }

    var isPlayground: Bool { (try? route.get())?.isPlayground ?? false }

    func sentByteCount(of answer: Answer) -> Int { head.method == .head ? 0 : answer.response.body.count }
}

extension TraceContext {
    /// The place in a trace that a request comes with; nil for none, a malformed one, or two.
    package init?(of head: HTTPRequest) {
        let parents = head.headerFields[values: .traceParent]
        guard parents.count == 1 else { return nil }
        // Several lines are one list (W3C Trace Context, section 3.3.1.1).
        let states = head.headerFields[values: .traceState]
        self.init(parent: parents[0], state: states.isEmpty ? nil : states.joined(separator: ","))
    }
}

/// The name of a request in log and reply: `X-Request-Id` as the client sent it, or one of our own.
package struct RequestID: Sendable, CustomStringConvertible {
    package let description: String

    /// Takes the client's if it is 1 to 128 letters, digits, dots, hyphens and underscores; others could forge log lines.
    package init(_ head: HTTPRequest) {
        let sent = head.headerFields[values: .requestID]
        if sent.count == 1, sent[0].isIdentifier(maximumLength: 128) {
            description = sent[0]
        } else {
            description = UInt64.random(in: .min ... .max).digits(16, radix: 16)
        }
    }
}

extension UInt64 {
    /// The number in `count` digits or more.
    func digits(_ count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: Swift.max(count - digits.count, 0)) + digits
    }
}

/// The header fields of the API that HTTPTypes does not name.
extension HTTPField.Name {
    /// `API-Key`: a key, where `Authorization` is taken by a proxy.
    package static let apiKey = Self(ofOurs: "API-Key")
    /// `Cross-Origin-Opener-Policy`: whether a page shares its window with a page of another origin.
    static let crossOriginOpenerPolicy = Self(ofOurs: "Cross-Origin-Opener-Policy")
    /// `Permissions-Policy`: the parts of the device that a page may use.
    static let permissionsPolicy = Self(ofOurs: "Permissions-Policy")
    /// `Referrer-Policy`: the address that a page gives away with a link or a request.
    static let referrerPolicy = Self(ofOurs: "Referrer-Policy")
    /// `Sec-Fetch-Site`: the relation of the page that sent a request to its target.
    static let secFetchSite = Self(ofOurs: "Sec-Fetch-Site")
    /// `Snapveil-Receipt`: policy, count and weakest assurance as compact JSON.
    static let snapveilReceipt = Self(ofOurs: "Snapveil-Receipt")
    /// `traceparent`: the place of a request in a trace (W3C Trace Context).
    static let traceParent = Self(ofOurs: "traceparent")
    /// `tracestate`: the data of vendors about a trace.
    static let traceState = Self(ofOurs: "tracestate")
    /// `X-Forwarded-Proto`: the scheme that a client of a proxy spoke.
    package static let forwardedProto = Self(ofOurs: "X-Forwarded-Proto")
    /// `X-Request-Id`: the name of a request in log and reply.
    static let requestID = Self(ofOurs: "X-Request-Id")

    /// A name of this file. Traps if it is no token (RFC 9110, section 5.6.2): another name would be worse.
    private init(ofOurs name: StaticString) {
        guard let name = Self("\(name)") else { preconditionFailure("\(name) is not the name of a field") }
        self = name
    }
}
