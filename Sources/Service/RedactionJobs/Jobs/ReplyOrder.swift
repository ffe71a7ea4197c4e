package import Artefacts
import BinaryCoding
package import SecureMemory

/// A reply to redact that a server gave to a harness. The input of the job is the reply, and behind it what the screen held before
/// and after, as the server said it.
package struct ReplyOrder: Sendable, Equatable {
    /// Bytes of the reply.
    package let replyByteCount: Int
    /// Bytes of the page source of before the picture; nil where there are no page sources.
    package let sourceByteCount: Int?
    /// Members of JSON that are changed.
    package let direct: DirectMembers
    /// Whether it is a page source, whose texts are redacted, too.
    package let isSource: Bool
    /// Whether a recording is taken out of it, and handed back as it is.
    package let takesOutRecording: Bool

    package init(
        replyByteCount: Int,
        sourceByteCount: Int? = nil,
        direct: DirectMembers = DirectMembers(),
        isSource: Bool = false,
        takesOutRecording: Bool = false
    ) {
        self.replyByteCount = replyByteCount
        self.sourceByteCount = sourceByteCount
        self.direct = direct
        self.isSource = isSource
        self.takesOutRecording = takesOutRecording
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(replyByteCount)
        writer.write(optional: sourceByteCount) { $0.write($1) }
        direct.write(to: &writer)
        writer.write(isSource)
        writer.write(takesOutRecording)
    }

    init(reading reader: inout BinaryReader) throws(BinaryError) {
        replyByteCount = try reader.int()
        sourceByteCount = try reader.optional { try $0.int() }
        direct = try DirectMembers(reading: &reader)
        isSource = try reader.bool()
        takesOutRecording = try reader.bool()
    }
}

extension DirectMembers {
    /// Upper bounds on names, and on the bytes of a text.
    private static let (mostNames, longestText) = (256, 512)

    func write(to writer: inout BinaryWriter) {
        writer.write(array: omitted.sorted()) { $0.write($1) }
        writer.write(optional: socketOrigin) { $0.write($1) }
    }

    init(reading reader: inout BinaryReader) throws(BinaryError) {
        let names = try reader.array(maximumCount: Self.mostNames) { try $0.string(maximumByteCount: Self.longestText) }
        let origin = try reader.optional { try $0.string(maximumByteCount: Self.longestText) }
        self.init(omitted: Set(names), socketOrigin: origin)
    }
}

/// A reply, and what the screen held before and after.
package struct ReplyInput: Sendable {
    package let reply: SecureBytes
    /// Page sources, or boxes of a page, as a server replied them; nil where none are needed.
    package let sources: (before: SecureBytes, after: SecureBytes)?

    package init(_ reply: SecureBytes, sources: (before: SecureBytes, after: SecureBytes)? = nil) {
        (self.reply, self.sources) = (reply, sources)
    }

    /// The bytes for a worker, in memory of `source`: the reply, which is not copied where it is alone, and the sources behind it.
    package func packed(in source: MemorySource) throws(OutOfMemory) -> SecureBytes {
        guard let sources else { return reply }
        let parts = [reply, sources.before, sources.after]
        var builder = try SecureBytesBuilder(capacity: parts.reduce(0) { $0 + $1.count }, in: source)
        for part in parts { try builder.append(part) }
        return builder.finish()
    }

    /// Takes packed bytes apart; nil if there are too few.
    init?(_ bytes: SecureBytes, _ order: ReplyOrder) {
        let end = order.replyByteCount
        guard 0...bytes.count ~= end else { return nil }
        reply = bytes[0..<end]
        guard let count = order.sourceByteCount else {
            sources = nil
            return
        }
        guard 0...(bytes.count - end) ~= count else { return nil }
        sources = (bytes[end..<end + count], bytes[end + count..<bytes.count])
    }
}

/// The result of a reply in brief.
package struct ReplySummary: Sendable, Equatable {
    /// Whether the reply is as it was. Then its bytes are not in the result.
    package let isUnchanged: Bool
    /// Whether the screen moved while the picture was taken, so that there is no result.
    package let hasMoved: Bool
    /// Pictures that were redacted.
    package let pictures: Int
    /// Files within texts that were left out.
    package let dropped: Int
    /// Addresses of web sockets at the server that were changed; the first ones.
    package let sockets: [String]
    /// Whom the result is for, of a message that cannot be made safe: it is an error. Nil for one that is safe.
    package let refusal: Receiver?

    /// The receiver of an error in place of a message.
    package enum Receiver: String, CaseIterable, Sendable {
        case client
        case server
        case nobody
    }

    package init(
        isUnchanged: Bool = false,
        hasMoved: Bool = false,
        pictures: Int = 0,
        dropped: Int = 0,
        sockets: [String] = [],
        refusal: Receiver? = nil
    ) {
        (self.isUnchanged, self.hasMoved, self.pictures, self.dropped) = (isUnchanged, hasMoved, pictures, dropped)
        (self.sockets, self.refusal) = (sockets, refusal)
    }

    init(_ tally: ReplyRedactor.Tally, isUnchanged: Bool) {
        self.init(
            isUnchanged: isUnchanged,
            pictures: tally.pictures,
            dropped: tally.dropped,
            sockets: tally.sockets
        )
    }

    /// Upper bound on a count: more than a reply has room for.
    private static let most = 1 << 32

    func write(to writer: inout BinaryWriter) {
        writer.write(isUnchanged)
        writer.write(hasMoved)
        writer.write(pictures)
        writer.write(dropped)
        writer.write(array: sockets) { $0.write($1) }
        writer.write(optional: refusal) { $0.write($1) }
    }

    init(reading reader: inout BinaryReader) throws(BinaryError) {
        isUnchanged = try reader.bool()
        hasMoved = try reader.bool()
        pictures = try reader.int(atMost: Self.most)
        dropped = try reader.int(atMost: Self.most)
        sockets = try reader.array(maximumCount: 64) { try $0.string(maximumByteCount: 2048) }
        refusal = try reader.optional { try $0.word() }
    }
}
