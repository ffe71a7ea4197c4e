import Artefacts
package import BinaryCoding
package import Containment
import HTTPTypes
import ImageCore
import Redaction
package import SecureMemory

/// The result on its way from a worker to the front.
///
/// Hostile bytes may have taken the worker over, so the front takes no result that could not be true, and of what goes into the
/// head of a reply only numbers and words of closed lists. A worker may go on to write to the memory of the parts, of which the
/// front believes nothing.
extension WorkResult {
    private enum Kind: UInt8 {
        case done, problem, refused, handedBack
    }

    /// Bound on the bytes of a text of a problem, or of a reason.
    private static let longestText = 16 << 10
    private static let stages = WorkMeter.Stage.allCases
    private static let styles = Style.kinds

    /// The result as a message, with the parts one after the other in its body, but for short texts. A picture alone is not copied.
    package func encoded() throws(OutOfMemory) -> JobResult {
        var writer = BinaryWriter()
        var body = SecureBytes()
        switch outcome {
        case .done(let parts):
            writer.write(Kind.done)
            parts.write(to: &writer)
            body = try parts.joined()
        case .problem(let problem):
            writer.write(Kind.problem)
            problem.write(to: &writer, longestText: Self.longestText)
        case .refused(let sentence):
            writer.write(Kind.refused)
            writer.write(sentence.utf8.count > Self.longestText ? "the reason is too long to show" : sentence)
        case .handedBack: writer.write(Kind.handedBack)
        }
        for stage in Self.stages { writer.write(optional: reading.stages[stage]) { $0.write($1.nanoseconds) } }
        for style in Self.styles { writer.write(optional: reading.styles[style]) { $0.write($1.nanoseconds) } }
        writer.write(reading.pixels)
        writer.write(optional: reading.hadReadyCover) { $0.write($1) }
        writer.write(kept.covers)
        writer.write(kept.idle)
        return JobResult(content: try writer.finish(), body: body)
    }

    /// Reads a message; one that could not be true is an error.
    package init(decoding result: JobResult, within bounds: Bounds) throws(BinaryError) {
        var reader = BinaryReader(result.content)
        let kind = try reader.value(of: Kind.self)
        switch kind {
        case .done: outcome = .done(try RedactedParts(reading: &reader, of: result.body))
        case .problem: outcome = .problem(try Problem(reading: &reader, longestText: Self.longestText))
        case .refused: outcome = .refused(try reader.string(maximumByteCount: Self.longestText))
        case .handedBack: outcome = .handedBack
        }
        guard kind == .done || result.body.isEmpty else { throw .trailingBytes(offset: reader.offset) }
        var reading = WorkMeter.Reading()
        let limit = bounds.time.nanoseconds
        for stage in Self.stages { reading.stages[stage] = try reader.duration(atMost: limit) }
        for style in Self.styles { reading.styles[style] = try reader.duration(atMost: limit) }
        reading.pixels = try reader.int(atMost: bounds.pixels)
        reading.hadReadyCover = try reader.optional { try $0.bool() }
        self.reading = reading
        kept = KeptMemory(
            covers: try reader.int(atMost: KeptMemory.most),
            idle: try reader.int(atMost: KeptMemory.most)
        )
        try reader.finish()
    }
}

extension RedactedParts {
    fileprivate func write(to writer: inout BinaryWriter) {
        writer.write(picture.count)
        writer.write(format)
        writer.write(optional: hierarchy) { writer, source in
            writer.write(source.bytes.count)
            writer.write(source.form)
        }
        writer.write(optional: sealed) { $0.write($1.count) }
        writer.write(hasShortTexts)
        for text in texts {
            writer.write(optional: text) { [hasShortTexts] in hasShortTexts ? $0.write($1) : $0.write($1.count) }
        }
        writer.write(optional: summary) { $1.write(to: &$0) }
        writer.write(optional: artefact) { $1.write(to: &$0) }
        writer.write(optional: reply) { $1.write(to: &$0) }
        writer.write(optional: outline) { $1.write(to: &$0) }
        writer.write(optional: recording) { writer, recording in
            writer.write(recording.contents.count)
            writer.write(recording.place)
        }
    }

    private var texts: [SecureBytes?] { [receipt, plan, report, entries] }

    /// Whether the texts fit into a packet, so that a picture with nothing but a receipt is not copied.
    private var hasShortTexts: Bool { texts.reduce(0) { $0 + ($1?.count ?? 0) } <= Self.shortTexts }

    private static let shortTexts = 16 << 10

    fileprivate func joined() throws(OutOfMemory) -> SecureBytes {
        let others = ([hierarchy?.bytes, sealed] + (hasShortTexts ? [] : texts) + [recording?.contents]).compactMap(
            \.self
        )
        guard !others.isEmpty else { return picture }
        if picture.isEmpty, others.count == 1 { return others[0] }
        var body = try SecureBytesBuilder(capacity: others.reduce(picture.count) { $0 + $1.count })
        for part in [picture] + others { try body.append(part) }
        return body.finish()
    }

