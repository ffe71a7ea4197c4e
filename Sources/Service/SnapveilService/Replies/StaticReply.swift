import CLibDeflate
import HTTPServer
import HTTPTypes
import RedactionJobs
import SecureMemory

/// A reply that is always the same, made once at the start: as it is, and compressed where that makes it shorter.
///
/// A client that has it already gets a 304 (RFC 9110, section 13.1.2).
struct StaticReply: Sendable {
    private struct Variant: Sendable {
        let tag: String
        let body: SecureBytes
    }

    let type: String
    private let fields: HTTPFields
    private let plain: Variant
    /// Nil where it would not be shorter by at least a tenth.
    private let compressed: Variant?

    /// Makes a reply of bytes that hold nothing of any client.
    ///
    /// - Parameter fields: The fields besides type, length, coding and entity tag. `Cache-Control` is `no-cache` by default:
    ///   a copy may be kept, and is checked before each use.
    init(_ body: SecureBytes, type: String, _ fields: HTTPFields = [:]) {
        var fields = fields
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-cache" }
        fields[.xContentTypeOptions] = "nosniff"
        self.type = type
        self.fields = fields
        let tag = body.contentTag
        plain = Variant(tag: "\"\(tag)\"", body: body)
        let gzip = body.gzipped().flatMap { $0.count < body.count / 10 * 9 ? $0 : nil }
        compressed = gzip.map { Variant(tag: "\"\(tag)-gzip\"", body: $0) }
    }

    init(_ text: String, type: String, _ fields: HTTPFields = [:]) throws(OutOfMemory) {
        self.init(try SecureBytes(copying: text.utf8), type: type, fields)
    }

    /// The reply to GET or HEAD, whose `head` has the accepted codings and the entity tags of copies.
    func response(to head: HTTPRequest) -> HTTPServerResponse {
        var reply = HTTPResponse(status: .ok, headerFields: fields)
        let variant = variant(for: head.headerFields[.acceptEncoding])
        reply.headerFields[.eTag] = variant.tag
        if compressed != nil { reply.headerFields[.vary] = "Accept-Encoding" }
        if head.headerFields[.ifNoneMatch].map({ Self.matches($0, variant.tag) }) ?? false {
            reply.status = .notModified
            return HTTPServerResponse(head: reply, body: SecureBytes())
        }
        reply.headerFields[.contentType] = type
        if variant.tag != plain.tag { reply.headerFields[.contentEncoding] = "gzip" }
        return HTTPServerResponse(head: reply, body: variant.body)
    }

    /// The shorter one, if the client accepts it with at least the same weight (RFC 9110, section 12.5.3).
    private func variant(for acceptEncoding: String?) -> Variant {
        guard let compressed, let acceptEncoding else { return plain }
        let list = WeightedList(acceptEncoding)
        let any = list.weight(of: ["*"])
        let gzip = list.weight(of: ["gzip", "x-gzip"]) ?? any ?? 0
        return gzip > 0 && gzip >= list.weight(of: ["identity"]) ?? 0 ? compressed : plain
    }

    /// Whether a list of entity tags has `tag`, weak or strong.
    private static func matches(_ list: String, _ tag: String) -> Bool {
        WeightedList(list).items.contains { item in
            item.value == "*" || (item.value.hasPrefix("w/") ? item.value.dropFirst(2) : item.value[...]) == tag
        }
    }
}

extension SecureBytes {
    /// The hash of the bytes in 16 hexadecimal digits (FNV-1a). Not for bytes that others could choose.
    fileprivate var contentTag: String {
        let hash = withUnsafeBytes { bytes in
            bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        return hash.digits(16, radix: 16)
    }
}

extension SecureBytes {
    /// The bytes as one gzip member (RFC 1952), about as small as by zlib; nil if there is no memory for it.
    ///
    /// The working memory of libdeflate is not wiped: not for bytes of clients.
    func gzipped() -> SecureBytes? {
        guard let compressor = libdeflate_alloc_compressor(9) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, count)
        guard var output = try? SecureBytesBuilder(capacity: bound) else { return nil }
        let room: ()? = try? output.appendInPlace(minimum: bound) { room in
            withUnsafeBytes { bytes in
                libdeflate_gzip_compress(compressor, bytes.baseAddress, bytes.count, room.baseAddress, room.count)
            }
        }
        guard room != nil, output.count > 0 else { return nil }
        return output.finish()
    }
}
