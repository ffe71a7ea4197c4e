import HTTPServer
import HTTPTypes
import Logging
import SecureMemory
import ServiceLifecycle
import Synchronization
import Testing

@testable import RawHTTP

/// Answers by path, and keeps count of what became of its requests.
final class TestHandler: HTTPHandler {
    private let counts = Mutex((started: 0, cancelled: 0, finished: 0))
    private let source: MemorySource
    private let isBusy = Atomic(false)
    private let refusedCount = Atomic(0)
    private let pieceCount = Atomic(0)

    /// A handler whose bodies are read into memory of `source`.
    init(_ source: MemorySource = .process) {
        self.source = source
    }

    /// Whether there is no time for requests with a body.
    var refusesWork: Bool {
        get { isBusy.load(ordering: .relaxed) }
        set { isBusy.store(newValue, ordering: .relaxed) }
    }

    func refusesWork(from peer: String, behind count: Int) -> Bool { refusesWork }

    func noteRefusalOfWork(from peer: String) { refusedCount.add(1, ordering: .relaxed) }

    /// Requests that were refused before they were read.
    var refused: Int { refusedCount.load(ordering: .relaxed) }

    var started: Int { counts.withLock { $0.started } }
    var cancelled: Int { counts.withLock { $0.cancelled } }
    var finished: Int { counts.withLock { $0.finished } }
    /// Large pieces that were written.
    var pieces: Int { pieceCount.load(ordering: .relaxed) }

    func answer(_ request: HTTPServerRequest) -> HTTPServerAnswer {
        let head = request.head
        guard head.path != "/refused" else {
            return .reply(response(status: .unauthorized, detail: "refused", to: head))
        }
        return .afterBody(in: source) { await self.respond(to: request, $0) }
    }

    private func respond(to request: HTTPServerRequest, _ body: SecureBytes) async -> HTTPServerResponse {
        counts.withLock { $0.started += 1 }
        defer { counts.withLock { $0.finished += 1 } }
        switch request.head.path {
        case "/slow":
            await wait(.seconds(1))
        case "/hang":
            await wait(.seconds(60))
        case "/stubborn":
            await Task.detached { try? await Task.sleep(for: .seconds(20)) }.value
        case "/big":
            guard request.replyRoom.reserve(8 << 20) else {
                return response(status: .serviceUnavailable, detail: "no room", to: request.head)
            }
            return reply(Array(repeating: UInt8(ascii: "x"), count: 8 << 20))
        case "/echo":
            return HTTPServerResponse(head: HTTPResponse(status: .ok), body: body)
        case "/place":
            return reply(Array(Self.place(of: body).utf8))
        case "/pieces", "/broken", "/endless", "/flood", "/upgrade":
            return streamed(request.head.path ?? "")
        case "/nothing":
            return HTTPServerResponse(head: HTTPResponse(status: .noContent), body: SecureBytes())
        default:
            break
        }
        return reply(Array("\(request.head.method) \(request.head.path ?? "") \(body.count)".utf8))
    }

    /// A reply that is written piece by piece.
    private func streamed(_ path: String) -> HTTPServerResponse {
        var head = HTTPResponse(status: path == "/upgrade" ? .switchingProtocols : .ok)
        if path == "/upgrade" { head.headerFields[.upgrade] = "echo" }
        return HTTPServerResponse(head: head) { [self] stream in
            do {
                guard path != "/upgrade" else { return try await Self.echo(stream) }
                try await stream.write(SecureBytes(copying: "first".utf8))
                switch path {
                case "/broken": throw HTTPServerStream.Gone()
                case "/endless": try await Task.sleep(for: .seconds(60))
                case "/flood": try await flood(stream)
                default: try await stream.write(SecureBytes(copying: "second".utf8))
                }
            } catch {
                counts.withLock { $0.cancelled += 1 }
                throw error
            }
        }
    }

    /// Repeats what the client sends, up to `end`.
    private static func echo(_ stream: HTTPServerStream) async throws {
        while let bytes = try await stream.read() {
            try await stream.write(bytes)
            if bytes.withUnsafeBytes({ $0.suffix(3).elementsEqual("end".utf8) }) { return }
        }
    }

    private func flood(_ stream: HTTPServerStream) async throws {
        let piece = try SecureBytes(copying: [UInt8](repeating: 0, count: 1 << 20))
        for _ in 0..<256 {
            try await stream.write(piece)
            pieceCount.add(1, ordering: .relaxed)
        }
    }

    func response(status: HTTPResponse.Status, detail: String, to head: HTTPRequest?) -> HTTPServerResponse {
        var response = reply(Array(detail.utf8))
        response.head.status = status
        return response
    }

    func isProbe(_ head: HTTPRequest) -> Bool { head.path == "/probe" }

    /// Which shared memory a body lies in, and where; empty if it is in the process's own.
    static func place(of body: SecureBytes) -> String {
        body.sharedPlace.map { "\($0.memory.id) \($0.range)" } ?? ""
    }

    private func wait(_ duration: Duration) async {
        do { try await Task.sleep(for: duration) } catch { counts.withLock { $0.cancelled += 1 } }
    }

    private func reply(_ bytes: [UInt8]) -> HTTPServerResponse {
        HTTPServerResponse(head: HTTPResponse(status: .ok), body: (try? SecureBytes(copying: bytes)) ?? SecureBytes())
    }
}

/// A server on a free port of loopback, for the time of a test.
struct TestServer: Sendable {
    let server: HTTPServer
    let handler: TestHandler
    let port: Int
    private let group: ServiceGroup

    /// Runs `body` beside the server, then shuts it down and waits for its end.
    static func run(
        _ configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        bodiesIn source: MemorySource = .process,
        _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        configuration.gracePeriod = .seconds(2)
        configuration.lingerTimeout = .milliseconds(500)
        configuration.minimumIdleTime = .milliseconds(100)
        configure(&configuration)
        let handler = TestHandler(source)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let server = HTTPServer(configuration: configuration, handler: handler, logger: logger)
        let group = ServiceGroup(services: [server], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                let port = try await server.listeningAddress().port
                let test = TestServer(server: server, handler: handler, port: port, group: group)
                do {
                    try await body(test)
                } catch {
                    await test.shutDown()
                    throw error
                }
                await test.shutDown()
            }
            try await tasks.waitForAll()
        }
        #expect(server.connectionCount == 0)
    }

    func connect(from source: String = "127.0.0.1", receiveBufferBytes: Int32? = nil) throws -> RawClient {
        try RawClient(port: port, from: source, receiveBufferBytes: receiveBufferBytes)
    }

    func shutDown() async { await group.triggerGracefulShutdown() }
}

/// A request without a body.
func get(_ path: String, _ fields: String...) -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// The head of a request with a body.
func post(_ path: String, _ fields: String...) -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// A request with a body of `count` bytes.
func upload(_ path: String, _ count: Int) -> String {
    post(path, "Content-Length: \(count)") + String(repeating: "a", count: count)
}
