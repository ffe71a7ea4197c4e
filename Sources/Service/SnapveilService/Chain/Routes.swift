import BoundedWork
import Containment
import HTTPServer
import HTTPTypes
import Redaction
import RedactionJobs
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
        let byteCount = request.head.headerFields[.contentLength].flatMap { Int($0) }
        let reservation: JobQueue.Reservation
        do throws(JobQueue.Refusal) {
            reservation = try pool.queue.reservation(for: client, call.kind(of: client, byteCount))
        } catch {
            return .reply(Answer(error))
        }
        return .afterBody(in: pool.inputMemory(for: pool.queue.likeliestWorker)) { [room = request.replyRoom] body in
            await perform(call, on: body, for: client, reservation, room, id: exchange.id.description)
        }
    }

    /// Has `call` performed on `body` when it is the turn of `client`.
    private func perform(
        _ call: SanitizeCall,
        on body: SecureBytes,
        for client: String,
        _ reservation: JobQueue.Reservation,
        _ room: ReplyRoom,
        id: String
    ) async -> Answer {
        do throws(JobQueue.Refusal) {
            let (done, cost) = try await pool.queue.run(
                for: client,
                preferring: pool.worker(of: body),
                kind: call.kind(of: client, body.count),
                reservation: reservation
            ) { turn in
                self.answer(to: call, body, room, turn, id: id)
            }
            var answer = done.answer
            let sendsPicture = answer.problem == nil && call.sendsPicture
            answer.work = Answer.Work(cost: cost, reading: done.reading, sendsPicture: sendsPicture)
            return answer
        } catch {
            return Answer(error)
        }
    }

    private typealias Done = (answer: Answer, reading: WorkMeter.Reading)

    /// The answer to `call`; nil if it is to be worked on again.
    private func answer(
        to call: SanitizeCall,
        _ body: SecureBytes,
        _ room: ReplyRoom,
        _ turn: JobQueue.Turn,
        id: String
    ) -> Done? {
        var reading = WorkMeter.Reading()
        do throws(Problem) {
            guard let material = call.policies.material else { throw .defect() }
            guard room.reserve(SanitizeReply.likelyByteCount(to: call, for: body.count)) else { throw .overloaded() }
            let result = try mapError(pool.perform(.request(call.order), with: material, on: body, turn, id: id)) {
                Problem($0 as WorkerFailure)
            }
            reading = result.reading
            switch result.outcome {
            case .done(let parts):
                guard let response = try response(to: call, parts, room, turn) else { break }
                var answer = Answer(response)
                answer.isSealed = parts.sealed != nil
                return (answer, reading)
            case .problem(let problem): throw problem
            case .handedBack where !turn.mayLook:
                _ = room.reserve(0)
                return nil
            case .refused, .handedBack: break
            }
            throw Problem(pool.distrust(turn, id: id))
        } catch {
            // Of a reply that could not be made, nothing waits to be taken.
            _ = room.reserve(0)
            return (Answer(error, error.kind == ProblemKind(ServerProblem.overloaded) ? .work : nil), reading)
        }
    }

    /// The response with the parts of a result; nil if one is missing.
    private func response(
        to call: SanitizeCall,
        _ parts: RedactedParts,
        _ room: ReplyRoom,
        _ turn: JobQueue.Turn
    ) throws(Problem) -> HTTPServerResponse? {
        guard room.reserve(parts.hierarchy?.bytes.count ?? 0) else { throw .overloaded() }
        let parts = try mapError(SanitizeReply.settled(parts, for: call)) { (_: OutOfMemory) in Problem.overloaded() }
        let byteCount = SanitizeReply.byteCount(to: call, parts)
        if let capacity = room.capacity, byteCount > capacity { throw .replyTooLarge(byteCount, capacity: capacity) }
        guard room.reserve(byteCount) else { throw .overloaded() }
        return try mapError(SanitizeReply.response(to: call, parts, turn.work.cancellation)) {
            (_: WorkFailure) in Problem.overloaded()
        }
    }
}
