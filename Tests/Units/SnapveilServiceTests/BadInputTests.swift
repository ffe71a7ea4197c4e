import HTTPServer
import HTTPTypes
import ImageCore
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("Bad input gets the status, the type and a sentence")
struct BadInputTests {
    @Test(
        "a head that asks for the impossible is refused before the body is read",
        arguments: [
            ("/nothing", 404, "not-found"), ("/", 405, "method-not-allowed"), ("/v1/sanitize/", 404, "not-found"),
            ("/v1/sanitise", 404, "not-found"),
            ("/v1/sanitize?policy=bank", 404, "policy-unknown"),
            ("/v1/sanitize?style=blur", 422, "parameter-invalid"),
            ("/v1/sanitize?style=blur&radius=NaN", 422, "parameter-invalid"),
            ("/v1/sanitize?style=blur&radius=8&region=0,0,0,10", 422, "parameter-invalid"),
            ("/v1/sanitize?style=blur&radius=8&sigma=8", 422, "parameter-invalid"),
            ("/v1/sanitize?style=blur&radius=8&format=gif", 422, "parameter-invalid"),
            ("/v1/sanitize?style=blur&radius=8&quality=0", 422, "parameter-invalid"),
            ("/v1/sanitize?style=blur&radius=8&quality=1e1", 422, "parameter-invalid"),
            ("/v1/sanitize?style=blur&radius=8&format=png&format=png", 422, "parameter-invalid"),
            ("/v1/sanitize?policy=bank&style=blur", 422, "parameter-invalid"),
            ("/v1/sanitize?style=blur&radius=%ff", 400, "query-malformed"),
        ]
    )
    func refusedHeads(path: String, status: Int, code: String) throws {
        let head = HTTPRequest(method: .post, scheme: "http", authority: "t", path: path)
        let response = try #require(try Client().handler.answer(HTTPServerRequest(head)).reply)
        let reply = Reply(response)
        #expect(reply.status == status)
        #expect(reply.problem == code)
        #expect(reply.fields[.contentType] == "application/problem+json")
        #expect(reply.json["status"] as? Int == status)
        #expect((reply.json["detail"] as? String)?.isEmpty == false)
    }

