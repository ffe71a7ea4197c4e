import BinaryCoding
import Containment
import Foundation
import PolicyLibrary
import Redaction
import SecureMemory

enum RedactReply: Sendable {
    case done(RedactedFile)
    /// The file cannot be redacted, for this reason.
    case refused(String)
}

extension RedactReply {
    /// The longest sentence, in bytes.
    private static let longestSentence = 16 << 10

    /// The reply as a result: the lengths of its parts, and the parts one after the other. A picture alone is not copied.
    func result() throws -> JobResult {
        var writer = BinaryWriter()
        switch self {
        case .refused(let sentence):
            writer.write(false)
            writer.write(sentence.utf8.count > Self.longestSentence ? "the reason is too long to be told" : sentence)
            return JobResult(content: try writer.finish(), body: SecureBytes())
        case .done(let file):
            let receipt = try file.receipt.map { try SecureBytes(copying: JSONEncoder().encode($0)) }
            let report = try file.report.map { try SecureBytes(copying: JSONEncoder().encode($0)) }
            let exposure = try file.exposure.map { try SecureBytes(copying: JSONEncoder().encode($0)) }
            let parts = [file.hierarchy, receipt, report, exposure]
            writer.write(true)
            writer.write(file.picture.count)
            for part in parts { writer.write(optional: part) { $0.write($1.count) } }
            let content = try writer.finish()
            let others = parts.compactMap(\.self)
            guard !others.isEmpty else { return JobResult(content: content, body: file.picture) }
            var body = try SecureBytesBuilder(capacity: others.reduce(file.picture.count) { $0 + $1.count })
            for part in [file.picture] + others { try body.append(part) }
            return JobResult(content: content, body: body.finish())
        }
    }

    /// Reads a result, which an attacker may have written.
    ///
    /// The worker may go on to write to the memory of the parts. So only the picture and the page source stay there; a
    /// receipt or a report is copied, and read into a value of its type.
    init(_ result: JobResult) throws {
        var reader = BinaryReader(result.content)
        guard try reader.bool() else {
            self = .refused(try reader.string(maximumByteCount: Self.longestSentence))
            try reader.finish()
            return
        }
        var parts = BodyParts(rest: result.body)
        let picture = try reader.checked { parts.next(try $0.int()) }
        let hierarchy = try reader.optional { try $0.checked { parts.next(try $0.int()) } }
        let receipt = try reader.optional { try $0.checked { parts.next(try $0.int()) } }
        let report = try reader.optional { try $0.checked { parts.next(try $0.int()) } }
        let exposure = try reader.optional { try $0.checked { parts.next(try $0.int()) } }
        try reader.finish()
        guard parts.isAtEnd else { throw BinaryError.trailingBytes(offset: reader.offset) }
        self = .done(
            RedactedFile(
                picture: picture,
                hierarchy: hierarchy,
                receipt: try receipt.map(Self.decode),
                report: try report.map(Self.decode),
                exposure: try exposure.map(Self.decode)
            )
        )
    }

    private static func decode<Value: Decodable>(_ bytes: SecureBytes) throws -> Value {
        try JSONDecoder().decode(Value.self, from: bytes.withUnsafeBytes { Data($0) })
    }
}

private struct BodyParts {
    var rest: SecureBytes

    var isAtEnd: Bool { rest.isEmpty }

    /// The next `count` bytes; nil if there are not so many.
    mutating func next(_ count: Int) -> SecureBytes? {
        guard (0...rest.count).contains(count) else { return nil }
        defer { rest = rest[count..<rest.count] }
        return rest[0..<count]
    }
}

struct RedactVerdict: Sendable {
    /// The picture that cannot be used; nil if all can be.
    let fault: InvalidFile?
}

extension RedactVerdict {
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(optional: fault) { $1.write(to: &$0) }
        return try writer.finish()
    }

    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        fault = try reader.optional { try InvalidFile(from: &$0) }
        try reader.finish()
    }
}
