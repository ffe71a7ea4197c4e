import AgeEncryption
import Foundation
import HTTPTypes
import ImageCore
import PolicyLibrary
import Redaction
import Sealing
import SecureMemory
import Testing

@testable import RedactionJobs
@testable import SnapveilService

@Suite("A request has what is covered sealed to a group of the server's")
struct SealedReplyTests {
    private static let path = "/v1/sanitize?style=fill&color=%23000&region=2,3,10,5"
    private static let never = ##"{"seal":"never","rules":[{"target":"screen","style":{"fill":{"color":"#000"}}}]}"##

    private let identity: AgeIdentity
    private let catalogue: Catalogue

    init() throws {
        identity = try AgeIdentity()
        let directory = FileManager.default.temporaryDirectory.appending(path: "groups-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let keys = "# who debugs\n\(identity.recipient.text)\n\(try AgeIdentity().recipient.text)\n"
        try Data(keys.utf8).write(to: directory.appending(path: "payments.txt"))
        var sources = Catalogue.Sources()
        sources.recipients = directory.path
        catalogue = try Catalogue(sources)
    }

    private func client(forbidsSealing: Bool = false, lines: LogLines = LogLines()) -> Client {
        Client(catalogue: catalogue, forbidsSealing: forbidsSealing, logger: lines.logger())
    }

    private func bytes(_ member: Any?) throws -> SecureBytes {
        let file = try #require(member as? [String: String])
        let data = try #require(file["data"].flatMap { Data(base64Encoded: $0) })
        return try SecureBytes(copying: data)
    }

    private func sealed(in reply: Reply) -> [String: Any]? {
        (reply.json["receipt"] as? [String: Any])?["sealed"] as? [String: Any]
    }

    @Test("the reply has picture, receipt and a file that a member of the group opens, and names nobody")
    func document() async throws {
        let lines = LogLines()
        let snapshot = try Snapshots.file(.png)
        let reply = try await client(lines: lines).send(.post, Self.path + "&seal=payments", body: snapshot)
        #expect(reply.status == 200)
        #expect(reply.fields[.contentType] == "application/json")
        #expect(sealed(in: reply) as? [String: Int] == ["recipients": 2])
        #expect((reply.json["sealed"] as? [String: String])?["type"] == "application/age-encryption")
        let file = try bytes(reply.json["sealed"])
        let image = try bytes(reply.json["image"])
        let content = try AgeFile.open(file, with: [identity])
        let head = content.withUnsafeBytes { String(decoding: $0.prefix(200), as: UTF8.self) }
        #expect(head.hasPrefix("snapveil-sealed/1\n{\"picture\":{\"sha256\":\"\(FileDigest(of: image).hexadecimal)\""))
        #expect(throws: AgeError.wrongKey) { try AgeFile.open(file, with: [AgeIdentity()]) }
        for text in [reply.body.text, "\(lines.all)", "\(reply.fields)"] {
            #expect(!text.contains("age1"))
            #expect(!text.contains("payments"))
        }
        #expect(lines.all.last?["sealed"] == "true")
        let plain = try await client().send(.post, Self.path, [.accept: "application/json"], body: snapshot)
        #expect(try bytes(plain.json["image"]) == image)
        #expect(plain.json["sealed"] == nil)
        #expect(sealed(in: plain) == nil)
    }

    @Test("a multipart reply and an artefact have a part of their own for it")
    func otherReplies() async throws {
        let accept: HTTPFields = [.accept: "multipart/mixed"]
        let parts = try await client().send(.post, Self.path + "&seal=payments", accept, body: Snapshots.file(.png))
        #expect(
            parts.body.text.contains(
                "Content-Type: application/age-encryption\r\nContent-Disposition: attachment; name=\"sealed\""
            )
        )
        let log = "mail anna@example.org"
        let reply = try await client().send(
            .post,
            Self.path + "&seal=payments",
            [.contentType: "text/plain"],
            body: SecureBytes(log)
        )
        #expect(sealed(in: reply) as? [String: Int] == ["recipients": 2])
        #expect(try bytes(reply.json["artefact"]).text == "mail [email]")
        let content = try AgeFile.open(bytes(reply.json["sealed"]), with: [identity])
        #expect(content.text.contains(log))
    }

    @Test("groups that are not there, previews, and replies that hold a picture alone are refused")
    func refusals() async throws {
        let snapshot = try Snapshots.file(.png)
        for (query, accept, status, problem) in [
            ("&seal=ops", "*/*", 404, "group-unknown"), ("&seal=", "*/*", 404, "group-unknown"),
            ("&seal=payments.txt", "*/*", 404, "group-unknown"), ("&seal=../keys", "*/*", 404, "group-unknown"),
            ("&seal=payments&seal=payments", "*/*", 422, "parameter-invalid"),
            ("&seal=payments&preview=true", "*/*", 422, "parameter-invalid"),
            ("&seal=payments", "image/png", 406, "not-acceptable"),
        ] {
            let reply = try await client().send(.post, Self.path + query, [.accept: accept], body: snapshot)
            #expect(reply.status == status, "\(query)")
            #expect(reply.problem == problem, "\(query)")
        }
        let check = try await client().send(.post, "/v1/check?seal=payments", body: snapshot)
        #expect(check.status == 422)
        #expect(try await Client().send(.post, Self.path + "&seal=payments", body: snapshot).status == 404)
    }

    @Test("where the operator or the policy forbids it, nothing is sealed, and the receipt says who did")
    func forbidden() async throws {
        let snapshot = try Snapshots.file(.png)
        let forbidding = client(forbidsSealing: true)
        for query in ["", "&seal=payments", "&seal=ops"] {
            let reply = try await forbidding.send(
                .post,
                Self.path + query,
                [.accept: "application/json"],
                body: snapshot
            )
            #expect(reply.status == 200)
            #expect(reply.json["sealed"] == nil)
            #expect(sealed(in: reply)?["forbidden"] as? String == "operator")
            #expect(sealed(in: reply)?["recipients"] as? Int == 0)
        }
        let form = Form(parts: [("image", snapshot.array), ("policy", Array(Self.never.utf8))])
        let reply = try await client().send(.post, "/v1/sanitize?seal=payments", form.fields, body: form.body)
        #expect(reply.json["sealed"] == nil)
        #expect(sealed(in: reply)?["forbidden"] as? String == "policy")
    }
}
