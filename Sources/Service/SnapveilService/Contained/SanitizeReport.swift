import BinaryCoding
import HTTPTypes
import ImageCore
import Redaction
import SecureMemory

/// The report of a worker on a request, beside the body of the reply.
///
/// Hostile bytes may have taken the worker over, so the front takes no report that could not be true.
struct SanitizeReport: Sendable {
    let head: ReplyHead
    /// The kind of problem that the reply is about; nil for none.
    let problem: ProblemKind?
    let reading: WorkMeter.Reading
    /// The memory that the worker keeps for later requests.
    let kept: KeptMemory

    /// The bounds of a report that can be true.
    struct Bounds {
        /// Time from the order to the report, measured by the front.
        let time: Duration
        let pixels: Int
    }

    init(head: ReplyHead, problem: ProblemKind?, reading: WorkMeter.Reading, kept: KeptMemory) {
        self.head = head
        self.problem = problem
        self.reading = reading
        self.kept = kept
    }

    private static let kinds = ProblemKind.topics.flatMap(\.kinds)
    private static let stages = WorkMeter.Stage.allCases
    private static let styles = Style.kinds

    /// The report as bytes. Numbers stand for stages, styles and kinds of problem.
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(try head.encoded())
        writer.write(optional: problem.flatMap { Self.kinds.firstIndex(of: $0) }) { $0.write($1) }
        for stage in Self.stages { writer.write(optional: reading.stages[stage]) { $0.write($1.nanoseconds) } }
        for style in Self.styles { writer.write(optional: reading.styles[style]) { $0.write($1.nanoseconds) } }
        writer.write(reading.pixels)
        writer.write(optional: reading.hadReadyCover) { $0.write($1) }
        writer.write(kept.covers)
        writer.write(kept.idle)
        return try writer.finish()
    }

    /// Reads a report; one that could not be true is an error.
    init(decoding bytes: SecureBytes, within bounds: Bounds) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        let head = try ReplyHead(decoding: reader.bytes())
        problem = try reader.checked { reader in
            let number = try reader.optional { try $0.int() }
            guard let number else { return .some(ProblemKind?.none) }
            guard Self.kinds.indices.contains(number) else { return nil }
            return .some(Self.kinds[number])
        }
        // The status of a problem is that of its kind.
        guard (problem?.definition.status ?? .ok) == head.head.status else {
            throw .invalidValue(offset: reader.offset)
        }
        self.head = head
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

/// The memory that a worker keeps for later requests.
struct KeptMemory: Sendable, Equatable {
    /// Bytes of covers of whole screens.
    var covers = 0
    /// Bytes of large empty blocks.
    var idle = 0

    /// Upper bound on bytes: more than any machine has.
    fileprivate static let most = 1 << 44
}

extension BinaryReader {
    fileprivate mutating func int(atMost limit: Int) throws(BinaryError) -> Int {
        try checked { reader in
            let number = try reader.int()
            return 0...limit ~= number ? number : nil
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

/// The head of a reply on its way from a worker to the front.
///
/// Hostile bytes may have taken the worker over, so the front takes no head but one that this service could have written:
/// known statuses, fields and media types, in visible ASCII.
struct ReplyHead: Sendable {
    let head: HTTPResponse

    init(_ head: HTTPResponse) {
        self.head = head
    }

    private static let statuses: Set<Int> = [200, 400, 403, 404, 406, 413, 415, 422, 500, 503]
    /// The fields that a reply may have. A message has their numbers.
    private static let names: [HTTPField.Name] = [
        .cacheControl, .contentType, .xContentTypeOptions, .snapveilReceipt, .retryAfter, .acceptEncoding,
    ]
    private static let mediaTypes =
        OutputFormat.Kind.allCases.map(\.mediaType) + ["application/json", "application/problem+json"]
    private static let multipart = "multipart/mixed; boundary=snapveil-"
    /// Upper bound on the bytes of a value: several times the longest receipt in brief.
    private static let longestValue = 1024

    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(head.status.code)
        writer.write(array: Array(head.headerFields)) { writer, field in
            writer.write(Self.names.firstIndex(of: field.name) ?? Self.names.count)
            writer.write(field.value)
        }
        return try writer.finish()
    }

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
