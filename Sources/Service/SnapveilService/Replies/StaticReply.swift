import HTTPServer
import HTTPTypes
import SecureMemory

/// A reply that is always the same, made once at the start: as it is, and compressed where that makes it shorter.
///
/// It is sent whole to a client that has not got it yet, and as a 304 to one that has (RFC 9110, section 13.1.2).
/// ```swift
/// let page = StaticReply(html, type: "text/html; charset=utf-8", [.contentSecurityPolicy: "default-src 'self'"])
/// let response = page.response(to: request.head)
/// ```
struct StaticReply: Sendable {
    /// The reply in one coding.
    private struct Variant: Sendable {
        let tag: String
        let body: SecureBytes
    }

    /// The media type of the reply.
    let type: String
    private let fields: HTTPFields
    private let plain: Variant
    /// Nil where it would not be shorter by a tenth at least.
    private let compressed: Variant?

    /// Makes a reply of bytes that hold nothing of any client.
    ///
    /// - Parameters:
    ///   - body: What is sent.
    ///   - type: Its media type.
    ///   - fields: What the head says besides type, length, coding and entity tag. `Cache-Control` is `no-cache` where
    ///     they do not say anything else: a copy may be kept, and is asked for before it is used.
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

    /// Makes a reply of a text, which is sent as UTF-8.
    ///
    /// - Throws: ``OutOfMemory``.
    init(_ text: String, type: String, _ fields: HTTPFields = [:]) throws(OutOfMemory) {
        self.init(try SecureBytes(copying: text.utf8), type: type, fields)
    }

    /// The reply to GET or HEAD.
    ///
    /// - Parameter head: What tells which codings the client takes, and whether it has the reply already.
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

    /// The shorter one, if the client takes it at least as gladly as the other (RFC 9110, section 12.5.3).
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
    /// The bytes as 16 hexadecimal digits that change with them (FNV-1a). Not for what others could choose.
    fileprivate var contentTag: String {
        let hash = withUnsafeBytes { bytes in
            bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
