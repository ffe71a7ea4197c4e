import HTTPTypes
import ImageCore
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("A client says what the app was doing")
struct PhaseTests {
    private static let policy =
        ##"{"name":"away","phases":["background"],"rules":[{"target":"screen","style":{"fill":{"color":"#000"}}}]}"##

    @Test("the policy applies in its phases, and the receipt says which one was sent")
    func receipt() async throws {
        #expect(try await summary("") == #"{"assurance":"erased","covered":1,"policy":"away"}"#)
        #expect(
            try await summary("?phase=background")
                == #"{"assurance":"erased","covered":1,"phase":"background","policy":"away"}"#
        )
        #expect(
            try await summary("?phase=active")
                == #"{"assurance":"untouched","covered":0,"phase":"active","policy":"away"}"#
        )
    }

    @Test("a phase that there is not is refused", arguments: ["asleep", "Active", ""])
    func unknown(phase: String) async throws {
        let reply = try await Client().send(.post, "/v1/sanitize?style=veil&phase=\(phase)", body: Snapshots.file(.png))
        #expect(reply.status == 422)
        #expect(reply.problem == "parameter-invalid")
        #expect(reply.json["detail"] as? String == "phase has to be one of active, inactive, background.")
    }

    private func summary(_ query: String) async throws -> String? {
        let form = Form(parts: [("image", try Snapshots.file(.png).array), ("policy", Array(Self.policy.utf8))])
        let reply = try await Client().send(.post, "/v1/sanitize\(query)", form.fields, body: form.body)
        #expect(reply.status == 200)
        return reply.fields[.snapveilReceipt]
    }
}
