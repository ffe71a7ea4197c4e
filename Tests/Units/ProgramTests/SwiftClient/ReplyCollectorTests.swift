import Foundation
import Testing

@testable import SnapveilClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The client for Swift and replies without an end", .timeLimit(.minutes(1)))
struct ReplyCollectorTests {
    @Test("leaves a reply at the bound, and closes the connection", arguments: [200, 400, 503])
    func endless(status: Int) async throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        let chunk = Array("10000\r\n".utf8) + zeros + Array("\r\n".utf8)
        for (framing, piece) in [("Transfer-Encoding: chunked", chunk), ("Connection: close", zeros)] {
            let rest = Array(repeatElement(piece, count: 64).joined())
            let server = try StubServer(["\(status) Some\r\n\(framing)"], rest: rest)
            await #expect(throws: SnapveilError.unexpectedReply(status: status)) {
                try await reply(of: server, longest: 1 << 20)
            }
            #expect(try await isLeft(server))
        }
    }

    @Test("does not read a reply that says that it is too long, and says why")
    func stated() async throws {
        let server = try StubServer(["200 OK\r\nContent-Length: 268435457"], rest: [])
        let snapveil = SnapveilClient(url: URL(string: "http://127.0.0.1:\(server.port)"))
        let error = await #expect(throws: SnapveilError.self) {
            try await snapveil.sanitize(Data([1]), policy: "blackout")
        }
        #expect(error == .unexpectedReply(status: 200))
        #expect("\(String(describing: error))".contains("longer than 256 MiB"))
        #expect(try await isLeft(server))
    }

    @Test("takes a reply as long as the bound, and none of a byte more")
    func bound() async throws {
        let server = try StubServer(["200 OK", "200 OK"])
        #expect(try await reply(of: server, longest: 2).body == Data("{}".utf8))
        await #expect(throws: SnapveilError.unexpectedReply(status: 200)) { try await reply(of: server, longest: 1) }
    }

    @Test("obeys the deadline while Foundation is busy with a redirect that is long")
    func redirect() async throws {
        let head = "307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/\r\nConnection: close"
        let server = try StubServer([head], rest: [UInt8](repeating: 0, count: 10 << 20))
        let start = ContinuousClock.now
        await #expect(throws: SnapveilError.late(.milliseconds(300))) {
            try await reply(of: server, within: .milliseconds(300))
        }
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(try await isLeft(server))
    }

    private func reply(
        of server: StubServer,
        longest: Int = ReplyCollector.longestReply,
        within deadline: Duration = .seconds(20)
    ) async throws -> Session.Reply {
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/v1/check"))
        let session = Session(environment: [:], longestReply: longest)
        return try await session.reply(to: URLRequest(url: url), within: deadline)
    }

    /// Whether the client closes its connection within 20 seconds.
    private func isLeft(_ server: StubServer) async throws -> Bool {
        for _ in 0..<2000 where server.leaveCount == 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        return server.leaveCount > 0
    }
}
