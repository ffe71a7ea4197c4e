import Foundation
import HTTPTypes
import ImageCore
import Redaction
import Samples
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("The scale of a snapshot in a request")
struct StatedScaleTests {
    private static let inPoints = ##"""
        {"units":"points","rules":[{"target":{"region":{"x":1,"y":2,"width":3,"height":4}},"style":{"fill":{"color":"#000"}}}]}
        """##

    @Test("is taken from the query, a form and JSON, beside a policy that is sent")
    func places() async throws {
        let snapshot = try Snapshots.file(.png)
        let parts = [("image", snapshot.array), ("policy", Array(Self.inPoints.utf8))]
        let inForm = Form(parts: parts + [("scale", Array("2".utf8)), ("units", Array("points".utf8))])
        let form = Form(parts: parts)
        let json = try SecureBytes(
            #"{"image":"\#(snapshot.base64)","policy":\#(Self.inPoints),"scale":2,"units":"points"}"#
        )
        let replies = [
            try await Client().send(.post, "/v1/sanitize?scale=2", form.fields, body: form.body),
            try await Client().send(.post, "/v1/sanitize", inForm.fields, body: inForm.body),
            try await Client().send(.post, "/v1/sanitize", [.contentType: "application/json"], body: json),
        ]
        for reply in replies {
            #expect(reply.status == 200)
            #expect(reply.body == replies[0].body)
        }
        let missing = try await Client().send(.post, "/v1/sanitize", form.fields, body: form.body)
        #expect(missing.status == 422)
        #expect(missing.problem == "scale-missing")
        let twice = try await Client().send(.post, "/v1/sanitize?scale=2", inForm.fields, body: inForm.body)
        #expect(twice.status == 422)
        #expect(twice.json["parameter"] as? String == "scale")
    }

    @Test("goes with a policy by name, and is refused where it is none", arguments: ["2", "0", "x", "17"])
    func named(scale: String) async throws {
        let query = "/v1/sanitize?policy=privacy-screen&scale=\(scale)"
        let reply = try await Client().send(.post, query, body: Snapshots.file(.png))
        #expect(reply.status == (scale == "2" ? 200 : 422))
        let form = Form(parts: [("image", try Snapshots.file(.png).array), ("scale", Array(scale.utf8))])
        let inForm = try await Client().send(.post, "/v1/sanitize?policy=blackout", form.fields, body: form.body)
        #expect(inForm.status == reply.status)
        if inForm.status != 200 { #expect(inForm.json["parameter"] as? String == "scale") }
    }

    @Test("counts the regions of the query where a form states it")
    func regions() async throws {
        let form = Form(parts: [("image", try Snapshots.file(.png).array), ("scale", Array("2".utf8))])
        let query = "/v1/sanitize?policy=mask&region=5,5,10,5"
        let stated = try await Client().send(.post, query, form.fields, body: form.body)
        let same = try await Client().send(.post, query + "&scale=2", body: Snapshots.file(.png))
        #expect(stated.status == 200)
        #expect(stated.body == same.body)
    }

    @Test("a hierarchy of boxes is sent in JSON as it is, and comes back redacted")
    func boxes() async throws {
        let sample = Sample.webProfile
        let page = #"{"viewport":{"width":1280,"height":720,"scale":1},"boxes":\#(try sample.text)}"#
        let policy = ##"{"rules":[{"target":{"elements":"all-text"},"style":{"fill":{"color":"#000"}},"atLeast":8}]}"##
        for (hierarchy, query) in [(page, ""), (try sample.text, "?scale=1")] {
            let body = try SecureBytes(
                #"{"image":"\#(sample.picture("png").base64)","policy":\#(policy),"hierarchy":\#(hierarchy)}"#
            )
            let fields: HTTPFields = [.contentType: "application/json", .accept: "application/json"]
            let reply = try await Client().send(.post, "/v1/sanitize" + query, fields, body: body)
            #expect(reply.status == 200)
            let returned = try #require(reply.json["hierarchy"] as? String)
            #expect(returned.hasPrefix(hierarchy.prefix(20)))
            #expect(try sample.secrets.allSatisfy { !returned.contains($0) })
        }
    }

    @Test("a reply of a WebDriver is taken as it comes, with its session")
    func webDriverReply() async throws {
        let snapshot = try Snapshots.file(.png)
        for session in [#""sessionId":"1f","#, #""sessionId":null,"status":0,"#, ""] {
            let body = try SecureBytes(#"{\#(session)"value":"\#(snapshot.base64)"}"#)
            let fields: HTTPFields = [.contentType: "application/json"]
            let reply = try await Client().send(.post, "/v1/sanitize?policy=blackout", fields, body: body)
            #expect(reply.status == 200)
        }
    }
}
