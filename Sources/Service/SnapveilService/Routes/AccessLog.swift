import HTTPServer
import HTTPTypes
import Logging
import SecureMemory

/// Writes a line for every request: what was asked for, how it ended and what it cost. Never a query, a field or a body.
struct AccessLog: Sendable {
    let logger: Logger

    /// Writes the line of a request.
    ///
    /// - Parameter cost: Time in the queue and at work; nil where there was no work.
    func record(_ exchange: Exchange, _ response: HTTPServerResponse, _ cost: WorkerPool.Cost?) {
        // Probes come every few seconds, and the files of the playground a dozen at a time. They say nothing new.
        let level = exchange.isProbe || exchange.isPlayground ? Logger.Level.debug : .info
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = [
            "id": "\(exchange.id)",
            "method": "\(exchange.head.method)",
            "path": "\(Self.path(exchange.head))",
            "status": "\(response.head.status.code)",
            "bytes": "\(response.body.count)",
        ]
        if let trace = exchange.traceID { metadata["trace"] = "\(trace)" }
        if let key = exchange.key { metadata["key"] = "\(key)" }
        // The client has left, or was told something else, which has a line of its own.
        if Task.isCancelled { metadata["abandoned"] = "true" }
        if let cost {
            metadata["queue_ms"] = "\(Self.milliseconds(cost.queued))"
            metadata["work_ms"] = "\(Self.milliseconds(cost.worked))"
        }
        logger.log(level: level, "request", metadata: metadata)
    }

    /// A request that the server refused by itself, before it had a name: too slow, too large or not HTTP.
    func recordRefusal(_ status: HTTPResponse.Status, _ detail: String) {
        logger.info("request refused", metadata: ["status": "\(status.code)", "detail": "\(detail)"])
    }

    /// The path without its query, cut where it is too long to be one of ours. The parser let visible ASCII through only.
    private static func path(_ head: HTTPRequest) -> String {
        String((head.path ?? "").prefix { $0 != "?" }.prefix(64))
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let microseconds = duration / .microseconds(1)
        return "\((microseconds / 100).rounded() / 10)"
    }
}
