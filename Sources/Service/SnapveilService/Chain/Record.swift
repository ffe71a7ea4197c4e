import HTTPServer
import HTTPTypes
import Logging
import RedactionJobs
import SecureMemory

/// Records every reply: a line in the log, metrics and a span.
struct Record: Sendable {
    let log: AccessLog
    var metrics = RequestMetrics.none
    var tracer = RequestTracer.none

    /// Begins the exchange of a request, and its span.
    ///
    /// - Parameter isTimed: Whether the head was read just now.
    func begin(_ head: HTTPRequest, isTimed: Bool = true) -> Exchange {
        var exchange = Exchange(head, isTimed: isTimed)
        exchange.span = tracer.begin(exchange)
        return exchange
    }

    /// Counts a request as in flight while its body is received and worked on, for as long as the result is kept.
    func beginUpload() -> RequestMetrics.Flight { metrics.begin() }

    func complete(_ answer: Answer, of exchange: Exchange) {
        // The client has left, or got a reply of the server itself, which is recorded on its own.
        let isAbandoned = Task.isCancelled
        if let work = answer.work {
            metrics.count(work, of: exchange)
            if let span = exchange.span { tracer.add(work.cost, work.reading, to: span) }
        }
        if let rejection = answer.rejection { metrics.count(rejection) }
        log.record(answer, of: exchange, isAbandoned: isAbandoned)
        if isAbandoned { metrics.countAbandoned() } else { metrics.count(answer, of: exchange) }
        tracer.end(exchange, answer, isAbandoned: isAbandoned)
    }

    /// Counts a request that was refused for the wait of its work before it was read. It has no line in the log: where many are refused
    /// that way, there is no time for lines.
    func noteUnread() {
        metrics.countUnread(.serviceUnavailable, ProblemKind(ServerProblem.overloaded))
        metrics.count(.queue)
    }

    /// Records a refusal of bytes that could not be read as a request.
    func note(unread answer: Answer, _ detail: String) {
        log.record(unread: answer, detail)
        metrics.count(answer, of: nil)
    }
}

/// Writes a line for every request: its path, its end and its cost. Never a query, a field or a body.
struct AccessLog: Sendable {
    let logger: Logger

    func record(_ answer: Answer, of exchange: Exchange, isAbandoned: Bool) {
        // Probes come every few seconds, and the files of the playground a dozen at a time. They say nothing new.
        let level = exchange.isProbe || exchange.isPlayground ? Logger.Level.debug : .info
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = [
            "id": "\(exchange.id)",
            "method": "\(exchange.head.method)",
            "path": "\(Self.path(exchange.head))",
            "status": "\(answer.status)",
            "bytes": "\(answer.response.body.count)",
        ]
        if let trace = exchange.traceID { metadata["trace"] = "\(trace)" }
        if let key = exchange.key { metadata["key"] = "\(key)" }
        if isAbandoned { metadata["abandoned"] = "true" }
        if answer.isSealed { metadata["sealed"] = "true" }
        if let cost = answer.work?.cost {
            metadata["queue_ms"] = "\(Self.milliseconds(cost.queued))"
            metadata["work_ms"] = "\(Self.milliseconds(cost.worked))"
        }
        logger.log(level: level, "request", metadata: metadata)
    }

    /// Writes the line of a refusal without a request: too slow, too large or not HTTP.
    func record(unread answer: Answer, _ detail: String) {
        logger.info("request refused", metadata: ["status": "\(answer.status)", "detail": "\(detail)"])
    }

    /// The path without its query, cut after the length of ours. The parser let visible ASCII through only.
    private static func path(_ head: HTTPRequest) -> String {
        String((head.path ?? "").prefix { $0 != "?" }.prefix(64))
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let microseconds = duration / .microseconds(1)
        return "\((microseconds / 100).rounded() / 10)"
    }
}
