import HTTPServer
import HTTPTypes
import ImageCore
import SecureMemory
import Testing

@testable import RawHTTP
@testable import SnapveilService

@Suite("Pages of a browser call from the server's own origin and from those on the list")
struct CrossOriginTests {
    private static let page = "https://tests.example.org"

    /// What browsers state of where a page comes from, and whether it may call a server that is called `snapveil:8080`.
    private static let pages: [([String], String, Bool)] = [
        // Programs, and what a person types.
        ([], "snapveil:8080", true),
        (["Sec-Fetch-Site: none"], "127.0.0.1:8080", true),
        // A form or a fetch without CORS, as from any page.
        (["Origin: https://evil.example"], "127.0.0.1:8080", false),
        (["Origin: https://evil.example", "Sec-Fetch-Site: cross-site"], "127.0.0.1:8080", false),
        (["Origin: null"], "127.0.0.1:8080", false),
        (["Origin: null", "Sec-Fetch-Site: same-origin"], "127.0.0.1:8080", false),
        // A link, a picture, another port of the same machine.
        (["Sec-Fetch-Site: cross-site"], "127.0.0.1:8080", false),
        (["Sec-Fetch-Site: same-site"], "127.0.0.1:8080", false),
        (["Sec-Fetch-Site: of-a-later-standard"], "127.0.0.1:8080", false),
        (["Origin: http://127.0.0.1:3000", "Sec-Fetch-Site: same-site"], "127.0.0.1:8080", false),
        (["Origin: http://localhost:8080"], "127.0.0.1:8080", false),
        (["Origin: http://127.0.0.1"], "127.0.0.1:8080", false),
        // The server's own origin: an address, or a name behind a proxy with TLS.
        (["Origin: http://127.0.0.1:8080", "Sec-Fetch-Site: same-origin"], "127.0.0.1:8080", true),
        (["Origin: http://[::1]:8080"], "[::1]:8080", true),
        (["Origin: http://localhost"], "LOCALHOST:80", true),
        (["Origin: https://shots.example.org"], "shots.example.org", true),
        (["Origin: https://shots.example.org"], "shots.example.org:443", true),
        (["Origin: https://shots.example.org"], "shots.example.org:8443", false),
        (["Origin: http://127.0.0.1:8080", "Sec-Fetch-Site: cross-site"], "127.0.0.1:8080", false),
        // A page whose name was made to point at this server.
        (["Origin: http://evil.example:8080"], "evil.example:8080", false),
        (["Origin: http://evil.example:8080", "Sec-Fetch-Site: none"], "evil.example:8080", false),
        (["Origin: http://evil.example:8080", "Sec-Fetch-Site: same-origin"], "evil.example:8080", false),
        (["Origin: http://127.0.0.1.evil.example:8080", "Sec-Fetch-Site: same-origin"], "127.0.0.1:8080", false),
        (["Origin: http://128.0.0.1:8080", "Sec-Fetch-Site: same-origin"], "127.0.0.1:8080", false),
        // The server's own origin, behind a proxy or a mapped port that puts another Host.
        (["Origin: https://shots.example.org", "Sec-Fetch-Site: same-origin"], "snapveil:8080", true),
        (["Origin: http://localhost:9000", "Sec-Fetch-Site: same-origin"], "172.17.0.2:8080", true),
        (["Origin: http://127.0.0.1:9000", "Sec-Fetch-Site: same-origin"], "172.17.0.2:8080", true),
        (["Origin: http://[::1]:9000", "Sec-Fetch-Site: same-origin"], "172.17.0.2:8080", true),
        (["Origin: http://localhost:9000", "Sec-Fetch-Site: same-site"], "172.17.0.2:8080", false),
        (["Origin: http://localhost:9000"], "172.17.0.2:8080", false),
        (["Origin: http://localhost:9000"], "localhost:9000", true),
        (["Origin: chrome-extension://localhost", "Sec-Fetch-Site: same-origin"], "127.0.0.1:8080", false),
        (
            ["Origin: https://a.example", "Origin: https://a.example", "Sec-Fetch-Site: same-origin"],
            "127.0.0.1:8080", false
        ),
        (
            ["Origin: https://a.example", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"],
            "127.0.0.1:8080", false
        ),
        // A picture, a form or a fetch without CORS, from the own origin and from another.
        (["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: no-cors"], "127.0.0.1:8080", true),
        (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"], "127.0.0.1:8080", false),
        (
            ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"],
            "127.0.0.1:8080", false
        ),
        (
            ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"],
            "127.0.0.1:8080", false
        ),
        // One on the list, wherever it is. A page that hides its origin has none.
        (["Origin: https://tests.example.org", "Sec-Fetch-Site: cross-site"], "127.0.0.1:8080", true),
        (["Origin: https://tests.example.org:443"], "127.0.0.1:8080", true),
        (["Origin: http://tests.example.org"], "127.0.0.1:8080", false),
        (["Origin: https://tests.example.org.evil"], "127.0.0.1:8080", false),
        (["Origin: https://tests.example.org", "Origin: https://evil.example"], "127.0.0.1:8080", false),
        (["Sec-Fetch-Site: none", "Sec-Fetch-Site: cross-site"], "127.0.0.1:8080", false),
    ]

    @Test("a page of another origin is refused on every route but those that tell all the same", arguments: pages)
    func admission(fields: [String], authority: String, isAdmitted: Bool) async throws {
        let snapshot = try Snapshots.file(.png)
        try await RunningService.run(origins: [Self.page]) { service in
            for (line, body, status) in [
                ("POST /v1/sanitize?\(RunningService.quick)", snapshot, 200), ("GET /v1/policies", SecureBytes(), 200),
                ("GET /v1/policies/mask", SecureBytes(), 200), ("GET /nothing", SecureBytes(), 404),
            ] {
                let reply = try await service.send(line, ["Host: \(authority)"] + fields, body)
                #expect(reply.status == (isAdmitted ? status : 403), "\(line)")
                #expect(isAdmitted || reply.problem == "cross-origin", "\(line)")
                let reader = reply.fields[.accessControlAllowOrigin]
                #expect(reader == nil || isAdmitted && fields[0] == "Origin: \(reader ?? "")")
            }
            for line in ["GET /healthz", "GET /openapi.json", "GET /v1/problems"] {
                #expect(try await service.send(line, ["Host: \(authority)"] + fields).status == 200, "\(line)")
            }
        }
    }

    @Test("the refusal says what to do, and comes before a key is asked for")
    func problem() async throws {
        let client = Client(keys: try KeyRing(parsing: SecureBytes("ci:0123456789abcdef")))
        let reply = try await client.send(.post, "/v1/sanitize?style=veil", [.origin: "https://evil.example"])
        #expect(reply.status == 403)
        #expect((reply.json["detail"] as? String)?.contains("--cors-origins") == true)
        #expect(!reply.body.text.contains("evil"))
    }

    @Test("an origin on the list may ask and read, without a key to ask")
    func allowed() async throws {
        let client = Client(
            keys: try KeyRing(parsing: SecureBytes("ci:0123456789abcdef")),
            origins: [Self.page]
        )
        let preflight = try await client.send(
            .options,
            "/v1/sanitize",
            [.origin: Self.page, .accessControlRequestMethod: "POST"]
        )
        #expect(preflight.status == 204)
        #expect(preflight.fields[.accessControlAllowOrigin] == Self.page)
        #expect(preflight.fields[.accessControlAllowMethods] == "POST, PUT, GET")
        let refused = try await client.send(.post, "/v1/sanitize", [.origin: Self.page])
        #expect(refused.status == 401)
        #expect(refused.fields[.accessControlAllowOrigin] == Self.page)
    }

    @Test(
        "any other origin gets no permission",
        arguments: ["https://evil.example", "null", "https://tests.example.org.evil", "https://tests.example.org/"]
    )
    func foreign(origin: String) async throws {
        for client in [Client(), Client(origins: [Self.page])] {
            let preflight = try await client.send(
                .options,
                "/v1/sanitize",
                [.origin: origin, .accessControlRequestMethod: "POST"]
            )
            #expect(preflight.status == 403)
            #expect(preflight.fields[.accessControlAllowOrigin] == nil)
            #expect(preflight.fields[.accessControlAllowMethods] == nil)
        }
    }

    @Test("without a list no reply has a field about origins")
    func off() async throws {
        let reply = try await Client().send(.get, "/healthz", [.origin: Self.page])
        #expect(reply.status == 200)
        #expect(reply.fields[.vary] == nil)
        #expect(reply.fields[.accessControlAllowOrigin] == nil)
    }

    @Test(
        "an origin is a scheme, a host and at most a port",
        arguments: [
            "", "*", "null", "tests.example.org", "https://", "https://tests.example.org/", "https://a b", "://a",
            "1://a", "https://a:b", "https://a:65536", "https://a@b", "https://[::1", "https://[]", "https://[::g]",
            "https://é.de",
        ]
    )
    func malformed(text: String) {
        #expect(WebOrigin(text) == nil)
    }

    @Test("an origin is the same in whatever case, with the port of its scheme or without")
    func equality() {
        #expect(WebOrigin("HTTPS://Tests.example.org:443") == WebOrigin(Self.page))
        #expect(WebOrigin("http://[::1]:80") == WebOrigin("http://[::1]"))
        #expect(WebOrigin("https://tests.example.org:444") != WebOrigin(Self.page))
        #expect(WebOrigin("chrome-extension://abcdef") != nil)
    }
}
