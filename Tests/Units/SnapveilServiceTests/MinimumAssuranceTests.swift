import HTTPServer
import HTTPTypes
import ImageCore
import Redaction
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("The least that a cover has to be worth")
struct MinimumAssuranceTests {
    private static let blur =
        #"{"minimumAssurance":"obscured","rules":[{"target":"screen","style":{"blur":{"radius":8}}}]}"#

    @Test(
        "server, request and policy can each raise it, and none can lower it",
        arguments: [
            (MinimumAssurance.obscured, "style=blur&radius=8", 200),
            (.obscured, "style=blur&radius=8&minimumAssurance=obscured", 200),
            (.obscured, "style=blur&radius=8&minimumAssurance=erased", 422),
            (.erased, "style=blur&radius=8", 422),
            (.erased, "style=blur&radius=8&minimumAssurance=obscured", 422),
            (.erased, "style=pixelate&block=8", 422),
            (.erased, "style=veil", 200), (.erased, "style=label&numbered=true", 200),
            (.erased, "style=fill&color=%23000", 200),
        ]
    )
    func shorthand(server: MinimumAssurance, query: String, status: Int) async throws {
        let reply = try await Client(minimumAssurance: server)
            .send(.post, "/v1/sanitize?\(query)", body: Snapshots.file(.png))
        #expect(reply.status == status)
        #expect(reply.problem == (status == 200 ? nil : "assurance-too-weak"))
    }

    @Test("what the query spells out is refused before the body is read")
    func early() throws {
        let path = "/v1/sanitize?style=blur&radius=8"
        let head = HTTPRequest(method: .post, scheme: "http", authority: "t", path: path)
        let refusal = try Client(minimumAssurance: .erased).handler.answer(HTTPServerRequest(head)).reply
        #expect(refusal?.head.status == .unprocessableContent)
        #expect(try Client().handler.answer(HTTPServerRequest(head)).reply == nil)
    }

    @Test("a policy in the body is held to it, before the snapshot is looked at")
    func body() async throws {
        let form = Form(parts: [("image", Array("no picture".utf8)), ("policy", Array(Self.blur.utf8))])
        let reply = try await Client(minimumAssurance: .erased).send(
            .post,
            "/v1/sanitize",
            form.fields,
            body: form.body
        )
        #expect(reply.status == 422)
        #expect(reply.problem == "assurance-too-weak")
        #expect(reply.json["pointer"] as? String == "/rules/0/style")
        let asked = try await Client().send(.post, "/v1/sanitize?minimumAssurance=erased", form.fields, body: form.body)
        #expect(asked.problem == "assurance-too-weak")
    }

    @Test("a cover that is known to be readable is counted in the short receipt")
    func warnings() async throws {
        let weak = try await Client().send(.post, "/v1/sanitize?style=blur&radius=8", body: Snapshots.file(.png))
        #expect(weak.fields[.snapveilReceipt] == #"{"assurance":"obscured","covered":1,"warnings":1}"#)
        let reply = try await Client().send(
            .post,
            "/v1/sanitize?style=blur&radius=8",
            [.accept: "application/json"],
            body: Snapshots.file(.png)
        )
        #expect(reply.body.text.contains(#""warning":"Digits 14 pixels high can be read back"#))
    }
}
