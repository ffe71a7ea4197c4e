import HTTPServer
import Logging
import Testing

@testable import RawHTTP

@Suite("Listening")
struct ListeningTests {
    @Test("a port that is taken is named in the error")
    func portTaken() async throws {
        try await TestServer.run { server in
            var configuration = HTTPServerConfiguration()
            configuration.port = server.port
            let second = HTTPServer(
                configuration: configuration,
                handler: server.handler,
                logger: Logger(label: "test")
            )
            let error = await #expect(throws: HTTPServerError.self) { try await second.run() }
            #expect(error?.description == "Cannot listen on 127.0.0.1:\(server.port): Address already in use")
            await #expect(throws: HTTPServerError.notListening) { try await second.listeningAddress() }
        }
    }

    @Test("a host that cannot be looked up is named in the error")
    func unknownHost() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.host = "no such host"
        let server = HTTPServer(configuration: configuration, handler: TestHandler(), logger: Logger(label: "test"))
        let error = await #expect(throws: HTTPServerError.self) { try await server.run() }
        #expect(error?.description.hasPrefix("Cannot listen on no such host: ") == true)
    }

    @Test("an address of IPv6 may stand in brackets, and nothing else may")
    func brackets() async throws {
        try await TestServer.run({ $0.host = "[::1]" }) { server in
            let address = try await server.server.listeningAddress()
            #expect(address.description == "[::1]:\(server.port)")
        }
        for host in ["[localhost]", "[127.0.0.1]", "[]", "["] {
            var configuration = HTTPServerConfiguration()
            configuration.host = host
            let server = HTTPServer(configuration: configuration, handler: TestHandler(), logger: Logger(label: "test"))
            let error = await #expect(throws: HTTPServerError.self) { try await server.run() }
            #expect(error?.description.hasPrefix("Cannot listen on \(host): ") == true)
        }
    }

    @Test("port 0 takes a free port, and says which")
    func freePort() async throws {
        try await TestServer.run { server in
            #expect(server.port > 0)
            let client = try server.connect()
            await client.send(get("/"))
            #expect(try await client.response().status == 200)
        }
    }

    @Test("the wildcard of IPv6 takes IPv4 as well")
    func dualStack() async throws {
        try await TestServer.run({ $0.host = "::" }) { server in
            let client = try server.connect()
            await client.send(get("/"))
            #expect(try await client.response().status == 200)
        }
    }
}
