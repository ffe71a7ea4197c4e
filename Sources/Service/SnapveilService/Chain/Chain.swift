import HTTPServer
import HTTPTypes
import RedactionJobs
import SecureMemory

/// The way of every request in five steps: identify, CORS, admit, route, record.
///
/// A route returns a response and the chain completes it, so no route can forget a header field, a line in the log, a metric
/// or a span.
struct Chain: HTTPHandler {
    let crossOrigin: CrossOrigin
    let gatekeeper: Gatekeeper
    let routes: Routes
    let record: Record

    func answer(_ request: HTTPServerRequest) -> HTTPServerAnswer {
        var exchange = record.begin(request.head)
        switch decide(on: request, &exchange) {
        case .reply(let answer): return .reply(complete(answer, of: exchange))
        case .afterBody(let memory, let respond):
            return .afterBody(in: memory) { [self, exchange, flight = record.beginUpload()] body in
                flight.noteBody(body.count)
                return complete(await respond(body), of: exchange)
            }
        }
    }

    func response(status: HTTPResponse.Status, detail: String, to head: HTTPRequest?) -> HTTPServerResponse {
        let answer = Answer(Problem.server(status: status, detail: detail))
        guard let head else {
            record.note(unread: answer, detail)
            return answer.response
        }
        return complete(answer, of: record.begin(head, isTimed: false))
    }

    func refusesWork(from peer: String, behind count: Int) -> Bool {
        // With keys, it is not known yet whom a connection is of, and with origins not what its page may read.
        gatekeeper.isOpen && crossOrigin.allowedOrigins.isEmpty
            && routes.pool.queue.refusesShort(of: peer, behind: count)
    }

    func refusalOfWork() -> HTTPServerResponse {
        Answer(JobQueue.Refusal.full(retryAfter: routes.pool.queue.statistics.expectedWait)).response
    }

    func noteRefusalOfWork(from peer: String) {
        record.noteUnread()
        routes.pool.queue.noteUnreadRefusal(of: peer)
    }

    func isProbe(_ head: HTTPRequest) -> Bool { (try? Route(head))?.isProbe ?? false }

    /// Judges a request by its head: the page that it is from, its path and method, its key, and the rest by its route.
    private func decide(on request: HTTPServerRequest, _ exchange: inout Exchange) -> Decision {
        do throws(Problem) {
            if let preflight = crossOrigin.preflight(request.head) { return .reply(Answer(preflight)) }
            // A link on another site may lead to the page.
            if !exchange.isForEverybody { try crossOrigin.admit(request.head) }
            let route = try exchange.route.get()
            if !route.isForEverybody { exchange.key = try gatekeeper.admit(request) }
            return try routes.decide(on: request, for: route, exchange)
        } catch {
            return .reply(Answer(error))
        }
    }

    /// Completes and records a reply, whether a step, a route or the server itself made it.
    private func complete(_ answer: Answer, of exchange: Exchange) -> HTTPServerResponse {
        var answer = answer
        answer.response.head.headerFields[.requestID] = exchange.id.description
        crossOrigin.mark(&answer.response, for: exchange.head)
        record.complete(answer, of: exchange)
        return answer.response
    }
}
