import HTTPParsing
import HTTPTypes
import Logging
import SecureMemory

/// One connection, from the first byte to the last; its task reads top to bottom.
///
/// Each wait has a deadline and each buffer a bound. The steps are in the extensions: reading the body, running the
/// handler, writing.
final class Connection {
    /// The socket, and the one place where the connection waits.
    let channel: Channel
    let context: ServerContext
    let reader: ConnectionReader
    /// The head of the request at hand, whose method says whether its reply has a body.
    private(set) var request: HTTPRequest?

    private var requestCount = 0
    /// Whether more may come behind the last request that was answered.
    private var mayBeSending = false
    /// Whether only probes are answered, because the connection is one of the reserve.
    private let isReserve: Bool
    private let remoteAddress: SocketAddress
    /// The peer whose share of the server's memory the connection draws on.
    private let peer: String
    private let openedAt = ContinuousClock.now
    /// The number of the connection in the log.
    private let id: UInt64

    var configuration: HTTPServerConfiguration { context.configuration }

    /// A place of the reserve is not for waiting: a probe sends its request at once.
    private var headerTimeout: Duration {
        isReserve ? min(configuration.headerTimeout, .seconds(1)) : configuration.headerTimeout
    }

    /// A connection over a channel, which is open until ``serve()`` returns.
    init(
        _ channel: Channel,
        _ id: UInt64,
        _ context: ServerContext,
        from remoteAddress: SocketAddress,
        of peer: String,
        isReserve: Bool
    ) {
        self.channel = channel
        self.id = id
        self.context = context
        self.remoteAddress = remoteAddress
        self.peer = peer
        self.isReserve = isReserve
        reader = ConnectionReader(channel, limits: context.configuration.messageLimits)
    }

    /// Serves requests until the client or the server has had enough; whether the client may still be sending.
    func serve() async -> Bool {
        context.logger.debug("connection opened", metadata: ["connection": "\(id)", "remote": "\(remoteAddress)"])
        do throws(Interruption) {
            while let head = try await nextHead() {
                requestCount += 1
                request = head.request
                guard try await exchange(head) else { break }
                request = nil
            }
        } catch {
            context.logger.debug("request interrupted", metadata: ["connection": "\(id)", "reason": "\(error)"])
            await apologise(for: error)
        }
        context.logger.debug(
            "connection ended",
            metadata: ["connection": "\(id)", "requests": "\(requestCount)"]
        )
        return mayBeSending && !reader.hasEnded
    }

    // MARK: - The head

    /// The next head, or nil if there is none: the client has left, or been idle for too long, or the server is ending.
    private func nextHead() async throws(Interruption) -> RequestHead? {
        let idleSince = requestCount == 0 ? openedAt : .now
        var startedAt = requestCount == 0 ? openedAt : nil
        while true {
            if case .head(let head) = try reader.nextEvent() { return head }
            guard !reader.hasEnded else { return nil }
            if reader.isBetweenRequests {
                guard try await awaitRequest(since: idleSince) else { return nil }
            } else {
                let start = startedAt ?? .now
                startedAt = start
                guard try await reader.fillBuffer(until: start + headerTimeout) else {
                    throw .request(.headTooSlow)
                }
            }
        }
    }

    /// Waits for the first byte of a request; false if it does not come.
    private func awaitRequest(since idleSince: ContinuousClock.Instant) async throws(Interruption) -> Bool {
        if reader.mayHaveMore, try reader.receiveIntoBuffer() { return true }
        if requestCount > 0 {
            // A client that is busy has its next request here when the other connections have had their turn. Looking
            // once costs less than being woken.
            await Task.yield()
            if refusesEarly() { return false }
            if try reader.receiveIntoBuffer() || reader.hasEnded { return true }
        }
        reader.releaseBuffer()
        let timeout = requestCount == 0 ? headerTimeout : configuration.idleTimeout
        let wakeups = await channel.wait(for: [.readable, .shutdown], until: idleSince + timeout)
        guard wakeups.isDisjoint(with: [.abort, .deadline]) else { return false }
        if refusesEarly() { return false }
        // A request may have crossed the shutdown on its way: one that is here is still answered.
        if try reader.receiveIntoBuffer() || reader.hasEnded || !wakeups.contains(.shutdown) { return true }
        return try await awaitLateRequest(until: idleSince + configuration.minimumIdleTime)
    }

    /// Refuses the next request if there is no time for it; false, and nothing is read, if there is.
    private func refusesEarly() -> Bool {
        guard requestCount > 0, context.hasNoTime(for: peer), EarlyRefusal.isDue(channel.descriptor) else {
            return false
        }
        mayBeSending = context.refuseEarly(channel.descriptor, of: peer)
        return true
    }

    /// Waits for a request that may be on its way while the server ends; false if it does not come.
    private func awaitLateRequest(until deadline: ContinuousClock.Instant) async throws(Interruption) -> Bool {
        while ContinuousClock.now < deadline {
            let wakeups = await channel.wait(for: .readable, until: deadline)
            guard wakeups.isDisjoint(with: [.abort, .deadline]) else { return false }
            if try reader.receiveIntoBuffer() || reader.hasEnded { return true }
        }
        return false
    }

