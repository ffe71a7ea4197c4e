import Artefacts
import HTTPParsing
import HTTPServer
import HTTPTypes
import RedactionJobs
import SecureMemory

/// The way of a request of WebDriver to the server behind, and of its reply back.
struct WebDriverGuard: GuardedProtocol {
    let upstream: Upstream
    let workers: ReplyWorkers
    let recordings: RecordingWorkers
    let screens: Screens
    let sockets: BiDiSockets
    /// Makes messages of web sockets safe.
    let messages: MessageWorkers
    /// Upper bound on the bytes of a command on a web socket.
    let longestCommand: Int
    /// Ways past the guard that are left open.
    let allowed: Set<DirectWay>
    /// Whether page sources are redacted, too.
    let redactsSources: Bool

    /// Pictures that are taken of a screen that moves, at most.
    private static let attempts = 3

    func kind(of head: HTTPRequest) -> GuardedCommand {
        WebDriverCommand.read(head.method, head.path ?? "").command.kind
    }

    func answer(_ request: GuardRequest) async throws(GuardError) -> GuardAnswer {
        let (command, session) = WebDriverCommand.read(request.method, request.target)
        try await refuseDirectWays(in: request)
        if request.method == .delete, let session { screens.forget(session) }
        if case .screenshot(let subject) = command, let session, workers.takesSources {
            return try await screenshot(of: subject, in: session, request)
        }
        let reply = try await ask(request)
        if command == .source, redactsSources, reply.status == 200, let session {
            return try await redactedSource(reply, of: session, request)
        }
        var answer = try await safe(reply, changing: direct(command, request), request)
        answer.isScreenshot = command.isScreenshot
        return answer
    }

    /// A page source without what the policy covers. Which elements that are is known only on a picture of the screen.
    private func redactedSource(
        _ reply: UpstreamReply,
        of session: String,
        _ request: GuardRequest
    ) async throws(GuardError) -> GuardAnswer {
        var input = ReplyInput(reply.body)
        do throws(Screens.Failure) {
            let ask: Screens.Ask = { (question) throws(UpstreamFailure) in try await self.ask(question, by: request) }
            if workers.takesSources, try await screens.source(of: session, ask) == .app {
                let picture = try await screens.picture(of: session, ask)
                let after = try await screens.holds(session, .app, .window, .last, ask)
                input = ReplyInput(picture, sources: after.map { (reply.body, $0) })
            }
        } catch {
            return try await answer(error, request)
        }
        switch await workers.redact(input, isSource: true, for: .init(request)) {
        case .redacted(let redacted): return answer(redacted, to: reply, isScreenshot: true)
        case .refused(let reason): throw .unsafe(reason)
        case .moved: throw .refusal("the screen moved meanwhile: wait until it is still")
        }
    }

    /// Members of a reply that lead past the guard: none of one that is a picture and no more.
    private func direct(_ command: WebDriverCommand, _ request: GuardRequest) -> DirectMembers {
        guard [.other, .recording].contains(command) else { return DirectMembers() }
        var members = DirectMembers(omitted: DirectWay.members(closedBut: allowed))
        if guardsSockets, let origin = request.socketOrigin {
            members.omitted.remove(DirectMembers.socketName)
            members.socketOrigin = origin + sockets.prefix(for: request.key)
        }
        return members
    }

    /// Refuses a command that would send a screen past the guard.
    private func refuseDirectWays(in request: GuardRequest) async throws(GuardError) {
        let parts = Set(request.target.prefix { $0 != "?" }.lowercased().split(separator: "/").map(String.init))
        let closed = DirectWay.allCases.filter { !allowed.contains($0) }
        if let way = closed.first(where: { !$0.paths.isDisjoint(with: parts) }) { throw Self.past(way, "this command") }
        let type = (request.fields[.contentType] ?? "").lowercased()
        guard !type.hasPrefix("application/x-www-form-urlencoded"), !type.hasPrefix("multipart/") else {
            throw .notPassedOn("a form is not passed on: commands are JSON")
        }
        guard PassedFields.areReadable(request.fields) else {
            throw .notPassedOn("a command that is packed, or not in UTF-8, is not passed on")
        }
        let sought = closed.flatMap(\.sought)
        guard let body = request.body, !sought.isEmpty, sought.contains(where: { body.mayHold($0) }) else { return }
        guard let found = await workers.refusal(of: body, sought, for: .init(request)) else { return }
        let way = closed.first { $0.sought.contains { $0.value == found || $0.name == found } }
        guard let way else { throw .refusal(found) }
        throw Self.past(way, found)
    }

    private static func past(_ way: DirectWay, _ words: String) -> GuardError {
        .notPassedOn("\(words) would send a screen past the guard: --allow \(way.rawValue) lets it")
    }

    // MARK: - Pictures whose policy needs to know what the screen holds

