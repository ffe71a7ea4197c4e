import Artefacts
import Containment
import Foundation
import HTTPServer
import Logging
import PolicyLibrary
import Samples
import SecureMemory
import ServiceLifecycle
import SnapveilService
import Testing

@testable import RawHTTP

@Suite("A contained worker gives what the server gives without one")
struct SamenessTests {
    private static let queries = [
        "style=fill&color=%23000&region=10,10,200,100", "style=blur&radius=12",
        "style=pixelate&block=24&region=0,0,300,200",
        "style=message&text=Hidden&format=png", "style=veil", "policy=privacy-screen", "policy=unknown", "style=none",
        "style=fill&region=99999,0,1,1", "style=fill&format=jpeg&quality=50",
    ]

    /// Runs `body` with a service in this process.
    private static func withLocalService(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        var configuration = SnapveilService.Configuration(workers: 2)
        configuration.server.port = 0
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = SnapveilService(configuration: configuration, logger: logger)
        let group = ServiceGroup(services: [service], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                try await body(service.listeningAddress().port)
                await group.triggerGracefulShutdown()
            }
            try await tasks.waitForAll()
        }
    }

    private static func post(
        _ body: [UInt8],
        _ query: String,
        _ accept: String,
        to port: Int
    ) async throws -> RawResponse {
        let client = try RawClient(port: port)
        let head = """
            POST /v1/sanitize?\(query) HTTP/1.1\r\nHost: a\r\nX-Request-Id: same\r\nAccept: \(accept)\r
            Content-Length: \(body.count)\r\n\r\n
            """
        await client.send(Array(head.utf8) + body)
        return try await client.response()
    }

    @Test("an archive and a text, too", arguments: ["*/*", "application/json", "multipart/mixed"])
    func artefacts(_ accept: String) async throws {
        let contained = try FaultyProcess()
        var writer = ZipWriter()
        try writer.append("shot.png", Sample.iosLogin.picture("png"))
        try writer.append("a.log", SecureBytes(copying: "mail b@mail.example\n".utf8))
        let archive = try writer.finish().withUnsafeBytes { Array($0) }
        try await Self.withLocalService { port in
            for query in ["policy=privacy-screen", "style=veil&unknown=fail", "style=veil&preview=true"] {
                for body in [archive, Array(archive.dropLast(9))] {
                    let here = try await Self.post(body, query, accept, to: port)
                    let there = try await Self.post(body, query, accept, to: contained.port)
                    #expect(here.body == there.body, "\(query)")
                    #expect(Self.fields(here) == Self.fields(there), "\(query)")
                }
            }
        }
    }

    @Test("byte for byte, head and body", arguments: ["*/*", "application/json", "multipart/mixed"])
    func same(_ accept: String) async throws {
        let contained = try FaultyProcess()
        try await Self.withLocalService { port in
            for sample in Sample.allCases {
                for type in ["png", "jpg"] {
                    let body = try sample.picture(type).withUnsafeBytes { Array($0) }
                    for query in Self.queries {
                        let here = try await Self.post(body, query, accept, to: port)
                        let there = try await Self.post(body, query, accept, to: contained.port)
                        #expect(here.body == there.body, "\(sample).\(type) \(query)")
                        #expect(Self.fields(here) == Self.fields(there), "\(sample).\(type) \(query)")
                    }
                }
            }
        }
    }

    /// The lines of the head but for the date.
    private static func fields(_ response: RawResponse) -> [Substring] {
        response.head.split(separator: "\r\n").filter { !$0.hasPrefix("Date:") }
    }
}
