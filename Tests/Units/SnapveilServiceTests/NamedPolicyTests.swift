import Foundation
import HTTPServer
import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory
import Testing

@testable import RedactionJobs
@testable import SnapveilService

@Suite("Policies by name")
struct NamedPolicyTests {
    private static let keys = "ci:0123456789abcdef"

    @Test("the list says what each is for and what it promises", arguments: [HTTPRequest.Method.get, .head])
    func list(method: HTTPRequest.Method) async throws {
        let reply = try await Client().send(method, "/v1/policies")
        #expect(reply.status == 200)
        #expect(reply.fields[.contentType] == "application/json")
        let policies = try #require(reply.json["policies"] as? [[String: String]])
        #expect(policies.map { $0["name"] } == PolicyLibrary().names)
        #expect(policies.allSatisfy { $0["summary"]?.isEmpty == false })
        #expect(policies.first { $0["name"] == "blur" }?["assurance"] == "obscured")
        #expect(policies.first { $0["name"] == "mask" }?["assurance"] == "erased")
    }

    @Test("the list says what the server can look for in pictures", arguments: [false, true])
    func sights(hasDetector: Bool) async throws {
        let client = Client(catalogue: Catalogue(hasDetector: hasDetector))
        let sights = try #require(try await client.send(.get, "/v1/policies").json["looksFor"] as? [String])
        #expect(sights == (hasDetector ? ["codes", "faces", "text"] : []))
    }

    @Test("each policy is shown as it can be sent")
    func documents() async throws {
        for policy in PolicyLibrary().all {
            let reply = try await Client().send(.get, "/v1/policies/\(policy.name ?? "")")
            #expect(reply.status == 200)
            #expect(try Policy(parsing: reply.body) == policy)
        }
    }

    @Test("a name that is not known is not found", arguments: ["none", "", "../keys", "blur/", "BLUR", "a%00b"])
    func unknown(name: String) async throws {
        let document = try await Client().send(.get, "/v1/policies/\(name)")
        #expect(document.status == 404)
        #expect(document.problem == "policy-unknown")
        let reply = try await Client().send(.post, "/v1/sanitize?policy=\(name)", body: Snapshots.file(.png))
        #expect(reply.status == 404)
        #expect(reply.problem == "policy-unknown")
    }

    @Test("policies need a key where keys are set, and take no other method")
    func access() async throws {
        let client = Client(keys: try KeyRing(parsing: SecureBytes(Self.keys)))
        for path in ["/v1/policies", "/v1/policies/blur"] {
            #expect(try await client.send(.get, path).status == 401)
            #expect(try await client.send(.get, path, [.apiKey: "0123456789abcdef"]).status == 200)
            let posted = try await client.send(.post, path, [.apiKey: "0123456789abcdef"])
            #expect(posted.status == 405)
            #expect(posted.fields[.allow] == "GET, HEAD")
        }
    }

