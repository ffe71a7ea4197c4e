import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("Policies that take a detector")
struct DetectorTests {
    private static let fields: HTTPFields = [.contentType: "multipart/form-data; boundary=x"]

    private static func body(_ target: String) throws -> SecureBytes {
        let policy = ##"{ "rules": [{ "target": \##(target), "style": { "fill": { "color": "#000" } } }] }"##
        let parts: [(String, [UInt8])] = [
            ("image", try Snapshots.file(.png).withUnsafeBytes { Array($0) }), ("policy", Array(policy.utf8)),
        ]
        var bytes: [UInt8] = []
        for (name, content) in parts {
            bytes +=
                Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + content
                + Array("\r\n".utf8)
        }
        return try SecureBytes(copying: bytes + Array("--x--\r\n".utf8))
    }

    @Test(
        "are refused where there is none, with the target",
        arguments: [
            (#"{ "text": "all" }"#, "text"), (#"{ "faces": "eyes" }"#, "faces"), (#"{ "codes": "all" }"#, "codes"),
        ]
    )
    func missing(_ target: String, _ kind: String) async throws {
        let reply = try await Client(workBytes: 9600).send(.post, "/v1/sanitize", Self.fields, body: Self.body(target))
        #expect(reply.status == 422)
        #expect(reply.problem == "detector-missing")
        #expect(reply.json["pointer"] as? String == "/rules/0/target/\(kind)")
    }

    @Test("take memory for looking, and other policies do not")
    func memory() async throws {
        // 40 x 30 pixels twice, of 4 bytes.
        let pictures = 9600
        func problem(_ bytes: Int, _ target: String) async throws -> String? {
            let client = Client(workBytes: bytes, catalogue: Catalogue(hasDetector: true))
            return try await client.send(.post, "/v1/sanitize", Self.fields, body: Self.body(target)).problem
        }
        let looking = SnapveilService.Configuration.workBytesOfLooking
        #expect(try await problem(pictures, #""screen""#) == nil)
        #expect(try await problem(pictures + looking - 1, #"{ "text": "all" }"#) == "snapshot-too-large")
        // Then it is what redacts that has nothing to look with.
        #expect(try await problem(pictures + looking, #"{ "text": "all" }"#) == "detector-missing")
    }
}
