import Foundation
import HTTPServer
import HTTPTypes
import ImageCore
import Redaction
import SecureMemory
import Testing

@testable import RedactionJobs
@testable import SnapveilService

@Suite("POST /v1/sanitize")
struct SanitizeTests {
    private static let black = ##"""
        {"rules":[{"target":{"region":{"x":10,"y":10,"width":20,"height":10}},"style":{"fill":{"color":"#000"}}}]}
        """##

    @Test("the three upload forms give the same file", arguments: Snapshots.formats)
    func formsAgree(format: ImageFormat) async throws {
        let mediaType = OutputFormat.Kind(format).mediaType
        let snapshot = try Snapshots.file(format)
        let raw = try await Client().send(
            .post,
            "/v1/sanitize?style=fill&color=%23000&region=10,10,20,10",
            [.contentType: mediaType],
            body: snapshot
        )
        let json = try await Client().send(
            .post,
            "/v1/sanitize",
            [.contentType: "application/json"],
            body: SecureBytes(#"{"image":"\#(snapshot.base64)","policy":\#(Self.black)}"#)
        )
        let text = Self.black.replacing("\"", with: "\\\"")
        let jsonText = try await Client().send(
            .post,
            "/v1/sanitize",
            [.contentType: "application/json"],
            body: SecureBytes(#"{"image":"\#(snapshot.base64)","policy":"\n \#(text)"}"#)
        )
        let webDriver = try await Client().send(
            .post,
            "/v1/sanitize?style=fill&color=%23000&region=10,10,20,10",
            [.contentType: "application/json; charset=utf-8"],
            body: SecureBytes(#"{"value":"\#(snapshot.base64.replacing("/", with: #"\/"#))"}"#)
        )
        let form = Form(parts: [("image", snapshot.array), ("policy", Array(Self.black.utf8))])
        let multipart = try await Client().send(.post, "/v1/sanitize", form.fields, body: form.body)
        for reply in [raw, json, jsonText, webDriver, multipart] {
            #expect(reply.status == 200)
            #expect(reply.fields[.contentType] == mediaType)
            #expect(reply.fields[.cacheControl] == "no-store")
            #expect(reply.fields[.snapveilReceipt] == #"{"assurance":"erased","covered":1}"#)
            #expect(reply.body == raw.body)
        }
        let pixels = try DecodedImage(decoding: raw.body).takePixels()
        #expect(pixels.samples(x: 20, y: 15).allSatisfy { $0 < 3 })
        #expect(pixels.samples(x: 39, y: 29).allSatisfy { $0 > 250 })
    }

    @Test("PUT, which curl -T sends, does what POST does")
    func put() async throws {
        let snapshot = try Snapshots.file(.png)
        try await RunningService.run { service in
            let query = "/v1/sanitize?\(RunningService.quick)"
            let put = try await service.send("PUT \(query)", ["Host: a"], snapshot)
            #expect(put.status == 200)
            #expect(try await put.body == service.send("POST \(query)", ["Host: a"], snapshot).body)
            #expect(try await service.send("PUT /v1/policies", ["Host: a"], snapshot).status == 405)
        }
    }

    @Test("curl's --data-binary without a Content-Type, and a wrong one, work: the bytes say what they are")
    func contentTypeIsNotBelieved() async throws {
        let snapshot = try Snapshots.file(.png)
        for type in [nil, "application/x-www-form-urlencoded", "image/jpeg", "application/octet-stream"] {
            var fields: HTTPFields = [:]
            fields[.contentType] = type
            let reply = try await Client().send(.post, "/v1/sanitize?style=pixelate&block=4", fields, body: snapshot)
            #expect(reply.status == 200)
            #expect(reply.fields[.contentType] == "image/png")
        }
    }

    @Test("a JSON reply holds the image and the whole receipt")
    func jsonReply() async throws {
        let snapshot = try Snapshots.file(.png)
        let path = "/v1/sanitize?style=blur&radius=3&region=-5,2.5,20,10&format=jpeg"
        let image = try await Client().send(.post, path, body: snapshot)
        let reply = try await Client().send(.post, path, [.accept: "application/json"], body: snapshot)
        #expect(reply.fields[.contentType] == "application/json")
        let content = try #require(reply.json["image"] as? [String: Any])
        #expect(content["type"] as? String == "image/jpeg")
        #expect(content["data"] as? String == image.body.base64)
        let data = try JSONSerialization.data(withJSONObject: try #require(reply.json["receipt"]))
        let receipt = try JSONDecoder().decode(Receipt.self, from: data)
        #expect(receipt.assurance == .obscured)
        #expect(receipt.snapshot.width == 40)
        #expect(receipt.snapshot.format == .png)
        #expect(receipt.covered.map(\.rect.width) == [15])
        #expect(receipt.covered.map(\.rect.y) == [2])
    }

    @Test("a multipart reply holds the image and the receipt")
    func multipartReply() async throws {
        let snapshot = try Snapshots.file(.png)
        let path = "/v1/sanitize?style=fill&color=%23fff"
        let image = try await Client().send(.post, path, body: snapshot)
        let reply = try await Client().send(.post, path, [.accept: "multipart/mixed"], body: snapshot)
        let type = try #require(reply.fields[.contentType])
        let boundary = try #require(type.split(separator: "boundary=").last)
        let text = reply.body.array
        #expect(text.starts(with: Array("--\(boundary)\r\nContent-Type: image/png\r\n".utf8)))
        #expect(text.suffix(6 + boundary.utf8.count) == Array("--\(boundary)--\r\n".utf8)[...])
        let png = image.body.array
        let found = text.indices.contains { text[$0...].starts(with: png) }
        #expect(found)
    }

    @Test("an asset beside the snapshot covers it, in a form and in JSON")
    func assets() async throws {
        let snapshot = try Snapshots.file(.png)
        let policy =
            #"{"name":"splash","rules":[{"target":"screen","style":{"image":{"asset":"logo","contentMode":"fill"}}}]}"#
        let form = Form(parts: [
            ("image", snapshot.array), ("policy", Array(policy.utf8)), ("logo", try Snapshots.file(.png).array),
        ])
        let multipart = try await Client().send(.post, "/v1/sanitize", form.fields, body: form.body)
        let json = try await Client().send(
            .post,
            "/v1/sanitize",
            [.contentType: "application/json"],
            body: SecureBytes(
                #"{"image":"\#(snapshot.base64)","assets":{"logo":"\#(snapshot.base64)"},"policy":\#(policy)}"#
            )
        )
        #expect(multipart.status == 200)
        #expect(multipart.fields[.snapveilReceipt] == #"{"assurance":"erased","covered":1,"policy":"splash"}"#)
        #expect(json.body == multipart.body)
    }

    @Test("a full queue is a 503 before the body is read")
    func overload() async throws {
        let client = Client(queueLimit: 0)
        let full = client.handler
        let head = HTTPRequest(method: .post, scheme: "http", authority: "t", path: "/v1/sanitize?style=blur&radius=8")
        let request = try HTTPServerRequest(head)
        #expect(full.answer(request).reply == nil)
        _ = try await client.pool.queue.run(for: "one") { _ in
            let refusal = full.answer(request).reply
            #expect(refusal?.head.status.code == 503)
            #expect(refusal?.head.headerFields[.retryAfter] == "1")
        }
        #expect(full.answer(request).reply == nil)
    }
}

/// A body as curl's -F sends it.
struct Form {
    let parts: [(name: String, content: [UInt8])]

    var fields: HTTPFields { [.contentType: "multipart/form-data; boundary=----x"] }

    var body: SecureBytes {
        get throws {
            var bytes: [UInt8] = []
            for part in parts {
                bytes += Array("------x\r\nContent-Disposition: form-data; name=\"\(part.name)\"\r\n\r\n".utf8)
                bytes += part.content + Array("\r\n".utf8)
            }
            return try SecureBytes(copying: bytes + Array("------x--\r\n".utf8))
        }
    }
}
