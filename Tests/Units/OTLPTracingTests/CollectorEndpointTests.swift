import Testing

@testable import OTLPTracing

@Suite("Where a collector is")
struct CollectorEndpointTests {
    @Test("is read of a URL, with what OTLP has where it says nothing")
    func valid() throws {
        for (url, host, port, path, authority) in [
            ("http://collector", "collector", 4318, "/v1/traces", "collector:4318"),
            ("HTTP://127.0.0.1:9/", "127.0.0.1", 9, "/v1/traces", "127.0.0.1:9"),
            ("http://a.b:80/otlp/x?y=1", "a.b", 80, "/otlp/x?y=1", "a.b:80"),
            ("http://[::1]:4318/v1/traces", "::1", 4318, "/v1/traces", "[::1]:4318"),
            ("http://[::1]", "::1", 4318, "/v1/traces", "[::1]:4318"),
        ] {
            let endpoint = try CollectorEndpoint(url)
            #expect(endpoint.host == host && endpoint.port == port && endpoint.path == path, "\(url)")
            #expect(endpoint.authority == authority)
        }
    }

    @Test(
        "is refused where spans could not be sent to, or not as it is meant",
        arguments: [
            "", "collector:4318", "https://collector", "http://", "http://:4318", "http://a:", "http://a:x",
            "http://a:70000", "http://user@a", "http://a?x", "http://a b", "http://a/\r\nX: 1", "http://[::1",
        ]
    )
    func invalid(_ url: String) {
        #expect(throws: CollectorEndpoint.Invalid.self) { try CollectorEndpoint(url) }
    }
}
