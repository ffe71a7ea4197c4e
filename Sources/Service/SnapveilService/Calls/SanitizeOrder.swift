import BinaryCoding
import HTTPTypes
import PolicyLibrary
import SecureMemory

/// What a head says that matters for the work on its body.
struct SanitizeOrder: Sendable, Equatable {
    /// The request target, with its query.
    let target: String
    /// The value of `Content-Type`.
    let contentType: String?
    /// The value of `Content-Encoding`.
    let contentEncoding: String?
    /// The value of `Accept`.
    let accept: String?

    /// The path of checks.
    static let checkPath = "/v1/check"

    /// Whether it is to be told what the snapshot shows, in place of covering it.
    var isCheck: Bool { target.prefix { $0 != "?" } == Self.checkPath }

    /// Takes from a head what matters.
    init(_ head: HTTPRequest) {
        target = head.path ?? ""
        contentType = head.headerFields[.contentType]
        contentEncoding = head.headerFields[.contentEncoding]
        accept = head.headerFields[.accept]
    }

    /// More than the head of a request has.
    private static let longestValue = 64 << 10

    /// Reads what ``write(to:)`` has written.
    init(reading reader: inout BinaryReader) throws(BinaryError) {
        let limit = Self.longestValue
        target = try reader.string(maximumByteCount: limit)
        contentType = try reader.optional { try $0.string(maximumByteCount: limit) }
        contentEncoding = try reader.optional { try $0.string(maximumByteCount: limit) }
        accept = try reader.optional { try $0.string(maximumByteCount: limit) }
    }

    /// Writes the order for a worker.
    func write(to writer: inout BinaryWriter) {
        writer.write(target)
        for value in [contentType, contentEncoding, accept] { writer.write(optional: value) { $0.write($1) } }
    }
}
