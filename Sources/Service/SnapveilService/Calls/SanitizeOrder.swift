import BinaryCoding
import Containment
import HTTPTypes
import PolicyLibrary
import SecureMemory

/// The parts of a head that the work on its body depends on.
struct SanitizeOrder: Sendable, Equatable {
    let target: String
    let contentType: String?
    let contentEncoding: String?
    let accept: String?

    static let checkPath = "/v1/check"

    /// Whether the reply is a report of findings in place of a redacted snapshot.
    var isCheck: Bool { target.prefix { $0 != "?" } == Self.checkPath }

    init(_ head: HTTPRequest) {
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

/// A request on its way to a worker.
struct SanitizeJob: Sendable {
    let order: SanitizeOrder
    /// The policies and pictures of the server when the head was judged.
    let material: MaterialNumber

    init(order: SanitizeOrder, material: MaterialNumber) {
        self.order = order
        self.material = material
    }

    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(material)
        order.write(to: &writer)
        return try writer.finish()
    }

    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        material = try reader.uint64()
        order = try SanitizeOrder(reading: &reader)
        try reader.finish()
    }
}
