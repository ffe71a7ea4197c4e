import Foundation
import HTTPServer
import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("A server that carries out its own policies only")
struct PolicyOnlyTests {
    private static let literal =
        ##"{"minimumAssurance":"erased","rules":[{"target":"screen","style":{"fill":{"color":"#000"}}}]}"##

    @Test("a policy that a request brings is refused, however strong it is")
    func literals() async throws {
        let client = Client(policyOnly: true)
        let snapshot = try Snapshots.file(.png)
        let form = Form(parts: [("image", snapshot.array), ("policy", Array(Self.literal.utf8))])
        let json = try SecureBytes(#"{"image":"\#(snapshot.base64)","policy":\#(Self.literal)}"#)
        let replies = [
            try await client.send(.post, "/v1/sanitize?style=fill&color=%23000", body: snapshot),
            try await client.send(.post, "/v1/sanitize", form.fields, body: form.body),
            try await client.send(.post, "/v1/sanitize", [.contentType: "application/json"], body: json),
        ]
        for reply in replies {
            #expect(reply.status == 403)
            #expect(reply.problem == "policy-only")
        }
        let head = HTTPRequest(method: .post, scheme: "http", authority: "t", path: "/v1/sanitize?style=veil")
        #expect(try client.handler.answer(HTTPServerRequest(head)).reply?.head.status.code == 403)
    }

    @Test(
        "what can weaken nothing is taken",
        arguments: [
            "policy=blackout", "policy=blackout&format=jpeg&quality=9", "policy=blackout&compression=small",
            "policy=blackout&phase=active", "policy=blackout&minimumAssurance=erased",
            "policy=mask&region=0,0,9,9&units=pixels", "policy=blackout&scale=1",
        ]
    )
    func harmless(query: String) async throws {
        let reply = try await Client(policyOnly: true).send(.post, "/v1/sanitize?\(query)", body: Snapshots.file(.png))
        #expect(reply.status == 200)
    }

    @Test(
        "what could is refused",
        arguments: [
            ("policy=blur&radius=1", "parameter-invalid"),
            ("policy=mask&region=0,0,9,9&padding=0", "parameter-invalid"),
            ("policy=mask&region=0,0,9,9&color=%23fff", "parameter-invalid"),
            ("policy=blur&region=0,0,1,1", "regions-not-taken"), ("policy=blur&style=fill", "parameter-invalid"),
        ]
    )
    func weakening(query: String, problem: String) async throws {
        let reply = try await Client(policyOnly: true).send(.post, "/v1/sanitize?\(query)", body: Snapshots.file(.png))
        #expect(reply.status == 422)
        #expect(reply.problem == problem)
    }

    @Test("a picture of the request covers where the server has none, and does not stand in for one that it has")
    func pictures() async throws {
        let snapshot = try Snapshots.file(.png)
        let splash = try Snapshots.noise(.png)
        let form = Form(parts: [("image", snapshot.array), ("splash", splash.array)])
        let without = Client(policyOnly: true)
        let covered = try await without.send(.post, "/v1/sanitize?policy=splash", form.fields, body: form.body)
        #expect(covered.status == 200)
        let catalogue = try catalogue(["splash.png": snapshot])
        let with = Client(catalogue: catalogue, policyOnly: true)
        let refused = try await with.send(.post, "/v1/sanitize?policy=splash", form.fields, body: form.body)
        #expect(refused.status == 403)
        #expect(refused.problem == "policy-only")
        let open = try await Client(catalogue: catalogue)
            .send(.post, "/v1/sanitize?policy=splash", form.fields, body: form.body)
        #expect(open.body == covered.body)
        let unused = try await without.send(.post, "/v1/sanitize?policy=blur", form.fields, body: form.body)
        #expect(unused.problem == "asset-unused")
    }

    @Test("a picture of the server covers, and without one its colour does")
    func splash() async throws {
        let snapshot = try Snapshots.file(.png)
        let plain = try await Client().send(.post, "/v1/sanitize?policy=splash", body: snapshot)
        #expect(try DecodedImage(decoding: plain.body).takePixels().samples(x: 0, y: 0) == [0x1F, 0x2A, 0x44])
        let client = Client(catalogue: try catalogue(["splash.png": try Snapshots.noise(.png)]))
        let covered = try await client.send(.post, "/v1/sanitize?policy=splash", body: snapshot)
        let noise = try DecodedImage(decoding: Snapshots.noise(.png)).takePixels()
        let pixels = try DecodedImage(decoding: covered.body).takePixels()
        #expect((0..<40).allSatisfy { pixels.samples(x: $0, y: 9) == noise.samples(x: $0, y: 9) })
    }

    @Test("a picture that cannot be used is listed where the server says that it is ready")
    func readiness() async throws {
        let client = Client(catalogue: try catalogue(["logo.png": try SecureBytes("no picture")]))
        let reply = try await client.send(.get, "/readyz")
        #expect(reply.status == 200)
        #expect(reply.json["status"] as? String == "ready")
        let detail = try #require((reply.json["detail"] as? [String])?.first)
        #expect(detail.hasPrefix("logo.png: the asset cannot be used: "))
        #expect(try await Client().send(.get, "/readyz").body.text == #"{"status":"ready"}"#)
    }

    private func catalogue(_ files: [String: SecureBytes]) throws -> Catalogue {
        let directory = FileManager.default.temporaryDirectory.appending(path: "snapveil-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for (name, file) in files { try Data(file.array).write(to: directory.appending(path: name)) }
        var sources = Catalogue.Sources()
        sources.assets = directory.path
        return try Catalogue(sources)
    }
}