    // MARK: - The exchange

    /// Answers one request; whether there may be another.
    private func exchange(_ head: RequestHead) async throws(Interruption) -> Bool {
        guard !isReserve || context.handler.isProbe(head.request) else {
            throw Interruption.tooManyConnections
        }
        let reply = ByteLease(context.replies, peer: peer, channel)
        let request = HTTPServerRequest(
            head: head.request,
            secrets: head.secrets,
            remoteAddress: remoteAddress,
            replyRoom: ReplyRoom(reply)
        )
        switch context.handler.answer(request) {
        case .reply(let response):
            return try await finish(head, with: response, reply, bodyIsUnread: head.framing.mayHaveBytes)
        case .afterBody(let source, let respond):
            // The memory of the body is free again when the response is there.
            let response = try await handle(head, bodyIn: source, respond)
            return try await finish(head, with: response, reply, bodyIsUnread: false)
        }
    }

    /// The handler's response to the body, which is read into memory of `source`.
    private func handle(
        _ head: RequestHead,
        bodyIn source: MemorySource,
        _ respond: @escaping @Sendable (SecureBytes) async -> HTTPServerResponse
    ) async throws(Interruption) -> HTTPServerResponse {
        let expected: Int? = if case .length(let length) = head.framing { length } else { nil }
        let upload = ByteLease(context.uploads, peer: peer, channel, expected: expected)
        let body = try await readBody(head, in: source, upload)
        return try await response(to: body, upload, respond)
    }

    /// Writes a response, then keeps or closes the connection; whether it is kept.
    private func finish(
        _ head: RequestHead,
        with response: HTTPServerResponse,
        _ reply: ByteLease,
        bodyIsUnread: Bool
    ) async throws(Interruption) -> Bool {
        guard reply.settle(at: response.body.count) else { throw Interruption.tooManyReplies }
        let form = response.stream.map { _ in StreamForm(response.head, head) }
        let isKept =
            head.keepsConnectionOpen && !bodyIsUnread && !isReserve
            && requestCount < configuration.maximumRequestsPerConnection
            && !context.registry.isShuttingDown && !context.registry.isFull(for: peer)
            && form ?? .chunks == .chunks
        guard isKept else {
            try await write(response, form == .upgraded ? .upgrades : .closes, form, reply)
            // Only a client that asked for the end itself is known to have nothing on its way.
            mayBeSending = bodyIsUnread || head.keepsConnectionOpen
            return false
        }
        // The end of a message without a body takes no byte, but the parser has yet to pass it.
        if !reader.isBetweenRequests { _ = try reader.nextEvent() }
        try await write(response, head.minorVersion == 0 ? .staysForHTTP10 : .stays, form, reply)
        return true
    }

    /// Writes a whole response, in the form of its stream if it has one.
    private func write(
        _ response: HTTPServerResponse,
        _ persistence: ResponseHead.Persistence,
        _ form: StreamForm?,
        _ reply: ByteLease
    ) async throws(Interruption) {
        guard let stream = response.stream, let form else { return try await write(response, persistence, reply) }
        let body: ResponseHead.Body = form == .chunks ? .chunks : .untilClose
        let head = ResponseHead(response.head, body: body, to: request?.method)
        let bytes = head.bytes(persistence, date: context.clock.text)
        guard head.isFollowedByBody || form == .upgraded else {
            return try await write(Delivery(.writing(configuration), bytes), reply)
        }
        try await write(bytes, then: stream, form, reply)
    }

    /// Answers with the error, if there is anybody to answer, before the connection is closed.
    private func apologise(for interruption: Interruption) async {
        let status: HTTPResponse.Status
        let detail: String
        switch interruption {
        case .request(let error): (status, detail) = (error.status, error.description)
        case .unavailable(let shortage):
            context.count(shortage)
            (status, detail) = (.serviceUnavailable, shortage.description)
        case .gone: return
        }
        let response = context.handler.response(status: status, detail: detail, to: request)
        do throws(Interruption) {
            try await write(response, .closes, nil)
            mayBeSending = true
        } catch {
            context.logger.debug("reply not delivered", metadata: ["remote": "\(remoteAddress)"])
        }
    }
}

/// The reason why an exchange cannot go on as usual.
enum Interruption: Error {
    /// The request is at fault: its status, and the connection is closed.
    case request(RequestError)
    /// The server is at fault, or full: 503, and the connection is closed.
    case unavailable(HTTPServerShortage)
    /// There is nobody left to reply to, or no time: the connection is closed.
    case gone
}

extension Interruption {
    static let outOfMemory = Interruption.unavailable(.memory)
    static let tooManyUploads = Interruption.unavailable(.uploads)
    static let tooManyReplies = Interruption.unavailable(.replies)
    static let uploadTooSlow = Interruption.unavailable(.slowUpload)
    static let tooManyConnections = Interruption.unavailable(.connections)
    static let handlerTooSlow = Interruption.unavailable(.time)
}
