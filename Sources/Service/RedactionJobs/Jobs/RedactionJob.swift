package import Artefacts
package import BinaryCoding
package import Containment
package import Recordings
package import Sealing
package import SecureMemory

/// The job of a worker: one snapshot to redact, to preview or to report on.
package struct RedactionJob: Sendable, Equatable {
    /// The material that the demand is about.
    package let material: MaterialNumber
    package let demand: Demand
    /// Whether the worker may look at the picture, or work on an artefact. A job that has to and may not is handed back.
    package let mayLook: Bool

    package enum Demand: Sendable, Equatable {
        /// A request to the service, whose body is the input. The worker judges its head again, by its own policies.
        case request(SanitizeOrder)
        /// A file of a command. The input is the snapshot, and its page source of `hierarchyByteCount` bytes behind it.
        case file(hierarchyByteCount: Int?, scale: Double?)
        /// A step of a command on an artefact. The input is the question.
        case step(ArtefactStep)
        /// A recording of a command. There is no input; the streams are those of ``RecordingStreams``.
        case recording(RecordingTerms)
        /// An animated WebP, whose facts become the receipt. There is no input; the only stream is the file.
        case animation
        /// A reply of a server to a harness. The input is a ``ReplyInput``.
        case reply(ReplyOrder)
        /// A command of a harness, which is refused with any of these members. The input is its body.
        case command(refusing: [SoughtMember])
        /// A message of a server to a client. The input is the message.
        case message(MessageOrder)
        /// A message of WebDriver BiDi, of which an outline is made. The input is the message.
        case outline
        /// A message that cannot be made safe, for this reason, and becomes an error. The input is the message.
        case refusal(MessageLanguage, reason: String)
        /// An artefact of so many bytes to seal beside a redacted one of this digest. The input is its receipt; the streams are those
        /// of ``SealingStreams``.
        case seal(byteCount: Int, redacted: FileDigest)
        /// A redacted file to restore. The input is a receipt to hold against the sealed one, if there is one; the streams are those of
        /// ``UnsealingStreams``.
        case unseal(hasReceipt: Bool)
    }

    package init(_ demand: Demand, material: MaterialNumber, mayLook: Bool) {
        self.demand = demand
        self.material = material
        self.mayLook = mayLook
    }
}

extension RedactionJob {
    private enum Kind: UInt8 {
        case request, file, step, recording, animation, reply, command, message, outline, refusal, seal, unseal
    }

    package func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(material)
        writer.write(mayLook)
        switch demand {
        case .request(let order):
            writer.write(Kind.request)
            order.write(to: &writer)
        case .file(let hierarchyByteCount, let scale):
            writer.write(Kind.file)
            writer.write(optional: hierarchyByteCount) { $0.write($1) }
            writer.write(optional: scale) { $0.write($1) }
        case .step(let step):
            writer.write(Kind.step)
            writer.write(step)
        case .recording(let terms):
            writer.write(Kind.recording)
            terms.write(to: &writer)
        case .animation: writer.write(Kind.animation)
        case .reply(let order):
            writer.write(Kind.reply)
            order.write(to: &writer)
        case .refusal(let language, let reason):
            writer.write(Kind.refusal)
            writer.write(language)
            writer.write(reason)
        case .message(let order):
            writer.write(Kind.message)
            order.write(to: &writer)
        case .outline: writer.write(Kind.outline)
        case .unseal(let hasReceipt):
            writer.write(Kind.unseal)
            writer.write(hasReceipt)
        case .seal(let byteCount, let redacted):
            writer.write(Kind.seal)
            writer.write(byteCount)
            writer.write(redacted.hexadecimal)
        case .command(let members):
            writer.write(Kind.command)
            writer.write(array: members) {
                $0.write($1.name)
                $0.write(optional: $1.value) { $0.write($1) }
            }
        }
        return try writer.finish()
    }

    package init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        material = try reader.uint64()
        mayLook = try reader.bool()
        switch try reader.value(of: Kind.self) {
        case .request: demand = .request(try SanitizeOrder(reading: &reader))
        case .file:
            demand = .file(
                hierarchyByteCount: try reader.optional { try $0.int() },
                scale: try reader.optional { try $0.double() }
            )
        case .step: demand = .step(try reader.word())
        case .recording: demand = .recording(try RecordingTerms(reading: &reader))
        case .animation: demand = .animation
        case .reply: demand = .reply(try ReplyOrder(reading: &reader))
        case .refusal:
            let language = try reader.value(of: MessageLanguage.self)
            demand = .refusal(language, reason: try reader.string(maximumByteCount: 4096))
        case .message: demand = .message(try MessageOrder(reading: &reader))
        case .outline: demand = .outline
        case .unseal: demand = .unseal(hasReceipt: try reader.bool())
        case .seal:
            let byteCount = try reader.int(atMost: 1 << 40)
            let digest = try reader.checked { FileDigest(hexadecimal: try $0.string(maximumByteCount: 64)) }
            demand = .seal(byteCount: byteCount, redacted: digest)
        case .command: demand = .command(refusing: try reader.members())
        }
        try reader.finish()
    }
}

extension BinaryReader {
    /// Upper bounds on members that are looked for, and on the bytes of each text.
    private static let (mostMembers, longestText) = (256, 256)

    fileprivate mutating func members() throws(BinaryError) -> [SoughtMember] {
        try array(maximumCount: Self.mostMembers) { (reader) throws(BinaryError) in
            let name = try reader.string(maximumByteCount: Self.longestText)
            return SoughtMember(name, try reader.optional { try $0.string(maximumByteCount: Self.longestText) })
        }
    }
}

/// A file of a command.
package struct RedactionInput: Sendable {
    package let snapshot: SecureBytes
    /// The page source, if it has one of its own.
    package let hierarchy: SecureBytes?
    /// Pixels for each point, if its name says so.
    package let scale: Double?

    package init(_ snapshot: SecureBytes, hierarchy: SecureBytes? = nil, scale: Double? = nil) {
        self.snapshot = snapshot
        self.hierarchy = hierarchy
        self.scale = scale
    }

    package var demand: RedactionJob.Demand { .file(hierarchyByteCount: hierarchy?.count, scale: scale) }

    /// The bytes for a worker, in memory of `source`: the snapshot, which is not copied where it is alone, and the page source
    /// behind it.
    package func packed(in source: MemorySource) throws(OutOfMemory) -> SecureBytes {
        guard let hierarchy else { return snapshot }
        var builder = try SecureBytesBuilder(capacity: snapshot.count + hierarchy.count, in: source)
        try builder.append(snapshot)
        try builder.append(hierarchy)
        return builder.finish()
    }

    /// Takes packed bytes apart; nil if there are too few.
    init?(_ bytes: SecureBytes, hierarchyByteCount: Int?, scale: Double?) {
        guard 0...bytes.count ~= hierarchyByteCount ?? 0 else { return nil }
        let end = bytes.count - (hierarchyByteCount ?? 0)
        self.init(
            bytes[0..<end],
            hierarchy: hierarchyByteCount == nil ? nil : bytes[end..<bytes.count],
            scale: scale
        )
    }
}
