import Foundation
import Samples
import SecureMemory
import SnapveilClient
import Testing

@Suite("The client in Swift")
struct SwiftClientTests {
    private static let secrets: SnapveilClient.Policy = .json(
        ##"""
        {"name": "secrets", "rules": [{"target": {"elements": "sensitive"}, "style": {"fill": {"color": "#000"}}}]}
        """##
    )

    @Test("brings back what the program makes of a screenshot and its page source, with a receipt")
    func hierarchy() async throws {
        let server = try ServerProcess([])
        let sample = Sample.iosLogin
        let safe = try await client(of: server).sanitize(
            sample.data,
            policy: Self.secrets,
            hierarchy: sample.text,
            minimumAssurance: .erased
        )
        #expect(safe.type == "image/png" && safe.receipt.policy == "secrets" && safe.receipt.assurance == .erased)
        #expect(safe.receipt.covered.contains { $0.matched?.type == "XCUIElementTypeSecureTextField" })
        let returned = try #require(safe.hierarchy)
        #expect(returned.contains("[redacted]") && !returned.contains("pa55-Phrase!"))
        let directory = try Directory([
            "shot.png": Array(sample.data), "shot.xml": Array(sample.text.utf8),
            "policy.json": Array(
                ##"{"rules":[{"target":{"elements":"sensitive"},"style":{"fill":{"color":"#000"}}}]}"##.utf8
            ),
        ])
        let command = try Command([
            "redact", directory["shot.png"], "--hierarchies-beside", "--policy", directory["policy.json"],
            "-o", directory["safe.png"],
        ])
        #expect(command.status == 0)
        #expect(try Data(contentsOf: URL(filePath: directory["safe.png"])) == safe.image)
    }

    @Test("takes policies by name, boxes of a page, the phase and the scale, from many tasks at a time")
    func options() async throws {
        let server = try ServerProcess(["--key-file", try keys()])
        let snapveil = client(of: server, key: "0123456789abcdef")
        let web = Sample.webProfile
        let boxes = #"{"viewport":{"width":1280,"height":720,"scale":1},"boxes":\#(try web.text)}"#
        let safe = try await snapveil.sanitize(web.data, policy: Self.secrets, hierarchy: boxes, scale: 1)
        #expect(safe.hierarchy?.hasPrefix(#"{"viewport":"#) == true)
        let pictures = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await snapveil.sanitize(web.data, policy: "privacy-screen", phase: .background).image
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(pictures.count == 1)
    }

    @Test("says why there is no picture")
    func problems() async throws {
        let server = try ServerProcess(["--key-file", try keys()])
        let image = try Sample.webProfile.data
        for (key, policy, picture, minimum, code) in [
            ("0123456789abcdef", "no-such", image, nil, "policy-unknown"),
            ("wrong-key-altogether", "blackout", image, nil, "unauthorized"),
            (nil, "blackout", image, nil, "unauthorized"),
            ("0123456789abcdef", "blackout", Data("no picture".utf8), nil, "snapshot"),
            ("0123456789abcdef", .json(#"{"rules":[]}"#), image, nil, "policy-invalid"),
            ("0123456789abcdef", Self.secrets, image, nil, "hierarchy-missing"),
            (
                "0123456789abcdef", .json(#"{"rules":[{"target":"screen","style":{"blur":{"radius":9}}}]}"#), image,
                .erased,
                "assurance"
            ),
        ] as [(String?, SnapveilClient.Policy, Data, SnapveilClient.Assurance?, String)] {
            let error = await #expect(throws: SnapveilError.self) {
                try await client(of: server, key: key).sanitize(picture, policy: policy, minimumAssurance: minimum)
            }
            guard case .refused(let problem) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(problem.type.contains(code) && problem.status >= 400, "\(problem)")
            #expect(error?.localizedDescription.contains(problem.detail) == true)
        }
        let notFinite = await #expect(throws: SnapveilError.self) {
            try await client(of: server).sanitize(image, policy: "blackout", scale: .infinity)
        }
        if case .unusable = notFinite {} else { Issue.record("\(String(describing: notFinite))") }
        await #expect(throws: SnapveilError.unusable("There is no URL.")) {
            try await SnapveilClient(url: nil).sanitize(image, policy: "blackout")
        }
    }

    @Test("says that there is no server, or that what is there is none")
    func noServer() async throws {
        let image = try Sample.webProfile.data
        let nobody = try StubServer([])
        let port = nobody.port
        nobody.stop()
        let unreachable = await #expect(throws: SnapveilError.self) {
            try await client(port: port).sanitize(image, policy: "blackout")
        }
        if case .unreachable = unreachable {} else { Issue.record("\(String(describing: unreachable))") }
        for (reply, status) in [("200 OK\r\nContent-Type: text/html", 200), ("502 Bad Gateway", 502)] {
            let stub = try StubServer([reply])
            await #expect(throws: SnapveilError.unexpectedReply(status: status)) {
                try await client(port: stub.port).sanitize(image, policy: "blackout")
            }
        }
    }

    @Test("sends a screenshot to no other server than the one that was named")
    func redirect() async throws {
        let other = try StubServer(["200 OK"])
        let stub = try StubServer(["307 Temporary Redirect\r\nLocation: http://127.0.0.1:\(other.port)/v1/sanitize"])
        await #expect(throws: SnapveilError.unexpectedReply(status: 307)) {
            try await client(port: stub.port).sanitize(Sample.webProfile.data, policy: "blackout")
        }
        #expect(stub.requestCount == 1 && other.requestCount == 0)
    }

    @Test("asks a server that is busy again when it says, and no longer than the deadline")
    func busy() async throws {
        let busy = "503 Service Unavailable\r\nRetry-After: 1"
        let stub = try StubServer([busy, busy, "502 Bad Gateway"])
        let start = ContinuousClock.now
        await #expect(throws: SnapveilError.unexpectedReply(status: 502)) {
            try await client(port: stub.port).sanitize(Sample.webProfile.data, policy: "blackout")
        }
        #expect(stub.requestCount == 3 && ContinuousClock.now - start >= .seconds(2))
        // What would be past the deadline is not waited for, and neither is what the server does not announce.
        for reply in ["503 Service Unavailable\r\nRetry-After: 60", "503 Service Unavailable"] {
            let stub = try StubServer([reply, "502 Bad Gateway"])
            await #expect(throws: SnapveilError.unexpectedReply(status: 503)) {
                try await client(port: stub.port).sanitize(Sample.webProfile.data, policy: "blackout")
            }
            #expect(stub.requestCount == 1)
        }
    }

    @Test("waits for a server that says nothing until the deadline, or until the task is cancelled")
    func silence() async throws {
        let stub = try StubServer([nil, nil])
        let image = try Sample.webProfile.data
        let start = ContinuousClock.now
        await #expect(throws: SnapveilError.late(.milliseconds(300))) {
            try await client(port: stub.port, deadline: .milliseconds(300)).sanitize(image, policy: "blackout")
        }
        #expect(ContinuousClock.now - start < .seconds(5))
        let snapveil = client(port: stub.port)
        let task = Task { try await snapveil.sanitize(image, policy: "blackout") }
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        await #expect(throws: SnapveilError.cancelled) { try await task.value }
    }

    private func client(of server: ServerProcess, key: String? = nil) -> SnapveilClient {
        client(port: server.port, key: key)
    }

    private func client(port: Int, key: String? = nil, deadline: Duration = .seconds(30)) -> SnapveilClient {
        SnapveilClient(url: URL(string: "http://127.0.0.1:\(port)"), key: key, deadline: deadline)
    }

    private let directory = try? Directory(texts: ["keys": "ci:0123456789abcdef\n"])

    private func keys() throws -> String { try #require(directory)["keys"] }
}

extension Sample {
    /// The picture as a PNG.
    var data: Data {
        get throws { try picture("png").withUnsafeBytes { Data($0) } }
    }
}
