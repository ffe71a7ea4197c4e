import HTTPServer
import HTTPTypes
import ImageCore
import Logging
import SecureMemory
import Testing

@testable import RedactionJobs
@testable import SnapveilService

@Suite("Keys decide who may call")
struct KeyTests {
    private static let file =
        "# keys of the test\n\nci:0123456789abcdef\nfedcba9876543210\r\nnightly:with:colons-and-more"

    @Test(
        "one of the keys, once, opens the door",
        arguments: [
            ([("Authorization", "Bearer 0123456789abcdef")], true),
            ([("authorization", "bearer fedcba9876543210")], true),
            ([("API-Key", "with:colons-and-more")], true),
            ([], false),
            ([("Authorization", "Bearer 0123456789abcdeg")], false),
            ([("Authorization", "Bearer 0123456789abcde")], false),
            ([("Authorization", "Bearer 0123456789abcdef0123456789abcdef")], false),
            ([("Authorization", "Bearer ci:0123456789abcdef")], false),
            ([("Authorization", "Bearer ")], false),
            ([("Authorization", "0123456789abcdef")], false),
            ([("Authorization", "Basic 0123456789abcdef")], false),
            ([("API-Key", "")], false),
            ([("API-Key", "0123456789abcdef"), ("Authorization", "Bearer 0123456789abcdef")], false),
            ([("API-Key", "0123456789abcdef"), ("API-Key", "0123456789abcdef")], false),
        ]
    )
    func admission(sent: [(String, String)], isAdmitted: Bool) async throws {
        let client = Client(keys: try KeyRing(parsing: SecureBytes(Self.file)))
        var fields: HTTPFields = [:]
        for (name, value) in sent { fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        let reply = try await client.send(
            .post,
            "/v1/sanitize?style=blur&radius=8",
            fields,
            body: Snapshots.file(.png)
        )
        #expect(reply.status == (isAdmitted ? 200 : 401))
        #expect(reply.fields[.wwwAuthenticate] == (isAdmitted ? nil : "Bearer"))
    }

    @Test("without a key not even the query is looked at, and probes never need one")
    func order() async throws {
        let client = Client(keys: try KeyRing(parsing: SecureBytes(Self.file)))
        #expect(try await client.send(.post, "/v1/sanitize?nonsense").status == 401)
        #expect(try await client.send(.get, "/healthz").status == 200)
        #expect(try await client.send(.get, "/readyz").status == 200)
    }

    @Test("keys can be exchanged while the server runs")
    func replacement() throws {
        let gatekeeper = Gatekeeper(try KeyRing(parsing: SecureBytes("old:0123456789abcdef")))
        let head = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "t",
            path: "/",
            headerFields: [.apiKey: "0123456789abcdef"]
        )
        let request = try HTTPServerRequest(head)
        #expect(try gatekeeper.admit(request) == "old")
        gatekeeper.replace(try KeyRing(parsing: SecureBytes("new:fedcba9876543210")))
        #expect(throws: Problem.self) { try gatekeeper.admit(request) }
    }

    @Test(
        "a key file that would let in too many, or nobody, is refused with its line",
        arguments: [
            ("", KeyRing.InvalidFile.empty), ("# nothing\n\n", .empty), ("short", .shortKey(line: 1)),
            ("a:0123456789abcdef\nb:0123456789abcde", .shortKey(line: 2)),
            ("a:0123456789 abcdef", .unsuitableByte(line: 1)), ("a:0123456789abcdéf", .unsuitableByte(line: 1)),
            (":0123456789abcdef", .invalidName(line: 1)), ("a b:0123456789abcdef", .invalidName(line: 1)),
            ("a:0123456789abcdef\na:fedcba9876543210", .repeated(line: 2)),
            ("a:0123456789abcdef\nb:0123456789abcdef", .repeated(line: 2)),
        ]
    )
    func invalidFiles(text: String, error: KeyRing.InvalidFile) throws {
        let bytes = try SecureBytes(text)
        #expect(throws: error) { try KeyRing(parsing: bytes) }
    }
}

@Suite("Each request leaves one line in the log, and its name in the reply")
struct AccessLogTests {
    @Test("the line says what was asked for and what it cost, and nothing of what was sent")
    func line() async throws {
        let lines = LogLines()
        let client = Client(
            keys: try KeyRing(parsing: SecureBytes("ci:0123456789abcdef")),
            logger: lines.logger()
        )
        let reply = try await client.send(
            .post,
            "/v1/sanitize?style=fill&color=%23abcdef",
            [.apiKey: "0123456789abcdef", .requestID: "build-42.7"],
            body: Snapshots.file(.png)
        )
        #expect(reply.fields[.requestID] == "build-42.7")
        let line = try #require(lines.all.first)
        #expect(lines.all.count == 1)
        #expect(line["id"] == "build-42.7")
        #expect(line["key"] == "ci")
        #expect(line["method"] == "POST")
        #expect(line["path"] == "/v1/sanitize")
        #expect(line["status"] == "200")
        #expect(line["bytes"] == "\(reply.body.count)")
        #expect(line["queue_ms"].flatMap(Double.init) != nil)
        #expect(line["work_ms"].flatMap(Double.init) != nil)
        #expect(!"\(line)".contains("abcdef"))
    }

    @Test("a refusal leaves a line, too")
    func refusal() async throws {
        let lines = LogLines()
        let client = Client(logger: lines.logger())
        _ = try await client.send(.post, "/v1/sanitize?style=secret")
        #expect(lines.all.map { $0["status"] } == ["422"])
        #expect(!"\(lines.all)".contains("secret"))
    }

    @Test("what the server replies by itself has the name of its request, and leaves a line")
    func ownReplies() throws {
        let lines = LogLines()
        let page = "https://tests.example.org"
        let client = Client(origins: [page], logger: lines.logger())
        let head = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "t",
            path: "/v1/sanitize?style=secret",
            headerFields: [.requestID: "build-43", .origin: page]
        )
        let late = client.handler.response(status: .requestTimeout, detail: "Too slow.", to: head)
        #expect(late.head.headerFields[.requestID] == "build-43")
        #expect(late.head.headerFields[.accessControlAllowOrigin] == page)
        _ = client.handler.response(status: .badRequest, detail: "No HTTP.", to: nil)
        #expect(lines.all.map { $0["status"] } == ["408", "400"])
        #expect(lines.all.map { $0["id"] } == ["build-43", nil])
        #expect(!"\(lines.all)".contains("secret"))
    }

    @Test(
        "a name that could forge a line is not taken",
        arguments: ["a b", "a\"b", String(repeating: "a", count: 129), ""]
    )
    func forgedNames(name: String) async throws {
        let reply = try await Client().send(.get, "/healthz", [.requestID: name])
        let id = try #require(reply.fields[.requestID])
        #expect(id.count == 16)
        let isHexadecimal = id.allSatisfy { $0.isHexDigit }
        #expect(isHexadecimal)
        let next = try await Client().send(.get, "/healthz", [.requestID: name])
        #expect(next.fields[.requestID] != id)
    }

    @Test("the trace that a request comes with stands in its line, unless that is malformed or there are two")
    func trace() async throws {
        let lines = LogLines()
        let client = Client(logger: lines.logger())
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
        for values in [[parent], [parent + "x"], [parent.uppercased()], [parent, parent], []] {
            var fields: HTTPFields = [:]
            fields[values: .traceParent] = values
            _ = try await client.send(.get, "/v1/policies", fields)
        }
        #expect(lines.all.map { $0["trace"] } == ["4bf92f3577b34da6a3ce929d0e0e4736", nil, nil, nil, nil])
    }
}
