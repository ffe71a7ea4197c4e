import Foundation
import Samples
import SnapveilClient
import Testing

@Suite("Sealing by the client in Swift")
struct ClientSealingTests {
    private static let secrets: SnapveilClient.Policy = .json(
        ##"{"rules": [{"target": {"elements": "sensitive"}, "style": {"fill": {"color": "#000"}}}]}"##
    )
    /// Leaves all but one pixel. Pictures with the same pixels give the same file by it, whatever their metadata are.
    private static let corner: SnapveilClient.Policy = .json(
        ##"{"rules": [{"target": {"region": {"x": 0, "y": 0, "width": 1, "height": 1}}, "style": {"fill": {"color": "#000"}}}]}"##
    )

    @Test("brings what was covered, which opens to the pixels as they were, and nothing unless asked")
    func sealed() async throws {
        let directory = try recipients()
        let server = try ServerProcess(["--recipients", directory["recipients"]])
        let (snapveil, sample) = (client(of: server), Sample.iosLogin)
        let plain = try await snapveil.sanitize(sample.data, policy: Self.secrets, hierarchy: sample.text)
        let safe = try await snapveil.sanitize(
            sample.data,
            policy: Self.secrets,
            hierarchy: sample.text,
            seal: "payments"
        )
        #expect(plain.sealed == nil && safe.image == plain.image && safe.receipt == plain.receipt)
        try directory.write(Array(safe.image), to: "safe.png")
        try directory.write(Array(try #require(safe.sealed)), to: "safe.png.age")
        let command = try Command([
            "unseal", directory["safe.png"], "--identity", directory["team.key"], "-o", directory["original.png"],
        ])
        #expect(command.status == 0, "\(command.errors)")
        let original = try Data(contentsOf: URL(filePath: directory["original.png"]))
        let expected = try await snapveil.sanitize(sample.data, policy: Self.corner).image
        #expect(try await snapveil.sanitize(original, policy: Self.corner).image == expected)
        #expect(try await snapveil.sanitize(safe.image, policy: Self.corner).image != expected)
    }

    @Test("has no sealed file where the policy forbids it")
    func forbidden() async throws {
        let directory = try recipients()
        let server = try ServerProcess(["--recipients", directory["recipients"]])
        let policy: SnapveilClient.Policy = .json(
            #"{"seal": "never", "rules": [{"target": "screen", "style": {"veil": {}}}]}"#
        )
        let safe = try await client(of: server).sanitize(Sample.webProfile.data, policy: policy, seal: "payments")
        #expect(safe.sealed == nil && safe.receipt.assurance == .erased)
    }

    @Test("refuses a group that the server does not have", arguments: [true, false])
    func unknown(hasGroups: Bool) async throws {
        let directory = try recipients()
        let server = try ServerProcess(hasGroups ? ["--recipients", directory["recipients"]] : [])
        let error = await #expect(throws: SnapveilError.self) {
            try await client(of: server).sanitize(Sample.webProfile.data, policy: "blackout", seal: "nobody")
        }
        guard case .refused(let problem) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.type.hasSuffix("group-unknown") && problem.status == 404 && problem.parameter == "seal")
    }

    /// A directory with a key, `team.key`, and the group of its recipient, `recipients/payments`.
    private func recipients() throws -> Directory {
        let directory = try Directory()
        let key = try Command(["keys", "new", directory["team.key"]])
        try FileManager.default.createDirectory(atPath: directory["recipients"], withIntermediateDirectories: false)
        try directory.write(key.bytes, to: "recipients/payments")
        return directory
    }

    private func client(of server: ServerProcess) -> SnapveilClient {
        SnapveilClient(url: URL(string: "http://127.0.0.1:\(server.port)"))
    }
}
