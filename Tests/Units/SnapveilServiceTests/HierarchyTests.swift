import Foundation
import HTTPTypes
import ImageCore
import Redaction
import Samples
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("POST /v1/sanitize with the hierarchy of the screen")
struct HierarchyTests {
    private static let allText = ##"""
        {"rules":[{"target":{"elements":"all-text"},"style":{"fill":{"color":"#000000"}},"atLeast":8}]}
        """##

    @Test(
        "a form brings the page source back without the secrets of the sample, as JSON and in parts",
        arguments: Sample.allCases
    )
    func form(_ sample: Sample) async throws {
        let json = try await send(sample, Self.allText, accept: "application/json")
        #expect(json.status == 200)
        let hierarchy = try #require(json.json["hierarchy"] as? String)
        let parts = try await send(sample, Self.allText, accept: "multipart/mixed")
        #expect(parts.body.text.contains("name=\"hierarchy\"\r\n\r\n\(hierarchy)\r\n"))
        let type = sample == .webProfile ? "application/json" : "application/xml"
        #expect(
            parts.body.text.contains("Content-Type: \(type)\r\nContent-Disposition: attachment; name=\"hierarchy\"")
        )
        let secrets = try sample.secrets
        #expect(secrets.count >= 2)
        for secret in secrets {
            #expect(!hierarchy.contains(secret))
            #expect(!json.body.text.contains(secret))
            #expect(!parts.body.text.contains(secret))
        }
        let image = try await send(sample, Self.allText, accept: nil)
        #expect(image.fields[.contentType] == "image/png")
    }

    @Test("a hierarchy that holds the line between parts is still one part")
    func boundary() async throws {
        for taken in ["", "000000000000", "000000000000 snapveil-7cP0qzV3mXh9RkT2wLd8YfB5nJ6sGa1e000000000001"] {
            try await checkBoundary(besides: taken)
        }
    }

    private func checkBoundary(besides taken: String) async throws {
        let line = "snapveil-7cP0qzV3mXh9RkT2wLd8YfB5nJ6sGa1e"
        let box = #"{"x":0,"y":0,"width":1280,"height":720}"#
        let source = #"[{"locator":"\r\n--\#(line)\#(taken)\r\n","text":"a","boundingBox":\#(box)}]"#
        let policy = Self.allText.replacing("8", with: "1")
        let reply = try await send(.webProfile, policy, hierarchy: source, accept: "multipart/mixed")
        let type = try #require(reply.fields[.contentType])
        let boundary = try #require(type.components(separatedBy: "boundary=").last)
        #expect(boundary.utf8.count <= 70)
        #expect(reply.body.text.components(separatedBy: "--\(boundary)\r\n").count == 4)
    }

    @Test("a JSON body brings the hierarchy as a string, and the reply is the same")
    func jsonBody() async throws {
        let sample = Sample.webProfile
        let source = String(decoding: try JSONEncoder().encode(sample.text), as: UTF8.self)
        let body = try SecureBytes(
            #"{"image":"\#(sample.picture("png").base64)","policy":\#(Self.allText),"hierarchy":\#(source)}"#
        )
        let fields: HTTPFields = [.contentType: "application/json", .accept: "application/json"]
        let reply = try await Client().send(.post, "/v1/sanitize?scale=1", fields, body: body)
        #expect(try await reply.body == send(sample, Self.allText, accept: "application/json").body)
    }

    @Test("a preview says what would be covered, without the picture")
    func preview() async throws {
        let reply = try await send(.webProfile, Self.allText, accept: "application/json", query: "&preview=true")
        #expect(reply.status == 200)
        #expect(Set(reply.json.keys) == ["receipt", "plan", "hierarchy"])
        let plan = try #require(reply.json["plan"] as? [[String: Any]])
        #expect(plan.count == 16)
        #expect((plan[6]["matched"] as? [String: String]) == ["type": "cell", "identifier": "row0-iban"])
        #expect((plan[6]["rect"] as? [String: Int]) == ["x": 413, "y": 177, "width": 174, "height": 22])
        let receipt = try #require(reply.json["receipt"] as? [String: Any])
        #expect((receipt["matches"] as? [[String: Int]]) == [["rule": 0, "count": 16]])
        let image = try await send(.webProfile, Self.allText, accept: "image/png", query: "&preview=true")
        #expect(image.status == 406)
    }

    @Test(
        "what is wrong with a hierarchy is said, and where",
        arguments: [
            ("<hierarchy>\n<node", 400, "hierarchy-malformed"),
            ("<!DOCTYPE a><hierarchy/>", 400, "hierarchy-malformed"),
            ("<hierarchy><node bounds=\"[NaN,0][1,1]\"/></hierarchy>", 422, "hierarchy-invalid"),
            ("<hierarchy><node bounds=\"[0,0][720,1280]\" text=\"a\"/></hierarchy>", 422, "hierarchy-misplaced"),
            ("[{\"locator\": 1}]", 400, "hierarchy-malformed"), ("", 400, "hierarchy-malformed"),
        ]
    )
    func refused(hierarchy: String, status: Int, problem: String) async throws {
        let reply = try await send(.webProfile, Self.allText, hierarchy: hierarchy)
        #expect(reply.status == status)
        #expect(reply.problem == problem)
        #expect(reply.json["parameter"] as? String == "hierarchy")
    }

    @Test("a hierarchy that no rule needs, and a rule that needs one, are refused")
    func needlessAndMissing() async throws {
        let screen = ##"{"rules":[{"target":"screen","style":{"fill":{"color":"#000000"}}}]}"##
        let needless = try await send(.webProfile, screen)
        #expect(needless.status == 422)
        #expect(needless.problem == "hierarchy-unused")
        let form = Form(parts: [("image", try Snapshots.file(.png).array), ("policy", Array(Self.allText.utf8))])
        let missing = try await Client().send(.post, "/v1/sanitize", form.fields, body: form.body)
        #expect(missing.status == 422)
        #expect(missing.problem == "hierarchy-missing")
        #expect(missing.json["pointer"] as? String == "/rules/0/target")
    }

    private func send(
        _ sample: Sample,
        _ policy: String,
        hierarchy: String? = nil,
        accept: String? = nil,
        query: String = ""
    ) async throws -> Reply {
        let form = Form(parts: [
            ("image", try sample.picture("png").array), ("policy", Array(policy.utf8)),
            ("hierarchy", try Array((hierarchy ?? sample.text).utf8)),
        ])
        var fields = form.fields
        fields[.accept] = accept
        let scale = sample == .webProfile ? "?scale=1" : "?"
        return try await Client().send(.post, "/v1/sanitize" + scale + query, fields, body: form.body)
    }
}
