import HTTPServer
import HTTPTypes
import Redaction
import SecureMemory

/// How a request is answered, as its head decides.
enum Decision {
    /// With this reply; the body is not received.
    case reply(Answer)
    /// With the reply that the closure makes of the body, which is received into memory of the source.
    case afterBody(in: MemorySource, @Sendable (SecureBytes) async -> Answer)
}

/// The reply of every route.
struct Routes: Sendable {
    let crew: Crew
    let pool: WorkerPool
    let state: ServiceState
    /// The documents that are the same for everybody.
    let documents: [PublicDocument: StaticReply]
    /// The page to try the service with; nil if there is none.
    let playground: Playground?

    func decide(
        on request: HTTPServerRequest,
        for route: Route,
        _ exchange: Exchange
    ) throws(Problem) -> Decision {
        let response: HTTPServerResponse
        switch route {
        case .sanitize, .check: return try work(on: request, exchange)
        case .policies: response = state.policies.listing()
        case .policy(let name): response = try state.policies.document(name)
        case .playground(let file):
            guard let playground else { throw .notFound() }
            response = try playground.response(file, to: request.head)
        case .health: response = state.health
        case .readiness: response = state.readiness
        case .document(let document):
            guard let reply = documents[document] else { throw .overloaded() }
            response = reply.response(to: request.head)
        }
        return .reply(Answer(response))
    }

    /// Refuses work on a snapshot that the head already rules out, so that no body is received for nothing.
    private func work(on request: HTTPServerRequest, _ exchange: Exchange) throws(Problem) -> Decision {
        guard !state.refusesWork else { throw .shuttingDown() }
        let call = try SanitizeCall(request.head, policies: state.policies)
        // Work is shared among the holders of keys, or among addresses.
        let client = exchange.key.map { "key \($0)" } ?? request.remoteAddress.network
        if let refusal = pool.refusal(for: client) { return .reply(Answer(refusal)) }
        return .afterBody(in: crew.bodyMemory(for: pool.likeliestWorker)) { [room = request.replyRoom] body in
            await perform(call, on: body, for: client, room, id: exchange.id.description)
        }
    }

    /// Has `call` performed on `body` when it is the turn of `client`.
    private func perform(
        _ call: SanitizeCall,
        on body: SecureBytes,
        for client: String,
        _ room: ReplyRoom,
        id: String
    ) async -> Answer {
        let meter = WorkMeter()
        do throws(WorkerPool.Refusal) {
            var (answer, cost) = try await pool.run(for: client, preferring: crew.worker(of: body)) { [crew] turn in
                do throws(Problem) {
                    return try crew.perform(call, on: body, room: room, turn, id, meter)
                } catch {
                    // Of a reply that could not be made, nothing waits to be taken.
                    _ = room.reserve(0)
                    return Answer(error, error.kind == ProblemKind(ServerProblem.overloaded) ? .work : nil)
                }
            }
            let sendsPicture = answer.problem == nil && call.sendsPicture
            answer.work = Answer.Work(cost: cost, reading: meter.reading, sendsPicture: sendsPicture)
            return answer
        } catch {
            return Answer(error)
        }
    }
}
