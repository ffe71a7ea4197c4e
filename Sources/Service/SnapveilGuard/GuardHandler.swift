import BoundedWork
import HTTPServer
import HTTPTypes
import Logging
import RedactionJobs
import SecureMemory
import SnapveilService
import WebSockets

/// Admits the requests of clients, and records how they were answered.
struct GuardHandler: HTTPHandler {
    let guarded: any GuardedProtocol
    let gatekeeper: Gatekeeper
    let probes: GuardProbes
    let monitoring: GuardMonitoring
    let log: GuardLog

    func answer(_ request: HTTPServerRequest) -> HTTPServerAnswer {
        if isProbe(request.head) {
            return .reply(request.head.path == Self.health ? probes.health : probes.readiness)
        }
        let exchange = GuardExchange(request, kind(of: request.head), monitoring)
        do throws(GuardError) {
            let caller = try admit(request)
            return .afterBody(in: .process) { [self] body in
                let passed = GuardRequest(request, body, caller, id: exchange.id)
                let answer = await Observation.$current.withValue(exchange.observation) {
                    await self.answer(passed, to: request.head)
                }
                return record(answer, of: exchange, key: caller.key)
            }
        } catch {
            if let rejection = error.rejection { monitoring.metrics.work.count(rejection) }
            return .reply(record(answer(error), of: exchange, key: nil))
        }
    }

    private func kind(of head: HTTPRequest) -> GuardedCommand {
        WebSocketHandshake.isAsked(by: head) ? .socket : guarded.kind(of: head)
    }

    /// The response of an answer, which is logged and counted. What a stream does is counted for the request as well.
    private func record(_ answer: GuardAnswer, of exchange: GuardExchange, key: String?) -> HTTPServerResponse {
        log.record(answer, of: exchange, key: key)
        exchange.observation.end(answer)
        guard let stream = answer.response.stream else { return answer.response }
        return HTTPServerResponse(head: answer.response.head) { client in
            try await Observation.$current.withValue(exchange.observation) { try await stream(client) }
        }
    }

    private func answer(_ request: GuardRequest, to head: HTTPRequest) async -> GuardAnswer {
        do throws(GuardError) {
            guard WebSocketHandshake.isAsked(by: head) else { return try await guarded.answer(request) }
            let stream = try guarded.openSocket(request)
            let reply = try mapError(WebSocketHandshake.reply(to: head)) { (refusal: WebSocketHandshake.Refusal) in
                GuardError(status: refusal.status, message: refusal.message)
            }
            return GuardAnswer(response: HTTPServerResponse(head: reply, stream))
        } catch {
            return answer(error)
        }
    }

    private func answer(_ error: GuardError) -> GuardAnswer {
        var response = guarded.response(to: error)
        // RFC 6455, section 4.4.
        if error.status == .upgradeRequired { response.head.headerFields[.secWebSocketVersion] = "13" }
        return GuardAnswer(response: response, refusal: error.message, outcome: error.outcome)
    }

    /// The one who sends a request.
    struct Caller {
        /// The name of its key; nil where no keys are set.
        var key: String?
        /// The field that the key is in, which is not passed on.
        var field: HTTPField.Name?
    }

    /// The one who sends a request, if it may.
    private func admit(_ request: HTTPServerRequest) throws(GuardError) -> Caller {
        // Programs that are made of pages, such as Appium Inspector, send no origin that a page of a browser could.
        if request.head.headerFields[values: .origin] != ["file://"] {
            do throws(Problem) {
                try CrossOrigin(allowedOrigins: []).admit(request.head)
            } catch {
                throw GuardError(
                    status: .forbidden,
                    message: "pages of other origins may not call from a browser",
                    outcome: .denied
                )
            }
        }
        guard !gatekeeper.isOpen else { return Caller() }
        // HTTP/2, which the client of Java offers, is left alone: what it sends then is HTTP/1.1.
        if WebSocketHandshake.isAsked(by: request.head), let key = guarded.key(ofSocket: request.head.path ?? ""),
            gatekeeper.hasKey(named: key)
        {
            return Caller(key: key)
        }
        guard let key = GuardKey(of: request.secrets, gatekeeper) else {
            throw GuardError(
                status: .unauthorized,
                message:
                    "the guard takes a key: as API-Key, as Authorization: Bearer, or as the password of the guard's URL",
                outcome: .denied
            )
        }
        return Caller(key: key.name, field: key.field)
    }

