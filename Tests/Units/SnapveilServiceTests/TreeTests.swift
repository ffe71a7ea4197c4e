import Foundation
import HTTPTypes
import Samples
import SecureMemory
import Testing

@Suite("POST /v1/sanitize with a tree in JSON")
struct TreeTests {
    private static let userInput = ##"{"rules":[{"target":{"elements":"user-input"},"style":{"veil":{}}}]}"##

    @Test("a form brings the tree back as JSON without the secrets", arguments: TreeSample.allCases)
    func form(_ sample: TreeSample) async throws {
        let reply = try await send(sample.text, Self.userInput, accept: "application/json")
        #expect(reply.status == 200)
        #expect(try matched(reply) == sample.secrets)
        let hierarchy = try #require(reply.json["hierarchy"] as? String)
        #expect(try JSONSerialization.jsonObject(with: Data(hierarchy.utf8)) is [String: Any])
        #expect(!hierarchy.contains("7402 8320"))
        let parts = try await send(sample.text, Self.userInput, accept: "multipart/mixed")
        let header = "Content-Type: application/json\r\nContent-Disposition: attachment; name=\"hierarchy\""
        #expect(parts.body.text.contains(header))
    }

    @Test("a body brings the tree as a value, and the reply is the same", arguments: TreeSample.allCases)
    func body(_ sample: TreeSample) async throws {
        let picture = try Sample.androidCheckout.picture("png").base64
        let body = try SecureBytes(
            #"{"image":"\#(picture)","policy":\#(Self.userInput),"hierarchy":\#(sample.text)}"#
        )
        let fields: HTTPFields = [.contentType: "application/json", .accept: "application/json"]
        let reply = try await Client().send(.post, "/v1/sanitize", fields, body: body)
        #expect(try await reply.body == send(sample.text, Self.userInput, accept: "application/json").body)
    }

    @Test("a tree in a body may be as deep as one in a form")
    func depth() async throws {
        let box = #""type":"Other","name":"pin","rect":{"x":0,"y":0,"width":360,"height":800}"#
        let tree =
            String(repeating: #"{\#(box),"children":["#, count: 500) + String(repeating: "]}", count: 500)
        let policy = ##"{"rules":[{"target":{"element":{"identifier":"pin"}},"style":{"veil":{}}}]}"##
        let picture = try Sample.androidCheckout.picture("png").base64
        let body = try SecureBytes(#"{"image":"\#(picture)","policy":\#(policy),"hierarchy":\#(tree)}"#)
        let fields: HTTPFields = [.contentType: "application/json", .accept: "image/png"]
        #expect(try await Client().send(.post, "/v1/sanitize", fields, body: body).status == 200)
    }

    @Test(
        "an XPath for the XML of the platform finds the element in the tree",
        arguments: [
            (TreeSample.maestroOfAndroid, "//android.widget.EditText[@resource-id='card' and @hint='Digits']"),
            (.maestroOfApple, "//*[@name='card' and @placeholderValue='Digits']"),
            (.droidbot, "/hierarchy/*/*[@password='false' and @resource-id='com.shop:id/card' and not(@content-desc)]"),
            (.webDriverAgent, "//XCUIElementTypeTextField[@enabled='true' and @visible='true']"),
            (.sentryOfAndroid, "//*[@resource-id='card' and @displayed='true']"),
            (.sentryOfApple, "//UITextField[@name='card']"),
        ]
    )
    func path(_ sample: TreeSample, path: String) async throws {
        let policy = ##"{"rules":[{"target":{"element":"\##(path)"},"style":{"veil":{}}}]}"##
        let reply = try await send(sample.text, policy, accept: "application/json")
        #expect(try matched(reply) == [sample.secrets[0]])
    }

    @Test("what may be scrolled anywhere in a list cannot be kept")
    func kept() async throws {
        let tree = TreeSample.sentryOfApple.text
            .replacing(#""visible":false"#, with: #""visible":true"#).replacing(#""y":900"#, with: #""y":40"#)
        func picture(keep: String) async throws -> SecureBytes {
            let rule = ##"{"target":{"element":{"type":"UIWindow"}},"style":{"fill":{"color":"#000000"}}}"##
            let policy = #"{"rules":[\#(rule)],"keep":[\#(keep)]}"#
            let reply = try await send(tree, policy, accept: "image/png")
            #expect(reply.status == 200)
            return reply.body
        }
        let covered = try await picture(keep: "")
        #expect(try await picture(keep: #"{"element":{"identifier":"card"}}"#) != covered)
        #expect(try await picture(keep: #"{"element":{"identifier":"pay"}}"#) == covered)
    }

    @Test(
        "what is wrong with a tree is said, and where",
        arguments: [
            (#"{"views":[{"children":[0]}]}"#, 400, "hierarchy-malformed", "/views/0"),
            (#"{"type":"Other","rect":{"x":1}}"#, 422, "hierarchy-invalid", "A frame needs"),
            (#"{"type":"Other","rect":{},"children":[{"rect":{"x":1}}]}"#, 422, "hierarchy-invalid", "/children/0"),
        ]
    )
    func refused(tree: String, status: Int, problem: String, place: String) async throws {
        let reply = try await send(tree, Self.userInput, accept: nil)
        #expect(reply.status == status)
        #expect(reply.problem == problem)
        #expect(reply.body.text.contains(place))
    }

    private func matched(_ reply: Reply) throws -> [String] {
        let receipt = try #require(reply.json["receipt"] as? [String: Any])
        let regions = try #require(receipt["covered"] as? [[String: Any]])
        return regions.compactMap { ($0["matched"] as? [String: String])?["identifier"] }
    }

    private func send(_ tree: String, _ policy: String, accept: String?) async throws -> Reply {
        let form = Form(parts: [
            ("image", try Sample.androidCheckout.picture("png").array), ("policy", Array(policy.utf8)),
            ("hierarchy", Array(tree.utf8)),
        ])
        var fields = form.fields
        fields[.accept] = accept
        return try await Client().send(.post, "/v1/sanitize", fields, body: form.body)
    }
}
