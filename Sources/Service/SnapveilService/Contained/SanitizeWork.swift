import BinaryCoding
import BoundedWork
public import Containment
import Detection
import HTTPServer
import HTTPTypes
import PolicyLibrary
import Redaction
public import SecureMemory
import Synchronization

/// The work of a worker of the service: it takes bodies apart, carries out policies and writes replies.
public final class SanitizeWork: ContainedWork {
    private let setup: SanitizeSetup
    private let workshop: Workshop
    /// The policies of the server, at most ``materialCapacity`` of them, as jobs may be of before or after an exchange.
    private let policies = Mutex<[(number: MaterialNumber, policies: ServerPolicies)]>([])
    /// The last job and its demands: a harness mostly repeats them.
    private let lastCall = Mutex<(content: SecureBytes, call: SanitizeCall)?>(nil)

    /// Files that are opened while messages are drawn.
    public let lateFiles: [String]

    /// Prepares to redact.
    ///
    /// - Parameter setup: A ``SanitizeSetup`` as bytes.
    /// - Throws: `BinaryError`, or `DetectorError` for models that cannot be used.
    public init(setup bytes: SecureBytes) throws {
        setup = try SanitizeSetup(decoding: bytes)
        let detector = try setup.models.map { try Detector(models: $0) }
        let redactor = Redactor(limits: setup.limits, covers: CoverCache(), detector: detector)
        workshop = Workshop(redactor: redactor, workBytes: setup.workBytes)
        lateFiles = Redactor.prepare()
    }

    /// Draws a message and drops it.
    public func warmUp() {
        workshop.redactor.warmUp()
    }

    /// Reads the policies and decodes the pictures of a server.
    ///
    /// - Returns: A ``CatalogueVerdict`` as bytes.
    public func load(_ material: SecureBytes, _ number: MaterialNumber) -> SecureBytes {
        let verdict: CatalogueVerdict
        do {
            let catalogue = try Catalogue(CatalogueFiles(decoding: material), limits: setup.limits)
            verdict = .usable(warnings: catalogue.warnings)
            policies.withLock { policies in
                let loaded = (number, ServerPolicies(catalogue: catalogue, demands: setup.demands))
                policies = (policies + [loaded]).suffix(materialCapacity)
            }
        } catch let error as InvalidFile {
            verdict = .unusable(error)
        } catch {
            verdict = .unusable(InvalidFile("policies", "\(error)"))
        }
        return (try? verdict.encoded()) ?? SecureBytes()
    }

    /// Makes the reply to a request.
    ///
    /// - Parameters:
    ///   - content: A ``SanitizeJob`` as bytes.
    ///   - input: The body of the request.
    ///   - terms: The threads and the memory of the job, and whether it is still wanted.
    /// - Returns: A ``SanitizeReport`` as bytes, and the body of the reply.
    public func perform(_ content: SecureBytes, _ input: SecureBytes, _ terms: JobTerms) -> JobResult {
        let meter = WorkMeter()
        let answer: Answer
        do throws(Problem) {
            answer = Answer(try reply(to: content, input, terms, meter))
        } catch {
            // This process shares its memory with no other, so there will be no more of it later.
            let isTooExpensive = error == .overloaded() && !terms.work.isCancelled
            answer = Answer(isTooExpensive ? .tooExpensive(.memory) : error)
        }
        let report = SanitizeReport(
            head: ReplyHead(answer.response.head),
            problem: answer.problem,
            reading: meter.reading,
            kept: KeptMemory(covers: workshop.redactor.coverBytes, idle: IdleMemory.byteCount)
        )
        return JobResult(content: (try? report.encoded()) ?? SecureBytes(), body: answer.response.body)
    }

    private func reply(
        to content: SecureBytes,
        _ input: SecureBytes,
        _ terms: JobTerms,
        _ meter: WorkMeter
    ) throws(Problem) -> HTTPServerResponse {
        let call = try call(content)
        // The front accounts for the memory of replies.
        return try call.perform(input, in: workshop, room: ReplyRoom(), terms: terms, meter: meter)
    }

    private func call(_ content: SecureBytes) throws(Problem) -> SanitizeCall {
        if let last = lastCall.withLock({ $0 }), last.content == content { return last.call }
        let job = try mapError(SanitizeJob(decoding: content)) { (_: BinaryError) in Problem.defect() }
        let policies = policies.withLock { $0.first { $0.number == job.material }?.policies }
        guard let policies else { throw .defect() }
        let call = try SanitizeCall(job.order, policies: policies)
        lastCall.withLock { $0 = (content, call) }
        return call
    }
}