    @Test("keys and policies that are exchanged between a head and its body are for the next request")
    func exchangedMeanwhile() async throws {
        let client = Client(keys: try KeyRing(parsing: SecureBytes(Self.keys)))
        let path = "/v1/sanitize?policy=blackout&phase=background"
        let head = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "test",
            path: path,
            headerFields: [.apiKey: "0123456789abcdef"]
        )
        let answer = client.handler.answer(try HTTPServerRequest(head))
        client.gatekeeper.replace(try KeyRing(parsing: SecureBytes("ci:fedcba9876543210")))
        client.state.replace(
            ServerPolicies(
                catalogue: Catalogue(),
                demands: ServerPolicies.Demands(
                    isExclusive: true,
                    minimumAssurance: .erased,
                    takesPhases: false,
                    requiresCover: true
                )
            )
        )
        guard case .afterBody(_, let respond) = answer else {
            Issue.record("the body is not read")
            return
        }
        let reply = Reply(await respond(try Snapshots.file(.png)))
        #expect(reply.status == 200)
        #expect(reply.fields[.snapveilReceipt]?.contains(#""policy":"blackout""#) == true)
        #expect(try await client.send(.post, path, [.apiKey: "0123456789abcdef"]).status == 401)
        #expect(try await client.send(.post, path, [.apiKey: "fedcba9876543210"]).problem == "phases-off")
    }

    @Test("a policy is named in the query, in a form and in JSON, with the same result")
    func references() async throws {
        let snapshot = try Snapshots.file(.png)
        let query = try await Client().send(.post, "/v1/sanitize?policy=blackout", body: snapshot)
        let form = Form(parts: [("image", snapshot.array), ("policy", Array("blackout\n".utf8))])
        let inForm = try await Client().send(.post, "/v1/sanitize", form.fields, body: form.body)
        let json = try SecureBytes(#"{"image":"\#(snapshot.base64)","policy":"blackout"}"#)
        let inJSON = try await Client().send(.post, "/v1/sanitize", [.contentType: "application/json"], body: json)
        for reply in [query, inForm, inJSON] {
            #expect(reply.status == 200)
            #expect(reply.fields[.snapveilReceipt] == #"{"assurance":"erased","covered":1,"policy":"blackout"}"#)
            #expect(reply.body == query.body)
        }
        #expect(try DecodedImage(decoding: query.body).takePixels().samples(x: 20, y: 15) == [0, 0, 0])
    }

    @Test("regions go with a policy that takes them, in whatever units, and with no other")
    func regions() async throws {
        let snapshot = try Snapshots.file(.png)
        let mask = try await Client().send(
            .post,
            "/v1/sanitize?policy=mask&region=5,5,10,5&region=0,0,1,1&scale=2",
            body: snapshot
        )
        #expect(mask.fields[.snapveilReceipt] == #"{"assurance":"erased","covered":2,"policy":"mask"}"#)
        let pixels = try DecodedImage(decoding: mask.body).takePixels()
        #expect(pixels.samples(x: 29, y: 19) == [255, 0, 255])
        #expect(pixels.samples(x: 30, y: 20) == [255, 255, 255])
        let form = Form(parts: [("image", snapshot.array), ("policy", Array("mask".utf8))])
        let inForm = try await Client().send(.post, "/v1/sanitize?region=0,0,2,2", form.fields, body: form.body)
        #expect(inForm.status == 200)
        for (query, problem) in [
            ("policy=mask", "regions-missing"), ("policy=blackout&region=0,0,9,9", "regions-not-taken"),
            ("policy=mask&region=0,0,9,9&color=%23000", "parameter-invalid"),
            ("region=0,0,9,9", "policy-missing"), ("policy=mask&region=90,0,9,9", "region-outside"),
        ] {
            let reply = try await Client().send(.post, "/v1/sanitize?\(query)", body: snapshot)
            #expect(reply.status == 422)
            #expect(reply.problem == problem)
        }
    }

    @Test("a policy whose name is known before the body comes is checked before that")
    func early() throws {
        for (query, status) in [
            ("policy=none", 404), ("policy=mask", 422), ("policy=blur&minimumAssurance=erased", 422),
        ] {
            let path = "/v1/sanitize?\(query)"
            let head = HTTPRequest(method: .post, scheme: "http", authority: "t", path: path)
            #expect(try Client().handler.answer(HTTPServerRequest(head)).reply?.head.status.code == status)
        }
    }

    @Test("the default covers where a request names nothing, and nowhere else")
    func defaultPolicy() async throws {
        var sources = Catalogue.Sources()
        sources.defaultPolicy = "mask"
        let client = Client(catalogue: try Catalogue(sources))
        let snapshot = try Snapshots.file(.png)
        let named = try await client.send(.post, "/v1/sanitize?region=0,0,9,9", body: snapshot)
        #expect(named.fields[.snapveilReceipt] == #"{"assurance":"erased","covered":1,"policy":"mask"}"#)
        #expect(try await client.send(.post, "/v1/sanitize", body: snapshot).problem == "regions-missing")
        let other = try await client.send(.post, "/v1/sanitize?policy=blackout", body: snapshot)
        #expect(other.fields[.snapveilReceipt]?.contains("blackout") == true)
        let literal = try await client.send(.post, "/v1/sanitize?style=veil", body: snapshot)
        #expect(literal.fields[.snapveilReceipt] == #"{"assurance":"erased","covered":1}"#)
    }
}
