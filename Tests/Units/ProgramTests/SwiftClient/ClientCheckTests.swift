import Foundation
import Samples
import SnapveilClient
import Testing

@Suite("A check by the client in Swift")
struct ClientCheckTests {
    /// What is found without looking at pixels, as there need be no models to look with.
    private static let sensitive: SnapveilClient.Policy = .json(
        ##"{"name": "secrets", "rules": [{"target": {"elements": "sensitive"}, "style": {"fill": {"color": "#000"}}}]}"##
    )

    @Test("tells what would be covered, and nothing of what it says")
    func findings() async throws {
        let server = try ServerProcess([])
        let sample = Sample.iosLogin
        let snapveil = client(port: server.port)
        let check = try await snapveil.check(
            sample.data,
            policy: Self.sensitive,
            hierarchy: sample.text,
            scale: 3
        )
        let safe = try await snapveil.sanitize(sample.data, policy: Self.sensitive, hierarchy: sample.text, scale: 3)
        #expect(check.policy == "secrets" && check.lookedFor == nil && check.findings.count > 3)
        #expect(check.findings.map(\.rect) == safe.receipt.covered.map(\.rect))
        #expect(check.findings.map(\.matched) == safe.receipt.covered.map(\.matched))
        let field = try #require(check.findings.first { $0.matched?.type == "XCUIElementTypeSecureTextField" })
        #expect(field.kind == "element" && field.target == "elements" && field.rule == 0 && field.score == nil)
        #expect(field.rect.x == 48 && field.rect.y == 495 && field.rect.width == 1083 && field.rect.height == 138)
        let told = try String(decoding: JSONEncoder().encode(check), as: UTF8.self)
        for secret in try sample.secrets { #expect(!told.contains(secret)) }
    }

    @Test("finds nothing where nothing is, which is no error")
    func clean() async throws {
        let server = try ServerProcess([])
        let boxes = #"{"viewport":{"width":393,"height":852},"boxes":[]}"#
        let check = try await client(port: server.port).check(
            Sample.iosLogin.data,
            policy: Self.sensitive,
            hierarchy: boxes
        )
        #expect(check.findings.isEmpty)
    }

    @Test("has models and scores where pixels were looked at")
    func seen() throws {
        let reply = #"""
            {"findings": [{"kind": "email", "rect": {"height": 66, "width": 630, "x": 96, "y": 359}, "rule": 0, "score": 0.97, "reason": "form",
                "target": "text"}],
             "lookedFor": ["text"], "models": ["PP-OCR"], "warnings": ["Beware."],
             "snapshot": {"format": "png", "height": 2556, "width": 1179}}
            """#
        let check = try JSONDecoder().decode(SnapveilClient.Check.self, from: Data(reply.utf8))
        let finding = check.findings.first
        #expect(finding?.score == 0.97 && finding?.reason == "form" && finding?.matched == nil)
        #expect(check.lookedFor == ["text"] && check.models == ["PP-OCR"] && check.warnings == ["Beware."])
    }

    @Test("is an error if it cannot be told")
    func problems() async throws {
        let server = try ServerProcess([], launcher: ["/usr/bin/env", "--unset=SNAPVEIL_MODELS"])
        let snapveil = client(port: server.port)
        let image = try Sample.iosLogin.data
        for (policy, code) in [
            ("blackout", "nothing-looked-for"), (Self.sensitive, "hierarchy-missing"), ("no-such", "policy-unknown"),
            // The server has no models.
            (nil, "detector-missing"),
        ] as [(SnapveilClient.Policy?, String)] {
            let error = await #expect(throws: SnapveilError.self) { try await snapveil.check(image, policy: policy) }
            guard case .refused(let problem) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(problem.type == "urn:snapveil:problem:\(code)")
        }
        await #expect(throws: SnapveilError.unusable("There is no URL.")) {
            try await SnapveilClient(url: nil).check(image)
        }
    }

    @Test("takes nothing that another server says for a screenshot that shows nothing")
    func otherServers() async throws {
        // Its bodies are empty objects.
        for reply in ["200 OK\r\nContent-Type: application/json", "204 No Content", "502 Bad Gateway"] {
            let stub = try StubServer([reply])
            let error = await #expect(throws: SnapveilError.self) {
                try await client(port: stub.port).check(Data("no picture".utf8))
            }
            guard case .unexpectedReply = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    private func client(port: Int) -> SnapveilClient {
        SnapveilClient(url: URL(string: "http://127.0.0.1:\(port)"))
    }
}
