import BinaryCoding
import Containment
import Detection
import PolicyLibrary
import Redaction
import SecureMemory
import Synchronization

/// What a worker of `snapveil redact` does: it is given the order of the run once, and then one file after the other.
final class RedactWork: ContainedWork {
    /// Files that are opened for reading while messages are drawn.
    let lateFiles: [String]
    private let detector: Detector?
    private let task = Mutex<RedactionTask?>(nil)

    /// Gets ready to redact.
    ///
    /// - Parameter bytes: A ``RedactSetup`` as bytes.
    /// - Throws: `BinaryError`, or `DetectorError` for models that cannot be used.
    init(setup bytes: SecureBytes) throws {
        let setup = try RedactSetup(decoding: bytes)
        detector = try setup.models.map { try Detector(models: $0) }
        lateFiles = Redactor.prepare(messages: setup.showsMessages, hierarchies: setup.hasHierarchy)
    }

    /// Does nothing: most runs are over after a few files.
    func warmUp() {}

    /// Takes the order, and decodes its pictures.
    ///
    /// - Parameter material: A ``RedactionOrder`` as bytes.
    /// - Returns: A ``RedactVerdict`` as bytes.
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

    /// Redacts a file.
    ///
    /// - Parameters:
    ///   - content: How a ``RedactionInput`` lies in the bytes.
    ///   - input: The bytes.
    ///   - terms: What the job may use, and whether it is still wanted.
    /// - Returns: A ``RedactReply``.
    func perform(_ content: SecureBytes, _ input: SecureBytes, _ terms: JobTerms) -> JobResult {
        // Nothing at all breaks the protocol, so that the front takes it for the failure that it is.
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