    @Test(
        "a body that is encoded is a 415 that names the encoding, before it is read",
        arguments: [
            ("gzip", "gzip"), ("GZIP", "GZIP"), ("identity, br", "identity, br"), ("deflate, gzip", "deflate, gzip"),
            ("aws-chunked", "aws-chunked"), ("identity", nil), ("Identity", nil), ("", nil), (" , ", nil),
        ]
    )
    func contentEncoding(value: String, named: String?) async throws {
        let snapshot = try Snapshots.file(.png)
        let query = "/v1/sanitize?style=blur&radius=8"
        let reply = try await Client().send(.post, query, [.contentEncoding: value], body: snapshot)
        #expect(reply.status == (named == nil ? 200 : 415))
        #expect(reply.fields[.acceptEncoding] == (named == nil ? nil : "identity"))
        guard let named else { return }
        #expect(reply.problem == "content-encoding-unsupported")
        let detail = "The Content-Encoding of the body is \(named). Send the body without compression."
        #expect(reply.json["detail"] as? String == detail)
        let head = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "t",
            path: query,
            headerFields: [.contentEncoding: value]
        )
        #expect(try Client().handler.answer(HTTPServerRequest(head)).reply?.head.status.code == 415)
    }

    @Test("a wrong method is a 405 that names the right ones")
    func methods() async throws {
        let get = try await Client().send(.get, "/v1/sanitize?style=blur&radius=8")
        #expect(get.status == 405)
        #expect(get.fields[.allow] == "POST, PUT")
        let post = try await Client().send(.post, "/healthz")
        #expect(post.status == 405)
        #expect(post.fields[.allow] == "GET, HEAD")
    }

    @Test("other kinds of body, and replies that cannot be given, are refused")
    func negotiation() async throws {
        let path = "/v1/sanitize?style=blur&radius=8"
        #expect(try await Client().send(.post, path, [.contentType: "multipart/mixed; boundary=x"]).status == 415)
        #expect(try await Client().send(.post, path, [.contentType: "image"]).problem == "content-type-malformed")
        #expect(try await Client().send(.post, path, [.accept: "text/html"]).status == 406)
    }

    @Test("what is no PNG or JPEG by its own bytes is a 415, and what is damaged a 422")
    func snapshots() async throws {
        let path = "/v1/sanitize?style=blur&radius=8"
        let png = try Snapshots.file(.png)
        let cases: [(bytes: SecureBytes, status: Int, code: String)] = [
            (SecureBytes(), 400, "snapshot-empty"),
            (try SecureBytes("GIF89a\u{1}\u{0}\u{1}\u{0}"), 415, "snapshot-unsupported"),
            (try SecureBytes("<html>"), 415, "snapshot-unsupported"),
            (png[0..<png.count - 20], 422, "snapshot-corrupt"),
            (png[0..<8], 422, "snapshot-corrupt"),
        ]
        for (bytes, status, code) in cases {
            let reply = try await Client().send(.post, path, [.contentType: "image/png"], body: bytes)
            #expect(reply.status == status)
            #expect(reply.problem == code)
        }
        let jpeg = try Snapshots.file(.jpeg)
        #expect(try await Client().send(.post, path, body: jpeg[0..<jpeg.count - 2]).problem == "snapshot-corrupt")
    }

    @Test("a picture over the limits is a 413")
    func limits() async throws {
        let png = try Snapshots.file(.png)
        for limits in [DecodingLimits(maximumPixels: 1199), DecodingLimits(maximumEdge: 39)] {
            let reply = try await Client(limits: limits).send(.post, "/v1/sanitize?style=blur&radius=8", body: png)
            #expect(reply.status == 413)
            #expect(reply.problem == "snapshot-too-large")
        }
        let exact = Client(limits: DecodingLimits(maximumPixels: 1200, maximumEdge: 40))
        #expect(try await exact.send(.post, "/v1/sanitize?style=blur&radius=8", body: png).status == 200)
    }

    @Test(
        "a body that cannot be taken apart is refused, naming the place",
        arguments: [
            ("", 400, "json-malformed", nil),
            ("{", 400, "json-malformed", nil),
            (#"{"image":"AAAA","image":"AAAA"}"#, 400, "json-malformed", nil),
            ("[]", 422, "body-invalid", nil),
            (#"{"policy":"x"}"#, 422, "body-invalid", nil),
            (#"{"image":5}"#, 422, "body-invalid", nil),
            (#"{"image":"AAAA","extra":1}"#, 422, "body-invalid", nil),
            (#"{"image":"AAA"}"#, 400, "base64-malformed", nil),
            (#"{"value":"data:image/png;base64,AAAA"}"#, 400, "base64-malformed", nil),
            (#"{"image":"AAAA"}"#, 422, "policy-missing", nil),
            (#"{"image":"AAAA","policy":"bank"}"#, 404, "policy-unknown", nil),
            (#"{"image":"AAAA","policy":{"rules":[]}}"#, 422, "policy-invalid", "/rules"),
            (#"{"image":"AAAA","policy":"{\"rules\":[]}"}"#, 422, "policy-invalid", "/rules"),
            (
                #"{"image":"AAAA","policy":"{\"rules\":[{\"target\":\"all\",\"style\":{\"veil\":{}}}]}"}"#, 422,
                "policy-invalid", "/rules/0/target"
            ),
            (#"{"image":"AAAA","policy":" {\"rules\":[}"}"#, 400, "policy-syntax", nil),
            (#"{"image":"AAAA","policy":"{"}"#, 400, "policy-syntax", nil),
            (#"{"image":"AAAA","policy":"[]"}"#, 422, "policy-invalid", nil),
            (#"{"image":"AAAA","policy":""}"#, 422, "policy-invalid", nil),
            (
                #"{"image":"","policy":{"rules":[{"target":"screen","style":{"blur":{"radius":8}}}]}}"#, 400,
                "snapshot-empty", nil
            ),
        ]
    )
    func jsonBodies(text: String, status: Int, code: String, pointer: String?) async throws {
        let reply = try await Client().send(
            .post,
            "/v1/sanitize",
            [.contentType: "application/json"],
            body: SecureBytes(text)
        )
        #expect(reply.status == status)
        #expect(reply.problem == code)
        #expect(reply.json["pointer"] as? String == pointer)
    }

    @Test("a form without a snapshot, with a broken policy or with parts that nothing uses is refused")
    func forms() async throws {
        let png = try Snapshots.file(.png).array
        let blur = Array(#"{"rules":[{"target":"screen","style":{"blur":{"radius":8}}}]}"#.utf8)
        let outside =
            #"{"rules":[{"target":{"region":{"x":40,"y":0,"width":1,"height":1}},"style":{"blur":{"radius":8}}}]}"#
        let image = Array(#"{"rules":[{"target":"screen","style":{"image":{"asset":"logo"}}}]}"#.utf8)
        let cases: [(parts: [(String, [UInt8])], status: Int, code: String)] = [
            ([("policy", blur)], 422, "snapshot-missing"),
            ([("image", png)], 422, "policy-missing"),
            ([("image", png), ("policy", [])], 422, "policy-invalid"),
            ([("image", png), ("policy", Array("[]".utf8))], 422, "policy-invalid"),
            ([("image", png), ("policy", Array("bank\n".utf8))], 404, "policy-unknown"),
            ([("image", png), ("policy", Array("{".utf8))], 400, "policy-syntax"),
            ([("image", png), ("policy", Array(outside.utf8))], 422, "region-outside"),
            ([("image", png), ("policy", blur), ("logo", png)], 422, "asset-unused"),
            ([("image", png), ("policy", image)], 422, "asset-missing"),
            ([("image", png), ("policy", image), ("logo", blur)], 422, "asset-invalid"),
            ([("image", png), ("image", png), ("policy", blur)], 400, "multipart-malformed"),
        ]
        for (parts, status, code) in cases {
            let form = Form(parts: parts)
            let reply = try await Client().send(.post, "/v1/sanitize", form.fields, body: form.body)
            #expect(reply.status == status)
            #expect(reply.problem == code)
        }
    }

    @Test("two policies are one too many")
    func twoPolicies() async throws {
        let form = Form(parts: [
            ("image", try Snapshots.file(.png).array),
            ("policy", Array(#"{"rules":[{"target":"screen","style":{"blur":{"radius":8}}}]}"#.utf8)),
        ])
        let reply = try await Client().send(.post, "/v1/sanitize?style=blur&radius=8", form.fields, body: form.body)
        #expect(reply.status == 422)
        #expect(reply.json["parameter"] as? String == "policy")
    }
}