    /// A picture between two looks at the screen that agree.
    private func screenshot(
        of subject: WebDriverCommand.Subject,
        in session: String,
        _ request: GuardRequest
    ) async throws(GuardError) -> GuardAnswer {
        do throws(Screens.Failure) {
            let ask: Screens.Ask = { (question) throws(UpstreamFailure) in try await self.ask(question, by: request) }
            let source = try await screens.source(of: session, ask)
            if source == .page { try await screens.refuseDialog(of: session, ask) }
            // Drivers scroll to an element whose picture they take: now, so that nothing is scrolled between the looks.
            if case .element = subject {
                _ = try await Screens.reply { () throws(UpstreamFailure) in try await send(request) }
            }
            for _ in 0..<Self.attempts {
                let before = try await screens.holds(session, source, subject, .first, ask)
                let reply = try await Screens.reply { () throws(UpstreamFailure) in try await send(request) }
                guard reply.status == 200 else { throw .replied(reply) }
                let after = try await screens.holds(session, source, subject, .last, ask)
                guard let before, let after else { continue }
                let input = ReplyInput(reply.body, sources: (before, after))
                switch await workers.redact(input, for: .init(request)) {
                case .redacted(let redacted): return answer(redacted, to: reply, isScreenshot: true)
                case .refused(let reason): throw .refused("the reply cannot be made safe: \(reason)")
                case .moved: continue
                }
            }
            throw .refused("the screen moved during the picture, \(Self.attempts) times: wait until it is still")
        } catch {
            return try await answer(error, request)
        }
    }

    /// The answer where it is not known what a screen holds: an error of the upstream, if it has answered with one.
    private func answer(_ failure: Screens.Failure, _ request: GuardRequest) async throws(GuardError) -> GuardAnswer {
        switch failure {
        case .replied(let reply):
            var answer = try await safe(reply, changing: DirectMembers(), request)
            answer.isScreenshot = true
            return answer
        case .upstream(let failure): throw .upstream(failure)
        case .refused(let reason): throw .refusal(reason)
        }
    }

    // MARK: - Replies

    /// A reply with its pictures redacted.
    private func safe(
        _ reply: UpstreamReply,
        changing direct: DirectMembers,
        _ request: GuardRequest
    ) async throws(GuardError) -> GuardAnswer {
        guard !PassedFields.arePacked(reply.fields) else { throw .refusal("\(UpstreamFailure.packed)") }
        guard reply.body.count >= Self.fewestBytes else { return GuardAnswer(response: response(reply, reply.body)) }
        let outcome = await workers.redact(
            ReplyInput(reply.body),
            changing: direct,
            takingOutRecording: true,
            for: .init(request)
        )
        switch await recordings.filled(outcome, for: .init(request)) {
        case .redacted(let redacted):
            if WebDriverCommand.isAboutSessions(request.target) { redacted.summary.sockets.forEach(sockets.note) }
            return answer(redacted, to: reply, isScreenshot: false)
        case .refused(let reason): throw .unsafe(reason)
        case .moved: throw .refusal("the screen moved during the picture")
        }
    }

    /// Bytes of a reply that may tell of a screen, at least: `{"value":null}` does not.
    private static let fewestBytes = 24

    private func answer(_ redacted: ReplyWorkers.Redacted, to reply: UpstreamReply, isScreenshot: Bool) -> GuardAnswer {
        GuardAnswer(
            response: response(reply, redacted.body),
            summary: redacted.summary,
            isScreenshot: isScreenshot,
            recordings: redacted.recordings,
            outcome: redacted.summary.isUnchanged ? .passed : .redacted
        )
    }

    private func response(_ reply: UpstreamReply, _ body: SecureBytes) -> HTTPServerResponse {
        HTTPServerResponse(head: PassedFields.head(reply.status, reply.fields, of: upstream.address), body: body)
    }

    // MARK: - Requests

    private func ask(_ request: GuardRequest) async throws(GuardError) -> UpstreamReply {
        do throws(UpstreamFailure) {
            return try await send(request)
        } catch {
            throw .upstream(error)
        }
    }

    /// Sends a request whose reply is for a worker.
    private func send(_ request: GuardRequest) async throws(UpstreamFailure) -> UpstreamReply {
        try await upstream.send(
            UpstreamRequest(request),
            fields: request.fields,
            in: workers.memory,
            reserving: { request.room.reserve($0) }
        )
    }

    /// Asks a question of the guard's own, with the credentials of a request.
    private func ask(_ question: UpstreamRequest, by request: GuardRequest) async throws(UpstreamFailure)
        -> UpstreamReply
    {
        var fields = request.fields
        fields[.contentType] = "application/json; charset=utf-8"
        return try await upstream.send(question, fields: fields)
    }
}

extension SecureBytes {
    /// Whether a member may be in these, by a quick look: by its name or value, or by any escape.
    func mayHold(_ member: SoughtMember) -> Bool {
        let words = (member.value ?? member.name).split(separator: " ")
        return words.allSatisfy { holds(String($0)) } || holds("\\u")
    }

    /// Whether the bytes of a text, which is not empty, are somewhere in these.
    func holds(_ text: String) -> Bool {
        withUnsafeBytes { $0.firstRange(of: Array(text.utf8)) != nil }
    }
}
