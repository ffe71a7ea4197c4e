import CLibDeflate
import HTTPTypes
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("What never changes is sent once, and compressed where that pays")
struct StaticReplyTests {
    private static let text = String(repeating: "a page of a server that says the same to everybody. ", count: 40)

    private func reply(_ fields: HTTPFields = [:], text: String = text) throws -> Reply {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "t", path: "/", headerFields: fields)
        return Reply(try StaticReply(text, type: "text/plain; charset=utf-8").response(to: head))
    }

    @Test(
        "a client that takes gzip gets it, by its weight",
        arguments: [
            (nil, false), ("", false), ("identity", false), ("br", false), ("gzip;q=0", false),
            ("*;q=0.5, gzip;q=0", false), ("identity, gzip;q=0.5", false), ("gzip", true), ("GZIP", true),
            ("x-gzip", true), ("deflate, gzip, br, zstd", true), ("*", true), ("identity;q=0.5, gzip;q=0.8", true),
        ] as [(String?, Bool)]
    )
    func coding(accept: String?, isCompressed: Bool) throws {
        let reply = try reply(accept.map { [.acceptEncoding: $0] } ?? [:])
        #expect(reply.status == 200)
        #expect(reply.fields[.contentEncoding] == (isCompressed ? "gzip" : nil))
        #expect(reply.fields[.vary] == "Accept-Encoding")
        let body = isCompressed ? try unpacked(reply.body) : reply.body.array
        #expect(body == Array(Self.text.utf8))
        #expect(isCompressed == (reply.body.count < Self.text.utf8.count / 2))
    }

    @Test("what is hardly shorter in gzip is sent as it is, to all")
    func incompressible() throws {
        let reply = try reply([.acceptEncoding: "gzip"], text: "short")
        #expect(reply.body.text == "short")
        #expect(reply.fields[.contentEncoding] == nil)
        #expect(reply.fields[.vary] == nil)
    }

    @Test("a client that has it already is told so, in the coding that it takes")
    func revalidation() throws {
        let plain = try #require(try reply().fields[.eTag])
        let packed = try #require(try reply([.acceptEncoding: "gzip"]).fields[.eTag])
        #expect(plain != packed)
        for sent in [plain, "W/\(plain)", "\"other\", \(plain)", "*", packed] {
            var fields: HTTPFields = [.ifNoneMatch: sent]
            if sent == packed { fields[.acceptEncoding] = "gzip" }
            let reply = try reply(fields)
            #expect(reply.status == 304, "\(sent)")
            #expect(reply.body.isEmpty)
            #expect(reply.fields[.eTag] == (sent == packed ? packed : plain))
            #expect(reply.fields[.cacheControl] == "no-cache")
            #expect(reply.fields[.contentType] == nil)
        }
        for sent in [packed, "\"other\"", "", "w", plain.replacing("\"", with: "")] {
            #expect(try reply([.ifNoneMatch: sent]).status == 200, "\(sent)")
        }
    }

    @Test("the tag changes with the content")
    func tags() throws {
        #expect(try reply().fields[.eTag] == reply().fields[.eTag])
        #expect(try reply().fields[.eTag] != reply(text: Self.text + "!").fields[.eTag])
    }

    private func unpacked(_ bytes: SecureBytes) throws -> [UInt8] {
        let decompressor = try #require(libdeflate_alloc_decompressor())
        defer { libdeflate_free_decompressor(decompressor) }
        var (output, count) = ([UInt8](repeating: 0, count: 1 << 16), 0)
        let result = bytes.withUnsafeBytes { input in
            libdeflate_gzip_decompress(decompressor, input.baseAddress, input.count, &output, output.count, &count)
        }
        #expect(result == LIBDEFLATE_SUCCESS)
        return Array(output.prefix(count))
    }
}
