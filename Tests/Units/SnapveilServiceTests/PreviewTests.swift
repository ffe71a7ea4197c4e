import Foundation
import HTTPTypes
import ImageCore
import PolicyLibrary
import SecureMemory
import Testing

@testable import ImageFixtures
@testable import SnapveilService

@Suite("A preview tells what a call would do")
struct PreviewTests {
    @Test(
        "its receipt and plan are those of the call, for every style and format",
        arguments: [
            "style=fill&color=%23000&region=2,2,9,9", "style=veil&region=2,2,9,9&padding=2", "style=blur&radius=3",
            "style=pixelate&block=4&region=1,1,20,20", "style=message&region=0,0,8,8", "policy=frosted",
            "policy=splash",
        ],
        [ImageFormat.png, .jpeg]
    )
    func receipt(query: String, format: ImageFormat) async throws {
        let file = try Snapshots.file(format)
        let accept: HTTPFields = [.accept: "application/json"]
        let preview = try await Client().send(.post, "/v1/sanitize?\(query)&preview=true", accept, body: file)
        let call = try await Client().send(.post, "/v1/sanitize?\(query)", accept, body: file)
        #expect(preview.status == 200)
        #expect(preview.receipt == call.receipt)
        #expect(preview.receipt != nil)
        #expect(preview.json["image"] == nil)
    }

    @Test("a picture that is cut off or changed is refused, although it is not decoded")
    func damage() async throws {
        let file = try Snapshots.file(.png)
        let query = "/v1/sanitize?style=fill&color=%23000&region=2,2,9,9&preview=true"
        var changed = file.array
        changed[changed.count / 2] ^= 1
        for bytes in [Array(file.array.dropLast(20)), changed] {
            let reply = try await Client().send(.post, query, body: try SecureBytes(copying: bytes))
            #expect(reply.status == 422)
            #expect(reply.problem == "snapshot-corrupt")
        }
    }

    @Test("of a large PNG it says that only the structure was checked, where the call decodes it")
    func structure() async throws {
        let file = try SecureBytes(copying: ChunkedPNG(holding: Picture.noise(1200, 1000, channels: 3, seed: 1)).bytes)
        let query = "/v1/sanitize?style=fill&color=%23000&region=2,2,9,9"
        let preview = try await Client().send(.post, "\(query)&preview=true", body: file)
        let call = try await Client().send(.post, query, [.accept: "application/json"], body: file)
        #expect((preview.json["receipt"] as? [String: Any])?["verified"] as? String == "structure")
        #expect((call.json["receipt"] as? [String: Any])?["verified"] == nil)
    }
}

extension Reply {
    /// The receipt of a JSON reply as a text that is the same for equal ones.
    fileprivate var receipt: String? {
        let text = body.text
        return text.range(of: "\"receipt\":").map { String(text[$0.upperBound...]) }
    }
}
