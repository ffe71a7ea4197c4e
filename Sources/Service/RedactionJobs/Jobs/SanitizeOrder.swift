import BinaryCoding
package import HTTPTypes

/// The parts of a head that the work on its body depends on.
package struct SanitizeOrder: Sendable, Equatable {
    package let target: String
    package let contentType: String?
    package let contentEncoding: String?
    package let accept: String?

    package static let checkPath = "/v1/check"

    /// Whether the reply is a report of findings in place of a redacted snapshot.
    var isCheck: Bool { target.prefix { $0 != "?" } == Self.checkPath }

    package init(_ head: HTTPRequest) {
        target = head.path ?? ""
        contentType = head.headerFields[.contentType]
        contentEncoding = head.headerFields[.contentEncoding]
        accept = head.headerFields[.accept]
    }

    /// Upper bound on the bytes of a value: more than a head has.
    private static let longestValue = 64 << 10

    init(reading reader: inout BinaryReader) throws(BinaryError) {
        let limit = Self.longestValue
        target = try reader.string(maximumByteCount: limit)
        contentType = try reader.optional { try $0.string(maximumByteCount: limit) }
        contentEncoding = try reader.optional { try $0.string(maximumByteCount: limit) }
        accept = try reader.optional { try $0.string(maximumByteCount: limit) }
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(target)
        for value in [contentType, contentEncoding, accept] { writer.write(optional: value) { $0.write($1) } }
    }
}
