import Foundation
import ProcessFiles

@testable import RawHTTP

/// A server whose workers commit faults on order, in a process of its own that ends with this value.
final class FaultyProcess: Sendable {
    /// The port that it listens on.
    let port: Int
    /// The port that its metrics are on.
    let metricsPort: Int
    /// The number of the server's process.
    let processID: pid_t
    private let input: FileHandle

    /// What stands in the way of a test.
    struct Obstacle: Error {
        let description: String
    }

    /// - Parameter workBytes: Bytes that all pictures may take together; nil for those of the server.
    init(workBytes: Int? = nil) throws {
        let process = Process()
        process.arguments = workBytes.map { ["\($0)"] } ?? []
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "FaultyServer")
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let ports = line.split { " \n".contains($0) }.compactMap { Int($0) }
        guard ports.count == 2 else { throw Obstacle(description: "the server did not start: \(line)") }
        (port, metricsPort) = (ports[0], ports[1])
        processID = process.processIdentifier
        self.input = input.fileHandleForWriting
    }

    deinit { try? input.close() }

    /// Has the server read its policies again.
    func reload() throws { try input.write(contentsOf: Data("\n".utf8)) }

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

    /// The metrics as they are now, by their names and labels.
    func metrics() async throws -> [String: Double] {
        let client = try RawClient(port: metricsPort)
        await client.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
        let lines = try await client.response().text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let samples = lines.map { $0.split(separator: " ") }.filter { $0.count > 1 }
        return Dictionary(samples.map { (String($0[0]), Double($0[1]) ?? 0) }, uniquingKeysWith: { $1 })
    }

    /// The status of a path.
    func status(of path: String) async throws -> Int? {
        let client = try RawClient(port: port)
        await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try await client.response().status
    }
}