    private static let (health, readiness) = ("/healthz", "/readyz")

    func isProbe(_ head: HTTPRequest) -> Bool {
        head.method == .get && [Self.health, Self.readiness].contains(head.path)
    }

    func response(status: HTTPResponse.Status, detail: String, to head: HTTPRequest?) -> HTTPServerResponse {
        let message = detail.prefix(1).lowercased() + detail.dropFirst().trimmingSuffix { $0 == "." }
        monitoring.metrics.count(head.map(kind) ?? .unread, .refused)
        log.logger.info("request refused", metadata: ["status": "\(status.code)", "detail": "\(message)"])
        return guarded.response(to: GuardError(status: status, message: message))
    }
}

extension GuardRequest {
    fileprivate init(_ request: HTTPServerRequest, _ body: SecureBytes, _ caller: GuardHandler.Caller, id: String) {
        let isSecure = request.head.headerFields[.forwardedProto]?.lowercased() == "https"
        self.init(
            method: request.head.method,
            target: request.head.path ?? "/",
            fields: PassedFields.forUpstream(request.head, request.secrets, besides: caller.field),
            body: body.isEmpty && request.head.method != .post ? nil : body,
            socketOrigin: request.head.authority.map { "\(isSecure ? "wss" : "ws")://\($0)" },
            key: caller.key,
            peer: request.remoteAddress.network,
            room: request.replyRoom,
            id: id
        )
    }
}

/// A request on its way through the guard.
struct GuardExchange: Sendable {
    /// The name of the request in the log.
    let id: String
    let method: HTTPRequest.Method
    /// The path without the query.
    let path: String
    let start = ContinuousClock.now
    let observation: Observation

    /// Characters of a path in the log, at most: those of the longest command with two references.
    private static let longestPath = 256

    init(_ request: HTTPServerRequest, _ command: GuardedCommand, _ monitoring: GuardMonitoring) {
        id = "\(RequestID(request.head))"
        method = request.head.method
        path = String(BiDiSockets.withoutWords(request.head.path ?? "").prefix { $0 != "?" }.prefix(Self.longestPath))
        observation = Observation(command, request.head, id: id, since: start, monitoring)
    }
}

/// Writes a line for every request: who asked for what, and what was covered. Never a field, a body or a reply.
struct GuardLog: Sendable {
    let logger: Logger

    func record(_ answer: GuardAnswer, of exchange: GuardExchange, key: String?) {
        // Commands without a picture come by the thousand.
        let isOfInterest =
            answer.isScreenshot || answer.refusal != nil
            || answer.summary.pictures + answer.summary.dropped + answer.recordings > 0
        let level = isOfInterest ? Logger.Level.info : .debug
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = [
            "id": "\(exchange.id)",
            "method": "\(exchange.method)",
            "path": "\(exchange.path)",
            "status": "\(answer.response.head.status.code)",
            "bytes": "\(answer.response.body.count)",
            "ms": "\(((.now - exchange.start) / .microseconds(100)).rounded() / 10)",
        ]
        if let trace = exchange.observation.traceID { metadata["trace"] = "\(trace)" }
        if let key { metadata["key"] = "\(key)" }
        if answer.summary.pictures > 0 { metadata["pictures"] = "\(answer.summary.pictures)" }
        if answer.recordings > 0 { metadata["recordings"] = "\(answer.recordings)" }
        if answer.summary.dropped > 0 { metadata["dropped"] = "\(answer.summary.dropped)" }
        if let refusal = answer.refusal { metadata["refused"] = "\(refusal)" }
        logger.log(level: level, "request", metadata: metadata)
    }
}

extension Substring {
    /// The text without the characters at its end that `isLast` names.
    fileprivate func trimmingSuffix(_ isLast: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isLast(last) { rest.removeLast() }
        return rest
    }
}
