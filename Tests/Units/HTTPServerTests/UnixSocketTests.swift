import Foundation
import HTTPServer
import Synchronization
import Testing

@testable import RawHTTP

@Suite("A socket in the file system")
struct UnixSocketTests {
    /// A path for the time of a test.
    private final class Place: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "snapveil-\(UUID())").path

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test("serves one request after the other on a connection")
    func serves() async throws {
        let place = Place()
        try await TestServer.run({ $0.unixSocket = place.path }) { server in
            #expect(try await server.server.listeningAddress().description == "unix:\(place.path)")
            let client = try RawClient(unixSocket: place.path)
            for _ in 0..<3 {
                await client.send(get("/"))
                #expect(try await client.response().status == 200)
            }
        }
    }

    @Test("brings the reply to a body that is refused while it comes")
    func refusal() async throws {
        let place = Place()
        try await TestServer.run({
            $0.unixSocket = place.path
            $0.maximumBodyBytes = 1000
            $0.lingerTimeout = .seconds(5)
        }) { server in
            let client = try RawClient(unixSocket: place.path)
            await client.send(post("/echo", "Content-Length: 4000000"))
            // More than the socket holds: all of it is taken only if it is read and dropped.
            #expect(await client.send([UInt8](repeating: 7, count: 4_000_000)))
            #expect(try await client.response().status == 413)
        }
    }

    @Test(
        "may be connected to by whom its mode lets, and by nobody else",
        arguments: [0o600, 0o660, 0o666] as [UInt32]
    )
    func mode(_ mode: UInt32) throws {
        let place = Place()
        let sockets = try ListeningSockets(unixSocket: place.path, mode: mode)
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.uint32Value == mode)
        withExtendedLifetime(sockets) {}
    }

    @Test("takes the place of one that an earlier server has left, and of nothing else")
    func remains() async throws {
        let (place, other) = (Place(), Place())
        let sockets = try ListeningSockets(unixSocket: other.path, mode: 0o600)
        // Not at the path that the server removes.
        try FileManager.default.moveItem(atPath: other.path, toPath: place.path)
        withExtendedLifetime(sockets) {}
        #expect(FileManager.default.fileExists(atPath: place.path))
        try await TestServer.run({ $0.unixSocket = place.path }) { _ in
            let error = #expect(throws: HTTPServerError.self) {
                try ListeningSockets(unixSocket: place.path, mode: 0o600)
            }
            #expect(error?.description == "Cannot listen on \(place.path): Address already in use")
            _ = try RawClient(unixSocket: place.path)
        }
        let file = Place()
        try Data("mine".utf8).write(to: URL(filePath: file.path))
        let error = #expect(throws: HTTPServerError.self) { try ListeningSockets(unixSocket: file.path, mode: 0o600) }
        #expect(error?.description == "Cannot listen on \(file.path): a file that is not a socket has this path")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "mine")
    }

    @Test("is removed when the server stops listening, or never did")
    func removal() async throws {
        let place = Place()
        try await TestServer.run({ $0.unixSocket = place.path }) { _ in
            #expect(FileManager.default.fileExists(atPath: place.path))
        }
        #expect(!FileManager.default.fileExists(atPath: place.path))
        var sockets: ListeningSockets? = try ListeningSockets(unixSocket: place.path, mode: 0o600)
        #expect(FileManager.default.fileExists(atPath: place.path))
        #expect(sockets != nil)
        sockets = nil
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test("stays if another socket or file has its place by then")
    func successor() async throws {
        let place = Place()
        let successor = Mutex<ListeningSockets?>(nil)
        try await TestServer.run({ $0.unixSocket = place.path }) { _ in
            try FileManager.default.removeItem(atPath: place.path)
            let sockets = try ListeningSockets(unixSocket: place.path, mode: 0o600)
            successor.withLock { $0 = sockets }
        }
        #expect(FileManager.default.fileExists(atPath: place.path))
        successor.withLock { $0 = nil }
        #expect(!FileManager.default.fileExists(atPath: place.path))
        let file = Place()
        try await TestServer.run({ $0.unixSocket = file.path }) { _ in
            try FileManager.default.removeItem(atPath: file.path)
            try Data("mine".utf8).write(to: URL(filePath: file.path))
        }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "mine")
    }

    @Test("has a path that fits into an address", arguments: ["", String(repeating: "x", count: 108)])
    func paths(_ path: String) {
        let error = #expect(throws: HTTPServerError.self) { try ListeningSockets(unixSocket: path, mode: 0o600) }
        #expect(error?.description == "Cannot listen on \(path): the path of a socket has 1 to 107 bytes")
    }
}
