import BinaryCoding
import Containment
import Detection
import PolicyLibrary
import Redaction
import SecureMemory
import Synchronization

/// The work of `snapveil redact`: a worker gets the order of the run once, and then one file after the other.
final class RedactWork: ContainedWork {
    /// Files that are opened for reading while messages are drawn.
    let lateFiles: [String]
    private let detector: Detector?
    private let task = Mutex<RedactionTask?>(nil)

    /// Reads a ``RedactSetup``, and the models that it names.
    init(setup bytes: SecureBytes) throws {
        let setup = try RedactSetup(decoding: bytes)
        detector = try setup.models.map { try Detector(models: $0) }
        lateFiles = Redactor.prepare(messages: setup.showsMessages, hierarchies: setup.hasHierarchy)
    }

    /// Does nothing: most runs are over after a few files.
    func warmUp() {}

    /// Takes a ``RedactionOrder``, and decodes its pictures; a ``RedactVerdict``.
    func load(_ material: SecureBytes, _ number: MaterialNumber) -> SecureBytes {
        var verdict = RedactVerdict(fault: nil)
        do {
            let task = try RedactionTask(RedactionOrder(decoding: material), detector)
            self.task.withLock { $0 = task }
        } catch let error as InvalidFile {
            verdict = RedactVerdict(fault: error)
        } catch {
            verdict = RedactVerdict(fault: InvalidFile("the policy", "\(error)"))
        }
        return (try? verdict.encoded()) ?? SecureBytes()
    }

    /// Redacts a ``RedactionInput``; a ``RedactReply``.
    func perform(_ content: SecureBytes, _ input: SecureBytes, _ terms: JobTerms) -> JobResult {
        // An empty result breaks the protocol, so that the front sees the failure.
        (try? reply(to: RedactionInput(content: content, bytes: input), terms).result())
            ?? JobResult(content: SecureBytes(), body: SecureBytes())
    }

    private func reply(to input: RedactionInput, _ terms: JobTerms) -> RedactReply {
        guard let task = task.withLock(\.self) else { return .refused("there is no policy") }
        do throws(RedactionError) {
            return .done(try task.perform(input, terms.work))
        } catch {
            return .refused(error.sentence)
        }
    }
}

/// The needs of an order that a worker reads from the disk before it gets it.
struct RedactSetup: Sendable {
    var showsMessages: Bool
    var hasHierarchy: Bool
    /// The directory of models to look at pictures with; nil if that is not needed.
    var models: String?

    /// Upper bound on the bytes of a path.
    private static let longestPath = 64 << 10

    init(_ order: RedactionOrder, models: String? = nil) {
        showsMessages = order.policy.showsMessages
        hasHierarchy = order.hierarchy != nil || order.hasHierarchies
        self.models = models
    }

    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(showsMessages)
        writer.write(hasHierarchy)
        writer.write(optional: models) { $0.write($1) }
        return try writer.finish()
    }

    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        showsMessages = try reader.bool()
        hasHierarchy = try reader.bool()
        models = try reader.optional { try $0.string(maximumByteCount: Self.longestPath) }
        try reader.finish()
    }
}
