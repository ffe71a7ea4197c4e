import HTTPServer
import HTTPTypes
import Logging
import SecureMemory

/// A request on its way to its reply.
struct Exchange: Sendable {
    /// The request's name.
    let id: RequestID
    /// Its head.
    let head: HTTPRequest
    /// The name of the key that it carried.
    var key: String?
    /// Time in the queue and at work, where there was work.
    var cost: WorkerPool.Cost?

    /// Whom the work on `request`, which is this one, is for: the holder of the key, else the address.
    func client(of request: HTTPServerRequest) -> String {
        key.map { "key \($0)" } ?? request.remoteAddress.network
    }
}

/// Writes a line for every request: what was asked for, how it ended and what it cost. Never a query, a field or a body.
struct AccessLog: Sendable {
    let logger: Logger

    func record(_ exchange: Exchange, _ response: HTTPServerResponse) {
        // Probes come every few seconds and say nothing new.
        let path = Self.path(exchange.head)
        let isProbe = (try? Route(exchange.head))?.isProbe ?? false
        let level = isProbe ? Logger.Level.debug : .info
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = [
            "id": "\(exchange.id)",
            "method": "\(exchange.head.method)",
            "path": "\(path)",
            "status": "\(response.head.status.code)",
            "bytes": "\(response.body.count)",
        ]
        if let key = exchange.key { metadata["key"] = "\(key)" }
        // The client has left, or was told something else, which has a line of its own.
        if Task.isCancelled { metadata["abandoned"] = "true" }
        if let cost = exchange.cost {
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
