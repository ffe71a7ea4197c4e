import FaultyServer
import Foundation
import Samples
import SecureMemory
import Testing

@testable import RawHTTP

/// On two workers, which have half of the memory for pictures each when a job begins.
@Suite("Jobs that need more memory than is left wait for each other")
struct WaitingTests {
    /// Bytes that the pictures of one request take, and not those of two.
    private static let workBytes = 32 << 20

    private static func bytes(_ content: SecureBytes) -> [UInt8] { content.withUnsafeBytes { Array($0) } }

    /// A body whose job begins a while after its worker has it.
    private static func late(_ body: [UInt8]) -> [UInt8] { Array(Fault.late.order.utf8) + body }

    private static func post(_ body: [UInt8], _ path: String, _ type: String, to port: Int) async throws -> RawResponse
    {
        let client = try RawClient(port: port)
        let head = "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
        await client.send(Array(head.utf8) + body)
        return try await client.response()
    }

    @Test(
        "two at the same moment are both done, and one that needs little is not kept",
        arguments: ["/v1/sanitize?style=blur&radius=9", "/v1/check"]
    )
    func twoAtOnce(_ path: String) async throws {
        let server = try FaultyProcess(workBytes: Self.workBytes)
        let picture = Self.bytes(try Sample.iosLogin.picture("png"))
        let form: [String: Any] = [
            "image": Data(picture).base64EncodedString(),
            "hierarchy": String(decoding: Self.bytes(try Sample.iosLogin.pageSource), as: UTF8.self),
            "policy": ["rules": [["target": ["elements": "sensitive"], "style": ["veil": [String: Int]()]]]],
            "scale": 3,
        ]
        let isCheck = path == "/v1/check"
        let body = Self.late(isCheck ? try Array(JSONSerialization.data(withJSONObject: form)) : picture)
        let type = isCheck ? "application/json" : "image/png"
        for _ in 0..<2 {
            async let first = Self.post(body, path, type, to: server.port)
            async let second = Self.post(body, path, type, to: server.port)
            try await Task.sleep(for: .milliseconds(100))
            #expect(try await Self.post([1], "/v1/sanitize?style=veil", "image/png", to: server.port).status == 415)
            let replies = try await [first, second]
            #expect(replies.map(\.status) == [200, 200], "\(replies.map(\.text))")
        }
    }
}
