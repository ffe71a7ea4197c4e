import BinaryCoding
import HTTPTypes
import ImageCore
import Redaction
import SecureMemory

/// The head of a reply, on its way from a worker to the front.
///
/// The worker may be in the hands of what it has read. So the front takes no head but one that this service could have written:
/// the statuses, fields and media types that there are, in visible ASCII.
struct ReplyHead: Sendable {
    /// Status and fields.
    let head: HTTPResponse

    init(_ head: HTTPResponse) {
        self.head = head
    }

    private static let statuses: Set<Int> = [200, 400, 403, 404, 406, 413, 415, 422, 500, 503]
    /// The fields that a reply may have; in a message, a number stands for each.
    private static let names: [HTTPField.Name] = [
        .cacheControl, .contentType, .xContentTypeOptions, .snapveilReceipt, .retryAfter, .acceptEncoding,
    ]
    private static let mediaTypes =
        OutputFormat.Kind.allCases.map(\.mediaType) + ["application/json", "application/problem+json"]
    private static let multipart = "multipart/mixed; boundary=snapveil-"
    /// The receipt of a policy whose name is as long as names may be has a fraction of it.
    private static let longestValue = 1024

    /// The head as bytes.
    ///
    /// - Throws: ``OutOfMemory``.
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(head.status.code)
        writer.write(array: Array(head.headerFields)) { writer, field in
            writer.write(Self.names.firstIndex(of: field.name) ?? Self.names.count)
            writer.write(field.value)
        }
        return try writer.finish()
    }

    /// Reads a head that this service could have written.
    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        var head = HTTPResponse(
            status: try reader.checked { reader in
                let code = try reader.int()
                return Self.statuses.contains(code) ? HTTPResponse.Status(code: code) : nil
            }
        )
        let fields = try reader.array(maximumCount: Self.names.count) { try $0.checked(Self.field) }
        try reader.finish()
        for field in fields { head.headerFields.append(field) }
        self.head = head
    }

    /// A field that this service writes; nil for any other.
    private static func field(_ reader: inout BinaryReader) throws(BinaryError) -> HTTPField? {
        let number = try reader.int()
        let value = try reader.string(maximumByteCount: longestValue)
        guard names.indices.contains(number), value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        guard names[number] != .contentType || isMediaType(value) else { return nil }
        return HTTPField(name: names[number], value: value)
    }

    private static func isMediaType(_ value: String) -> Bool {
        guard value.hasPrefix(multipart) else { return mediaTypes.contains(value) }
        return String(value.dropFirst(multipart.count)).isIdentifier()
    }
}
