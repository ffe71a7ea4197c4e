import Foundation
import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import Samples
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("POST /v1/check tells what a snapshot shows")
struct CheckTests {
    private static let secrets =
        ##"{"rules":[{"target":{"elements":"sensitive"},"style":{"blur":{"radius":9}}}],"minimumCoverage":1}"##

    @Test("what is seen is told with its place, and nothing of what it says; the picture does not come back")
    func findings() async throws {
        let form = Form(parts: [
            ("image", try Sample.iosLogin.picture("png").array), ("hierarchy", try Sample.iosLogin.pageSource.array),
            ("policy", Array(Self.secrets.utf8)),
        ])
        let reply = try await Client().send(.post, "/v1/check?scale=3", form.fields, body: form.body)
        #expect(reply.status == 200)
        #expect(reply.fields[.contentType] == "application/json" && reply.fields[.cacheControl] == "no-store")
        let report = try JSONDecoder().decode(CheckReport.self, from: Data(reply.body.array))
        #expect(
            report.findings.contains { $0.matched?.type == "XCUIElementTypeSecureTextField" && $0.rect.width > 900 }
        )
        for secret in try Sample.iosLogin.secrets { #expect(!reply.body.text.contains(secret)) }
    }

    @Test("a snapshot that shows nothing of it is a success without findings")
    func clean() async throws {
        let form = Form(parts: [
            ("image", try Snapshots.file(.jpeg).array), ("policy", Array(Self.secrets.utf8)),
            ("hierarchy", Array(#"<XCUIElementTypeApplication x="0" y="0" width="40" height="30"/>"#.utf8)),
        ])
        let reply = try await Client().send(.post, "/v1/check", form.fields, body: form.body)
        #expect(reply.status == 200)
        #expect((reply.json["findings"] as? [Any])?.isEmpty == true)
    }

    @Test(
        "what cannot be told is no success",
        arguments: [
            ("/v1/check", "detector-missing"), ("/v1/check?policy=blackout", "nothing-looked-for"),
            ("/v1/check?policy=none", "policy-unknown"), ("/v1/check?format=png", "parameter-invalid"),
            ("/v1/check?style=fill", "parameter-invalid"), ("/v1/check?region=1,1,2,2", "parameter-invalid"),
        ]
    )
    func refused(_ path: String, _ problem: String) async throws {
        let reply = try await Client().send(.post, path, body: try Snapshots.file(.png))
        #expect(reply.problem == problem)
        #expect(reply.status == (problem == "policy-unknown" ? 404 : 422))
    }

    @Test("a report is JSON, and a client that takes none of it is told so")
    func accept() async throws {
        let fields: HTTPFields = [.accept: "image/png"]
        let reply = try await Client().send(.post, "/v1/check", fields, body: try Snapshots.file(.png))
        #expect(reply.status == 406)
    }

    @Test("looking without a policy takes the memory of looking, like any policy that looks")
    func memory() async throws {
        let client = Client(workBytes: 9600, catalogue: Catalogue(hasDetector: true))
        let reply = try await client.send(.post, "/v1/check", body: try Snapshots.file(.png))
        #expect(reply.problem == "snapshot-too-large")
    }
}