    fileprivate init(reading reader: inout BinaryReader, of body: SecureBytes) throws(BinaryError) {
        var rest = body
        func part(_ reader: inout BinaryReader) throws(BinaryError) -> SecureBytes {
            let count = try reader.int(atMost: rest.count)
            defer { rest = rest[count..<rest.count] }
            return rest[0..<count]
        }
        picture = try part(&reader)
        format = try reader.word()
        hierarchy = try reader.optional { PageSource(bytes: try part(&$0), form: try $0.word()) }
        sealed = try reader.optional { try part(&$0) }
        let hasShortTexts = try reader.bool()
        func text(_ reader: inout BinaryReader) throws(BinaryError) -> SecureBytes {
            hasShortTexts ? try reader.bytes(maximumCount: Self.shortTexts) : try part(&reader)
        }
        receipt = try reader.optional { try text(&$0) }
        plan = try reader.optional { try text(&$0) }
        report = try reader.optional { try text(&$0) }
        entries = try reader.optional { try text(&$0) }
        summary = try reader.optional { try ReceiptSummary(reading: &$0) }
        artefact = try reader.optional { try ArtefactSummary(reading: &$0) }
        reply = try reader.optional { try ReplySummary(reading: &$0) }
        outline = try reader.optional { try BiDiOutline(reading: &$0) }
        recording = try reader.optional { reader in
            let contents = try part(&reader)
            return ReplyRedactor.Recording(contents: contents, place: try reader.int(atMost: picture.count))
        }
        guard rest.isEmpty else { throw .trailingBytes(offset: reader.offset) }
    }
}

extension ReceiptSummary {
    /// Upper bound on a count in a receipt: more than a reply has room for.
    private static let most = 1 << 32

    fileprivate func write(to writer: inout BinaryWriter) {
        writer.write(optional: policy) { $0.write($1) }
        writer.write(optional: phase) { $0.write($1) }
        writer.write(covered)
        writer.write(assurance)
        writer.write(optional: warnings) { $0.write($1) }
    }

    fileprivate init(reading reader: inout BinaryReader) throws(BinaryError) {
        policy = try reader.optional { try $0.policyName() }
        phase = try reader.optional { try $0.word() }
        covered = try reader.int(atMost: Self.most)
        assurance = try reader.word()
        warnings = try reader.optional { try $0.int(atMost: Self.most) }
    }
}

extension ArtefactSummary {
    /// Upper bound on a count of entries: more than an archive has.
    private static let most = 1 << 32

    fileprivate func write(to writer: inout BinaryWriter) {
        writer.write(optional: form) { $0.write($1) }
        writer.write(optional: policy) { $0.write($1) }
        for count in [kept, redacted, dropped] { writer.write(count) }
    }

    fileprivate init(reading reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            form: try reader.optional { try $0.word() },
            policy: try reader.optional { try $0.policyName() },
            kept: try reader.int(atMost: Self.most),
            redacted: try reader.int(atMost: Self.most),
            dropped: try reader.int(atMost: Self.most)
        )
    }
}

extension Problem {
    /// The kinds of problems that a body or a policy can have.
    private static let kinds = ProblemKind.topics.flatMap(\.kinds).filter {
        [400, 403, 404, 406, 413, 415, 422, 500, 503].contains($0.definition.status.code)
    }

    /// Writes a problem of a body. Its fields follow from its kind.
    fileprivate func write(to writer: inout BinaryWriter, longestText: Int) {
        writer.write(Self.kinds.firstIndex(of: kind) ?? Self.kinds.count)
        writer.write(detail.utf8.count > longestText ? kind.remedy : detail)
        for text in [pointer, parameter] {
            writer.write(optional: text.flatMap { $0.utf8.count > longestText ? nil : $0 }) { $0.write($1) }
        }
    }

    fileprivate init(reading reader: inout BinaryReader, longestText: Int) throws(BinaryError) {
        let kind = Self.kinds[try reader.int(atMost: Self.kinds.count - 1)]
        self.init(
            kind,
            try reader.string(maximumByteCount: longestText),
            next: .said,
            pointer: try reader.optional { try $0.string(maximumByteCount: longestText) },
            parameter: try reader.optional { try $0.string(maximumByteCount: longestText) },
            fields: kind == ProblemKind(ServerProblem.overloaded) ? Problem.overloaded().fields : [:]
        )
    }
}

extension BinaryReader {
    /// Reads a number of 0 to `limit`.
    mutating func int(atMost limit: Int) throws(BinaryError) -> Int {
        try checked { reader in
            let number = try reader.int()
            return 0...limit ~= number ? number : nil
        }
    }

    fileprivate mutating func policyName() throws(BinaryError) -> String {
        try checked { reader in
            let name = try reader.string(maximumByteCount: 64)
            return name.isIdentifier() ? name : nil
        }
    }

    /// Reads a time span of at most `limit` nanoseconds, if there is one.
    fileprivate mutating func duration(atMost limit: Int) throws(BinaryError) -> Duration? {
        try optional { .nanoseconds(try $0.int(atMost: limit)) }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) * 1_000_000_000 + Int(clamping: attoseconds / 1_000_000_000)
    }
}
