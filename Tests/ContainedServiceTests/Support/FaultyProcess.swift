import Foundation
import ProcessFiles

@testable import RawHTTP

/// A server whose workers commit faults on order, in a process of its own that ends with this value.
final class FaultyProcess: Sendable {
    /// The port that it listens on.
    let port: Int
    /// The number of the server's process.
    let processID: pid_t
    private let end: @Sendable () -> Void

    /// What stands in the way of a test.
    struct Obstacle: Error {
        let description: String
    }

    init() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "FaultyServer")
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Obstacle(description: "the server did not start: \(line)")
        }
        self.port = port
        processID = process.processIdentifier
        let writer = input.fileHandleForWriting
        end = { try? writer.close() }
    }

    deinit { end() }

    /// The workers' processes.
    var workers: [pid_t] { ProcessFile.workers(of: processID) }

    /// Posts a body over a connection of its own.
    func post(_ body: [UInt8], _ query: String = "style=fill&color=%23000&region=10,10,20,10") async throws
        -> RawResponse
    {
        let client = try RawClient(port: port)
        let head = "POST /v1/sanitize?\(query) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n"
        await client.send(Array(head.utf8) + body)
        return try await client.response()
    }

    /// The status of a path.
    func status(of path: String) async throws -> Int? {
        let client = try RawClient(port: port)
        await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try await client.response().status
    }
}
