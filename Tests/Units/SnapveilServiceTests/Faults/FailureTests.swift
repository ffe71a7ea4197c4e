import HTTPTypes
import ImageCore
import SecureMemory
import SeededRandom
import Testing

@testable import ImageFixtures
@testable import SnapveilService

@Suite("A reply is a whole redacted picture or an error without a pixel, never something in between")
struct FailureTests {
    private static let path = "/v1/sanitize?style=fill&color=%23000&region=10,10,20,10&format=png"

    @Test("a snapshot that is cut off anywhere is refused", arguments: Snapshots.formats)
    func truncated(format: ImageFormat) async throws {
        let client = Client()
        let whole = try Snapshots.noise(format)
        let traces = try Traces(of: whole)
        #expect(try await client.send(.post, Self.path, body: whole).status == 200)
        for count in stride(from: 1, to: whole.count, by: 13) {
            let reply = try await client.send(.post, Self.path, body: whole[0..<count])
            #expect([415, 422].contains(reply.status), "\(count) of \(whole.count) bytes")
            reply.expectRefusal(without: traces)
        }
    }

    @Test("a snapshot with damage anywhere is refused, or redacted as what it shows", arguments: Snapshots.formats)
    func damaged(format: ImageFormat) async throws {
        let client = Client()
        let whole = try Snapshots.noise(format)
        let traces = try Traces(of: whole)
        var generator = SeededGenerator(seed: 51)
        var refusals = 0
        for _ in 0..<300 {
            var bytes = whole.array
            bytes[generator.int(0...bytes.count - 1)] ^= UInt8(generator.int(1...255))
            let reply = try await client.send(.post, Self.path, body: SecureBytes(copying: bytes))
            guard reply.status == 200 else {
                #expect([413, 415, 422].contains(reply.status))
                reply.expectRefusal(without: traces)
                refusals += 1
                continue
            }
            let pixels = try DecodedImage(decoding: reply.body).takePixels()
            let isBlack = (10..<20).allSatisfy { y in
                (10..<30).allSatisfy { pixels.samples(x: $0, y: y).prefix(3).allSatisfy { $0 == 0 } }
            }
            #expect(isBlack)
            #expect(reply.fields[.snapveilReceipt] == #"{"assurance":"erased","covered":1}"#)
        }
        // Where nothing is a checksum, and no order of bits is wrong, most flipped bits give another picture.
        #expect(refusals > ([.webp, .ktx].contains(format) ? 0 : 20))
    }

    /// A policy for each way in which a rule or a kept target can be at fault, and where it is.
    private static let policies: [(text: String, code: String, pointer: String?)] = [
        ("not JSON", "policy-invalid", nil),
        (#"{"rules":[{"target":"screen","style":{"blur":{"radius":8}},"#, "policy-syntax", nil),
        (#"{"rules":[{"target":"screen","style":{"blur":{"radius":8}},"x":1}]}"#, "policy-invalid", "/rules/0/x"),
        (
            #"{"minimumAssurance":"erased","rules":[{"target":"screen","style":{"blur":{"radius":8}}}]}"#,
            "assurance-too-weak", "/rules/0/style"
        ),
        (
            #"{"rules":[{"target":{"region":{"x":40,"y":0,"width":1,"height":1}},"style":{"blur":{"radius":8}}}]}"#,
            "region-outside", "/rules/0/target/region"
        ),
        (
            #"{"rules":[{"target":"screen","style":{"blur":{"radius":8}}}],"keep":[{"region":{"x":0.2,"y":0.2,"width":0.5,"height":0.5}}]}"#,
            "keep-too-small", "/keep/0/region"
        ),
        (
            #"{"rules":[{"target":"screen","style":{"blur":{"radius":8}}}],"keep":["screen"]}"#,
            "rule-kept", "/rules/0/target"
        ),
        (
            #"{"rules":[{"target":"screen","atLeast":2,"style":{"blur":{"radius":8}}}]}"#,
            "too-few-matches", "/rules/0/atLeast"
        ),
        (
            #"{"rules":[{"target":"screen","style":{"pixelate":{"block":1}}}]}"#,
            "length-out-of-range", "/rules/0/style/pixelate/block"
        ),
        (
            #"{"rules":[{"target":"screen","style":{"image":{"asset":"logo"}}}]}"#,
            "asset-missing", "/rules/0/style/image/asset"
        ),
    ]

    @Test("a policy that cannot be carried out gets no picture, whatever is wrong with it", arguments: policies)
    func policy(text: String, code: String, pointer: String?) async throws {
        let snapshot = try Snapshots.noise(.png)
        let form = Form(parts: [("image", snapshot.array), ("policy", Array(text.utf8))])
        let reply = try await Client().send(.post, "/v1/sanitize", form.fields, body: form.body)
        #expect(reply.problem == code)
        #expect(reply.json["pointer"] as? String == pointer)
        try reply.expectRefusal(without: Traces(of: snapshot))
    }

    @Test("a picture that the wanted format cannot hold gets an error")
    func impossibleOutput() async throws {
        let long = try SecureBytes(copying: ChunkedPNG(holding: .noise(65_501, 1, channels: 3, seed: 52)).bytes)
        let client = Client(limits: DecodingLimits(maximumEdge: 70_000))
        let reply = try await client.send(.post, "/v1/sanitize?style=fill&color=%23000&format=jpeg", body: long)
        #expect(reply.status == 422)
        #expect(reply.problem == "output-impossible")
        #expect(reply.body.count < 1000)
    }

    @Test("an upload that cannot be taken apart gets an error without a part of it", arguments: RequestForm.allCases)
    func brokenUpload(form: RequestForm) async throws {
        let snapshot = try Snapshots.noise(.png)
        let traces = try Traces(of: snapshot)
        let (path, fields, body) = try form.request(snapshot)
        let client = Client()
        for count in stride(from: 0, to: body.count, by: 97) {
            let reply = try await client.send(.post, path, fields, body: body[0..<count])
            #expect([400, 415, 422].contains(reply.status))
            reply.expectRefusal(without: traces)
        }
        #expect(try await client.send(.post, path, fields, body: body).status == 200)
    }
}
