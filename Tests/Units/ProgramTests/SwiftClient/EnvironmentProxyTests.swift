import Foundation
import Testing

@testable import SnapveilClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The client for Swift and proxies of the environment")
struct EnvironmentProxyTests {
    @Test(
        "knows what would send a screenshot for this machine elsewhere",
        arguments: [
            ("http://127.0.0.1:8080", ["http_proxy": "p"], "http_proxy"),
            ("http://localhost:8080", ["http_proxy": "p"], "http_proxy"),
            ("http://LOCALHOST.:8080", ["http_proxy": "p"], "http_proxy"),
            ("http://a.localhost", ["http_proxy": "p"], "http_proxy"),
            ("http://[::1]:8080", ["ALL_PROXY": "p"], "ALL_PROXY"),
            ("https://127.0.0.2", ["HTTPS_PROXY": "p"], "HTTPS_PROXY"),
            ("https://127.0.0.1", ["all_proxy": "p"], "all_proxy"),
            ("http://0.0.0.0:8080", ["all_proxy": "p"], "all_proxy"),
            ("http://127.0.0.1", ["http_proxy": "p", "no_proxy": "localhost,.127.0.0.1"], "http_proxy"),
            ("http://127.0.0.1", ["http_proxy": "p", "no_proxy": "127.0.0.0/8"], "http_proxy"),
            ("http://[::1]", ["http_proxy": "p", "no_proxy": "[::1]"], "http_proxy"),
        ]
    )
    func elsewhere(url: String, environment: [String: String], variable: String) throws {
        let url = try #require(URL(string: url))
        #expect(EnvironmentProxy(environment: environment).variable(against: url) == variable)
    }

    @Test(
        "leaves alone what goes to this machine, and what goes to another",
        arguments: [
            ("http://127.0.0.1", [:]),
            ("http://127.0.0.1", ["http_proxy": ""]),
            ("http://127.0.0.1", ["https_proxy": "p"]),
            ("http://127.0.0.1", ["HTTP_PROXY": "p"]),
            ("http://snapveil.example.org", ["http_proxy": "p"]),
            ("http://127.0.0.1", ["http_proxy": "p", "no_proxy": "example.org, 127.0.0.1"]),
            ("http://127.0.0.1", ["http_proxy": "p", "no_proxy": "*"]),
            ("http://[::1]", ["http_proxy": "p", "NO_PROXY": "::1"]),
            ("http://localhost", ["http_proxy": "p", "no_proxy": ".localhost"]),
            ("http://a.localhost", ["http_proxy": "p", "no_proxy": "localhost"]),
        ] as [(String, [String: String])]
    )
    func here(url: String, environment: [String: String]) throws {
        let url = try #require(URL(string: url))
        #expect(EnvironmentProxy(environment: environment).variable(against: url) == nil)
    }

    @Test("sends nothing to a proxy that was not meant for it, and says which variable is in the way")
    func refusal() async throws {
        let server = try StubServer(["200 OK"])
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/v1/sanitize"))
        let session = Session(environment: ["http_proxy": "http://127.0.0.1:\(server.port)"])
        let error = await #expect(throws: SnapveilError.self) {
            try await session.reply(to: URLRequest(url: url), within: .seconds(5))
        }
        #expect(error == .unusable("http_proxy would send it to a proxy: name 127.0.0.1 in no_proxy."))
        #expect(server.requestCount == 0)
    }
}
