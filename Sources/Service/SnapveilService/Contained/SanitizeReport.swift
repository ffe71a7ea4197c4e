import BinaryCoding
import HTTPTypes
import Redaction
import SecureMemory

/// What a worker says of a request beside the body of its reply.
///
/// The worker may be in the hands of what it has read. So the front takes no report but one that could be true.
struct SanitizeReport: Sendable {
    /// Status and fields of the reply.
    let head: ReplyHead
    /// The kind of problem that the reply tells of; nil if it tells of none.
    let problem: ProblemKind?
    /// What the work took.
    let reading: WorkMeter.Reading
    /// What the worker keeps for requests to come.
    let kept: KeptMemory

    /// What a report can say and be true.
    struct Bounds {
        /// From the order to the report, as the front has measured it.
        let time: Duration
        /// Pixels of the largest snapshot.
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

    /// The report as bytes. Stages, styles and kinds of problem go by their numbers.
    ///
    /// - Throws: ``OutOfMemory``.
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

    /// Reads a report that could be true.
    ///
    /// - Throws: ``BinaryError`` for any other.
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

/// What a process that works keeps for requests to come.
struct KeptMemory: Sendable, Equatable {
    /// Bytes of covers of whole screens.
    var covers = 0
    /// Bytes of large blocks that nothing is in.
    var idle = 0

    /// More than any machine has.
    fileprivate static let most = 1 << 44
}

extension BinaryReader {
    /// Reads a number from 0 to `limit`.
    fileprivate mutating func int(atMost limit: Int) throws(BinaryError) -> Int {
        try checked { reader in
            let number = try reader.int()
            return 0...limit ~= number ? number : nil
        }
    }

    /// Reads a time span of at most so many nanoseconds, if there is one.
    fileprivate mutating func duration(atMost limit: Int) throws(BinaryError) -> Duration? {
        try optional { .nanoseconds(try $0.int(atMost: limit)) }
    }
}

extension Duration {
    /// Whole nanoseconds.
    fileprivate var nanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) * 1_000_000_000 + Int(clamping: attoseconds / 1_000_000_000)
    }
}
