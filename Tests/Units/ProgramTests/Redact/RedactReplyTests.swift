import BinaryCoding
import BoundedWork
import Containment
import Foundation
import ImageCore
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import snapveil

@Suite("What a worker of snapveil redact says, which may be anything")
struct RedactReplyTests {
    private struct Wrong: Error {}

    private func receipt() throws -> Receipt {
        let snapshot = try SecureBytes(copying: NoisySnapshot.png(.fast, seed: 4).file)
        let policy = try Policy(name: "a", rules: [.init(.screen, .blur(radius: 2)), .init(.screen, .fill(.black))])
        return try Redactor().redact(RedactionRequest(snapshot, policy: policy)).receipt
    }

    private func result(_ lengths: (Int, Int?, Int?), body: [UInt8]) throws -> JobResult {
        var writer = BinaryWriter()
        writer.write(true)
        writer.write(lengths.0)
        for length in [lengths.1, lengths.2, nil, nil] { writer.write(optional: length) { $0.write($1) } }
        return JobResult(content: try writer.finish(), body: try SecureBytes(copying: body))
    }

    private func file(_ result: JobResult) throws -> RedactedFile {
        guard case .done(let file) = try RedactReply(result) else { throw Wrong() }
        return file
    }

    @Test("a picture, a hierarchy and a receipt arrive as they are, together and alone")
    func parts() throws {
        let (picture, hierarchy) = (try SecureBytes(copying: [1, 2, 3]), try SecureBytes(copying: [4, 5]))
        let receipt = try receipt()
        for (hierarchy, receipt) in [(nil, nil), (hierarchy, nil), (nil, receipt), (hierarchy, receipt)] {
            let redacted = RedactedFile(picture: picture, hierarchy: hierarchy, receipt: receipt)
            let read = try file(RedactReply.done(redacted).result())
            #expect(read.picture == picture && read.hierarchy == hierarchy && read.receipt == receipt)
        }
        guard case .refused("why") = try RedactReply(RedactReply.refused("why").result()) else { throw Wrong() }
    }

    @Test("lengths that do not add up are refused")
    func lengths() throws {
        let body = [UInt8](repeating: 7, count: 10)
        #expect(try file(result((4, 6, nil), body: body)).hierarchy?.count == 6)
        for lengths in [
            (9, nil, nil), (11, nil, nil), (-1, 11, nil), (.max, nil, nil), (.min, nil, nil), (4, .max, nil),
            (4, 7, nil),
            (4, -4, 10), (0, 0, nil), (4, 5, nil),
        ] as [(Int, Int?, Int?)] {
            #expect(throws: (any Error).self) { try RedactReply(result(lengths, body: body)) }
        }
    }

    @Test("a receipt that is none is refused")
    func receipts() throws {
        for text in ["", "{}", "[]", "{\"policy\": 5", String(repeating: "[", count: 100_000), "\u{0}"] {
            #expect(throws: (any Error).self) {
                try RedactReply(result((0, nil, text.utf8.count), body: Array(text.utf8)))
            }
        }
    }

    @Test("bytes that were changed are refused, or are a reply")
    func noise() throws {
        let redacted = RedactedFile(
            picture: try SecureBytes(copying: [1, 2, 3]),
            hierarchy: nil,
            receipt: try receipt()
        )
        let whole = try RedactReply.done(redacted).result()
        let (content, body) = (whole.content.withUnsafeBytes(Array.init), whole.body.withUnsafeBytes(Array.init))
        var noise = SeededGenerator(seed: 7)
        var refused = 0
        for _ in 0..<2000 {
            var (content, body) = (content, body)
            content[noise.int(0...content.count - 1)] ^= UInt8(1 << noise.int(0...7))
            body[noise.int(0...body.count - 1)] = UInt8(noise.int(0...255))
            let result = JobResult(content: try SecureBytes(copying: content), body: try SecureBytes(copying: body))
            do { _ = try RedactReply(result) } catch { refused += 1 }
        }
        #expect(refused > 1000)
    }

    @Test("a sentence steers no terminal")
    func sentences() {
        #expect(QuotedText.printing("a\u{1B}[2J\nb é") == "a\\u{1B}[2J\\u{A}b é")
    }

    @Test("a reason that is too long is left out, and one that is claimed to be is refused")
    func longSentences() throws {
        let long = String(repeating: "x", count: 1 << 20)
        guard case .refused(let sentence) = try RedactReply(RedactReply.refused(long).result()) else { throw Wrong() }
        #expect(sentence == "the reason is too long to be told")
        var writer = BinaryWriter()
        writer.write(false)
        writer.write(long)
        let result = JobResult(content: try writer.finish(), body: SecureBytes())
        #expect(throws: BinaryError.self) { try RedactReply(result) }
    }
}
