import HTTPServer
import HTTPTypes
import ImageCore
import Redaction
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("What the operator demands, no request gets round")
struct OperatorDemandTests {
    private static let away =
        ##"{"phases":["background"],"rules":[{"target":"screen","style":{"fill":{"color":"#000"}}}]}"##
    private static let secrets =
        ##"{"rules":[{"target":{"elements":"sensitive"},"style":{"fill":{"color":"#000"}}}]}"##
    private static let regions =
        ##"{"minimumCoverage":0.05,"rules":[{"target":"regions","style":{"fill":{"color":"#000"}}}]}"##
    /// A page source of the size of the snapshot that says nothing.
    private static let silent = #"<XCUIElementTypeApplication x="0" y="0" width="40" height="30"/>"#

    @Test("a snapshot of which nothing would be covered is refused, in whatever form the reply would be")
    func nothingCovered() async throws {
        let demanding = Client(requiresCover: true)
        for (policy, hierarchy, query) in [
            (Self.away, nil, "phase=active"), (Self.secrets, Self.silent, ""),
            (Self.secrets, Self.silent, "preview=true"), (Self.away, nil, "phase=active&format=jpeg"),
        ] {
            for format in Snapshots.formats {
                var parts = [("image", try Snapshots.file(format).array), ("policy", Array(policy.utf8))]
                if let hierarchy { parts.append(("hierarchy", Array(hierarchy.utf8))) }
                let form = Form(parts: parts)
                let path = "/v1/sanitize?\(query)"
                let open = try await Client().send(.post, path, form.fields, body: form.body)
                #expect(open.fields[.snapveilReceipt]?.contains(#""assurance":"untouched""#) == true)
                let reply = try await demanding.send(.post, path, form.fields, body: form.body)
                #expect(reply.status == 422)
                #expect(reply.problem == "nothing-covered")
            }
        }
        let path = "/v1/sanitize?\(RunningService.quick)"
        let covered = try await demanding.send(.post, path, body: Snapshots.file(.png))
        #expect(covered.status == 200)
    }

    @Test("a phase is refused by its name, before the body is read, and without one every policy applies")
    func phases() async throws {
        let client = Client(takesPhases: false)
        let path = "/v1/sanitize?policy=blackout"
        let head = HTTPRequest(method: .post, scheme: "http", authority: "t", path: path + "&phase=active")
        #expect(try client.handler.answer(HTTPServerRequest(head)).reply?.head.status == .forbidden)
        let reply = try await client.send(.post, path + "&phase=background", body: Snapshots.file(.png))
        #expect(reply.problem == "phases-off")
        #expect(reply.json["parameter"] as? String == "phase")
        #expect((reply.json["detail"] as? String)?.contains("--no-phases") == true)
        let form = Form(parts: [("image", try Snapshots.file(.png).array), ("policy", Array(Self.away.utf8))])
        let without = try await client.send(.post, "/v1/sanitize", form.fields, body: form.body)
        #expect(without.fields[.snapveilReceipt]?.contains(#""assurance":"erased""#) == true)
    }

    @Test(
        "regions that cover less of the screen than the policy demands are refused, with the share",
        arguments: [
            ("0,0,1,1", "0.000833"), ("0,0,40,1&region=0,0,40,1&region=0,0,39,1", "0.033333"),
            ("39.5,29.5,100,100", "0.000833"), ("0,0,40,1&region=0,29,19,1", "0.049166"),
            ("0,0,40,1&region=0,29,20,1", nil),
        ]
    )
    func minimumCoverage(region: String, share: String?) async throws {
        let form = Form(parts: [("image", try Snapshots.file(.png).array), ("policy", Array(Self.regions.utf8))])
        let reply = try await Client().send(.post, "/v1/sanitize?region=\(region)", form.fields, body: form.body)
        #expect(reply.status == (share == nil ? 200 : 422))
        guard let share else { return }
        #expect(reply.problem == "coverage-too-small")
        #expect(reply.json["pointer"] as? String == "/minimumCoverage")
        let detail = "The rules cover \(share) of the snapshot, and the policy demands at least 0.05."
        #expect((reply.json["detail"] as? String)?.hasPrefix(detail) == true)
    }
}
