import HTTPTypes
import RedactionJobs
import SecureMemory
import Synchronization

/// What the screens of sessions hold, as the server behind a guard says it.
///
/// It asks by commands that change nothing: no frame, no window, no timeout. A dialog of a page would be closed by such a question
/// (W3C WebDriver, section 17), so that one is looked for first.
final class Screens: Sendable {
    let question: PageQuestion
    /// The sessions that were seen to be of browsers, the last ones.
    private let browsers = Mutex<[String]>([])

    private static let mostSessions = 1000

    init() throws(OutOfMemory) {
        question = try PageQuestion()
    }

    /// Puts a question to the server, in the name of a request.
    typealias Ask = (UpstreamRequest) async throws(UpstreamFailure) -> UpstreamReply

    /// The way to ask for what a screen holds.
    enum Source {
        /// The page source of an app.
        case app
        /// A script in a page.
        case page
    }

    /// The reason why it is not known what a screen holds.
    enum Failure: Error {
        /// The server answers a question with an error, which is the harness's to see.
        case replied(UpstreamReply)
        case upstream(UpstreamFailure)
        /// A sentence without a full stop.
        case refused(String)
    }

    /// The way to ask for what a session shows.
    func source(
        of session: String,
        _ ask: Ask
    ) async throws(Failure) -> Source {
        guard !browsers.withLock({ $0.contains(session) }) else { return .page }
        let reply = try await Self.reply(to: UpstreamRequest(method: .get, target: session + "/context"), ask)
        // A server that knows no contexts drives a browser.
        if Self.unknownCommand.contains(reply.status) {
            note(browser: session)
            return .page
        }
        guard reply.status == 200 else { throw .replied(reply) }
        return reply.body.holds("\"NATIVE_APP\"") ? .app : .page
    }

    /// Statuses of a command that a server does not know (W3C WebDriver, section 6.6).
    private static let unknownCommand: Set<Int> = [404, 405, 501]

    private func note(browser session: String) {
        browsers.withLock { sessions in
            sessions.append(session)
            if sessions.count > Self.mostSessions { sessions.removeFirst(sessions.count - Self.mostSessions) }
        }
    }

    /// Forgets a session that has ended.
    func forget(_ session: String) {
        browsers.withLock { $0.removeAll { $0 == session } }
    }

    /// Refuses where a dialog is open over a page.
    func refuseDialog(
        of session: String,
        _ ask: Ask
    ) async throws(Failure) {
        let reply = try await Self.reply(to: UpstreamRequest(method: .get, target: session + "/alert/text"), ask)
        guard reply.status != 200 else {
            throw .refused("a dialog is open, so the page cannot be asked what it shows: answer it first")
        }
    }

    /// What a session shows; nil if a page moved since the first look.
    func holds(
        _ session: String,
        _ source: Source,
        _ subject: WebDriverCommand.Subject,
        _ look: PageQuestion.Look,
        _ ask: Ask
    ) async throws(Failure) -> SecureBytes? {
        let request: UpstreamRequest
        switch source {
        case .app:
            guard subject == .window else {
                throw .refused("a page source does not fit the picture of an element: take one of the whole screen")
            }
            request = UpstreamRequest(method: .get, target: session + "/source")
        case .page:
            let body: SecureBytes?
            do { body = try question.body(for: subject, look) } catch { throw .upstream(.noRoom) }
            guard let body else { throw .refused("the reference of the element is malformed") }
            request = UpstreamRequest(method: .post, target: session + "/execute/sync", body: body)
        }
        let reply = try await Self.reply(to: request, ask)
        guard reply.status == 200 else {
            guard reply.body.holds(PageQuestion.movement) else { throw .replied(reply) }
            return nil
        }
        return reply.body
    }

    /// The reply with a picture of what a session shows.
    func picture(of session: String, _ ask: Ask) async throws(Failure) -> SecureBytes {
        let reply = try await Self.reply(to: UpstreamRequest(method: .get, target: session + "/screenshot"), ask)
        guard reply.status == 200 else { throw .replied(reply) }
        return reply.body
    }

    private static func reply(to request: UpstreamRequest, _ ask: Ask) async throws(Failure) -> UpstreamReply {
        try await reply { () throws(UpstreamFailure) in try await ask(request) }
    }

    /// The reply that `ask` gets.
    static func reply(_ ask: () async throws(UpstreamFailure) -> UpstreamReply) async throws(Failure) -> UpstreamReply {
        do throws(UpstreamFailure) {
            return try await ask()
        } catch {
            throw .upstream(error)
        }
    }
}
