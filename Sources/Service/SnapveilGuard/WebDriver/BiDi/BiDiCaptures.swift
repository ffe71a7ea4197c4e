import Artefacts
import NIOWebSocket
import RedactionJobs
import SecureMemory
import Synchronization

/// Takes pictures on a web socket of WebDriver BiDi, each between two looks at its page that agree.
///
/// The page is asked on the same web socket, by commands whose numbers no harness is likely to take.
final class BiDiCaptures: Sendable {
    private let workers: ReplyWorkers
    private let socket: UpstreamSocket
    private let beneficiary: ReplyWorkers.Beneficiary
    private let question: PageQuestion
    private let waiting = Mutex<[Int: AsyncStream<SecureBytes>.Continuation]>([:])

    /// Pictures that are taken of a page that moves, at most.
    private static let attempts = 3
    /// The time that a server has for a reply: it gives none while a dialog is open.
    private static let patience = Duration.seconds(30)
    /// Bytes of a command that waits for others, at most.
    private static let longestCommand = 64 << 10
    private static let numbers = 1 << 51..<1 << 53

    init(_ workers: ReplyWorkers, _ socket: UpstreamSocket, _ request: GuardRequest, _ question: PageQuestion) {
        (self.workers, self.socket, self.question) = (workers, socket, question)
        beneficiary = ReplyWorkers.Beneficiary(request)
    }

    /// The reason why there is no picture: a sentence without a full stop.
    private struct Refusal: Error {
        let reason: String
    }

    /// A command that takes a picture.
    struct Command: Sendable {
        fileprivate let bytes: SecureBytes
        fileprivate let outline: BiDiOutline
        fileprivate let subject: BiDiOutline.Subject
        fileprivate let id, context: SecureBytes
    }

    /// The command that takes a picture; nil for any other, and for one that is not whole: the server says what is wrong with it.
    func command(_ bytes: SecureBytes) async throws(UpstreamFailure) -> Command? {
        // A longer one passes, and its picture is refused.
        guard bytes.count <= Self.longestCommand, bytes.holds("captureScreenshot") || bytes.holds("\\u") else {
            return nil
        }
        guard let outline = await workers.outline(of: bytes, for: beneficiary) else { throw .cancelled }
        guard let subject = outline.subject, let id = outline.id, let context = outline.context else { return nil }
        return Command(bytes: bytes, outline: outline, subject: subject, id: bytes[id], context: bytes[context])
    }

    /// The reply to a command in place of the server's.
    func reply(to command: Command) async throws -> SecureBytes {
        do {
            return try await picture(for: command)
        } catch let refusal as Refusal {
            let stub = try SecureBytes.joined(.text(#"{"type":"success","id":"#), command.id, .text("}"))
            guard
                case .redacted(let error) = await workers.refuse(message: stub, .biDi, refusal.reason, for: beneficiary)
            else { throw UpstreamFailure.cancelled }
            return error.body
        }
    }

    private func picture(for command: Command) async throws -> SecureBytes {
        guard [.window, .element].contains(command.subject), let number = command.outline.id else {
            throw Refusal(reason: "take a picture of what the window shows, or of an element")
        }
        let element = command.outline.element.map { command.bytes[$0] }
        for _ in 0..<Self.attempts {
            let before = try await source(command.context, element, .first)
            let reply = try await ask { try command.bytes.replacing(number, with: .text("\($0)")) }
            guard let place = await workers.outline(of: reply, for: beneficiary)?.id else {
                throw Refusal(reason: "the upstream answers with what is no reply")
            }
            let own = try reply.replacing(place, with: command.id)
            let after = try await source(command.context, element, .last)
            guard let before, let after else { continue }
            switch await workers.redact(ReplyInput(own, sources: (before, after)), for: beneficiary) {
            case .redacted(let redacted): return redacted.body
            case .refused(let reason): throw Refusal(reason: "this cannot be made safe: \(reason)")
            case .moved: continue
            }
        }
        throw Refusal(reason: "the page moved during the picture, \(Self.attempts) times: wait until it is still")
    }

    /// What a page says that it shows, as workers read it; nil if it moved since the first look.
    private func source(
        _ context: SecureBytes,
        _ element: SecureBytes?,
        _ look: PageQuestion.Look
    ) async throws -> SecureBytes? {
        let reply = try await ask { try self.question.command($0, context, element, look) }
        guard let text = await workers.outline(of: reply, for: beneficiary)?.text else {
            guard !reply.holds(PageQuestion.movement) else { return nil }
            throw Refusal(
                reason: "the page does not say what it shows: it may be zoomed in, or show a frame of another origin"
            )
        }
        return try .joined(.text(#"{"value":"#), reply[text], .text("}"))
    }

    // MARK: - Questions

    /// The reply to a command with a number of the guard's own.
    private func ask(_ command: (Int) throws -> SecureBytes) async throws -> SecureBytes {
        let number = Int.random(in: Self.numbers)
        let (replies, reply) = AsyncStream.makeStream(of: SecureBytes.self)
        waiting.withLock { $0[number] = reply }
        let impatience = Task {
            try await Task.sleep(for: Self.patience)
            reply.finish()
        }
        defer {
            impatience.cancel()
            waiting.withLock { $0[number] = nil }
        }
        try await socket.send(.text, command(number))
        for await reply in replies { return reply }
        throw Refusal(reason: "the upstream does not answer: a dialog may be open")
    }

    /// Takes a message of the server if it is the reply to a question; whether it is.
    func take(_ message: SecureBytes) async -> Bool {
        let numbers = waiting.withLock { Array($0.keys) }
        guard numbers.contains(where: { message.holds("\($0)") }),
            let id = await workers.outline(of: message, for: beneficiary)?.id
        else { return false }
        let number = Int(message[id].withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        guard let number, let reply = waiting.withLock({ $0.removeValue(forKey: number) }) else { return false }
        reply.yield(message)
        reply.finish()
        return true
    }
}

extension SecureBytes {
    /// The bytes with others in one place.
    fileprivate func replacing(_ place: Range<Int>, with other: SecureBytes) throws(OutOfMemory) -> SecureBytes {
        try .joined(self[0..<place.lowerBound], other, self[place.upperBound..<count])
    }
}
