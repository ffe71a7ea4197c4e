import Artefacts
import BoundedWork
public import Containment
package import Detection
import PolicyLibrary
import Redaction
public import SecureMemory
import Synchronization

/// The work of all workers: of requests to the service, and of the files of commands.
public final class RedactionWork: ContainedWork {
    private let setup: WorkSetup
    private let workshop: Workshop
    /// The last materials, at most ``materialCapacity`` of them, because jobs may be of before or after an exchange.
    private let materials = Mutex<[(number: MaterialNumber, material: ReadyMaterial)]>([])
    /// The last request and its demands: a harness mostly repeats them.
    private let lastCall = Mutex<(job: RedactionJob, call: SanitizeCall)?>(nil)

    /// Files that are opened while messages are drawn.
    public let lateFiles: [String]

    /// Prepares a process for its jobs.
    ///
    /// - Parameter setup: A ``WorkSetup`` as bytes.
    /// - Throws: `BinaryError`, or `DetectorError` for models that cannot be used.
    public convenience init(setup bytes: SecureBytes) throws {
        let setup = try WorkSetup(decoding: bytes)
        self.init(
            setup,
            try setup.models.map { try Detector(models: $0) },
            lateFiles: Redactor.prepare(messages: setup.drawsMessages, hierarchies: setup.readsHierarchies)
        )
    }

    /// Takes jobs of this process.
    package init(_ setup: WorkSetup, _ detector: Detector?, lateFiles: [String] = []) {
        self.setup = setup
        let redactor = Redactor(limits: setup.limits, covers: CoverCache(), detector: detector)
        workshop = Workshop(redactor: redactor, workBytes: setup.workBytes)
        self.lateFiles = lateFiles
    }

    /// Bytes of covers of whole screens that are kept ready.
    var coverBytes: Int { workshop.redactor.coverBytes }

    /// Draws a message and drops it, if many jobs are to come.
    public func warmUp() {
        if setup.isForLong { workshop.redactor.warmUp() }
    }

    // MARK: - Materials

    /// Takes a ``WorkMaterial``; a ``MaterialVerdict``.
    public func load(_ material: SecureBytes, _ number: MaterialNumber) -> SecureBytes {
        let verdict: MaterialVerdict
        do {
            let (ready, warnings) = try ready(WorkMaterial(decoding: material))
            materials.withLock { $0 = ($0 + [(number, ready)]).suffix(materialCapacity) }
            verdict = .usable(warnings: warnings.map(\.printed))
        } catch let error as InvalidFile {
            verdict = .unusable(error.printed)
        } catch {
            verdict = .unusable(InvalidFile("policies", "\(error)").printed)
        }
        return (try? verdict.encoded()) ?? SecureBytes()
    }

    /// Parses the policies and decodes the pictures of a material; the pictures that cannot be used and that no policy needs.
    func ready(_ material: WorkMaterial) throws(InvalidFile) -> (ReadyMaterial, warnings: [InvalidFile]) {
        switch material {
        case .catalogue(let files):
            let catalogue = try Catalogue(files, limits: setup.limits)
            return (ready(catalogue), catalogue.warnings)
        case .order(let order): return (.task(try FileTask(order, workshop.redactor)), [])
        case .identities(let files): return (.identities(try files.identities()), [])
        }
    }

    func ready(_ catalogue: Catalogue) -> ReadyMaterial {
        .policies(ServerPolicies(catalogue: catalogue, demands: setup.demands))
    }

    // MARK: - Jobs

    /// Does a ``RedactionJob``; a ``WorkResult``.
    ///
    /// - Parameters:
    ///   - content: The job as bytes.
    ///   - input: The body of the request, or the files.
    ///   - terms: The threads and the memory of the job, and whether it is still wanted.
    public func perform(_ content: SecureBytes, _ input: SecureBytes, _ terms: JobTerms) -> JobResult {
        // An empty result breaks the protocol, so that the front sees the failure.
        let failure = JobResult(content: SecureBytes(), body: SecureBytes())
        guard let job = try? RedactionJob(decoding: content) else { return failure }
        let material = materials.withLock { $0.first { $0.number == job.material }?.material }
        var result = result(of: job, material, input, terms)
        // This process shares its memory with no other, so there will be no more of it later.
        if case .problem(let problem) = result.outcome, problem == .overloaded(), !terms.work.isCancelled {
            result = result.lackingMemory
        }
        do {
            return try result.encoded()
        } catch {
            return (try? result.lackingMemory.encoded()) ?? failure
        }
    }

    func result(
        of job: RedactionJob,
        _ material: ReadyMaterial?,
        _ input: SecureBytes,
        _ terms: JobTerms
    ) -> WorkResult {
        let meter = WorkMeter()
        let outcome = outcome(of: job, material, input, terms, meter)
        return WorkResult(
            outcome,
            reading: meter.reading,
            kept: KeptMemory(covers: coverBytes, idle: IdleMemory.byteCount)
        )
    }

    private func outcome(
        of job: RedactionJob,
        _ material: ReadyMaterial?,
        _ input: SecureBytes,
        _ terms: JobTerms,
        _ meter: WorkMeter
    ) -> WorkResult.Outcome {
        switch (job.demand, material) {
        case (.request(let order), .policies(let policies)):
            do throws(Problem) {
                let call = try call(job, order, policies)
                return try call.perform(input, in: workshop, mayLook: job.mayLook, terms: terms, meter: meter)
            } catch {
                return .problem(error)
            }
        case (.file(let hierarchyByteCount, let scale), .task(let task)):
            guard let file = RedactionInput(input, hierarchyByteCount: hierarchyByteCount, scale: scale) else {
                return .refused("its page source is not there")
            }
            return outcome { () throws(FileRefusal) in try task.perform(file, terms.work, meter) }
        case (.step(let step), .task(let task)):
            return outcome { () throws(FileRefusal) in try task.take(step, input, terms.work, meter) }
        case (.recording(let recording), .task(let task)):
            guard let streams = RecordingStreams(terms.streams) else { return .refused("its streams are not there") }
            return outcome { () throws(FileRefusal) in
                try task.work(onRecording: recording, streams, terms.work, meter)
            }
        case (.animation, _):
            guard let file = terms.streams.first else { return .refused("its file is not there") }
            return outcome { () throws(FileRefusal) in
                try FileTask.facts(ofAnimation: file, limits: workshop.redactor.limits)
            }
        case (.reply(let order), .task(let task)):
            return outcome(of: task, mayLook: job.mayLook) { (look) throws(FileRefusal) in
                try task.redact(order, input, look, terms.work, meter)
            }
        case (.message(let order), .task(let task)):
            return outcome(of: task, mayLook: job.mayLook) { (look) throws(FileRefusal) in
                try task.redact(message: input, order, look, terms.work, meter)
            }
        case (.refusal(let language, let reason), _): return .done(FileTask.refusal(of: input, language, reason))
        case (.seal(let byteCount, let redacted), .task(let task)):
            guard let streams = SealingStreams(terms.streams) else { return .refused("its streams are not there") }
            return outcome { () throws(FileRefusal) in
                try task.seal(input, of: redacted, byteCount: byteCount, streams, terms.work)
            }
        case (.unseal(let hasReceipt), .identities(let identities)):
            guard let streams = UnsealingStreams(terms.streams) else { return .refused("its streams are not there") }
            return outcome { () throws(FileRefusal) in
                let receipt = hasReceipt ? input : nil
                try streams.restore(by: identities, receipt: receipt, workshop.redactor.limits, terms.work)
                return RedactedParts()
            }
        case (.outline, _):
            var parts = RedactedParts()
            parts.outline = BiDiOutline(of: input)
            return .done(parts)
        case (.command(let members), _):
            if let found = SoughtMember.first(of: members, in: input) { return .refused(found.value ?? found.name) }
            return SoughtMember.isReadable(input) ? .done(RedactedParts()) : .refused("the command is no JSON")
        case (.request, _): return .problem(.defect())
        case (.file, _), (.step, _), (.recording, _), (.reply, _), (.message, _), (.seal, _):
            return .refused("there is no policy")
        case (.unseal, _): return .refused("there are no identities")
        }
    }

    /// The outcome of work on a reply, in which it is not known beforehand whether there is a picture to look at.
    private func outcome(
        of task: FileTask,
        mayLook: Bool,
        _ body: (ReplyLook) throws(FileRefusal) -> RedactedParts
    ) -> WorkResult.Outcome {
        let look = ReplyLook(isAllowed: mayLook || !task.looks)
        let outcome = outcome { () throws(FileRefusal) in try body(look) }
        return look.isWanted ? .handedBack : outcome
    }

    private func outcome(_ body: () throws(FileRefusal) -> RedactedParts) -> WorkResult.Outcome {
        do throws(FileRefusal) {
            return .done(try body())
        } catch {
            return .refused(error.sentence)
        }
    }

    private func call(
        _ job: RedactionJob,
        _ order: SanitizeOrder,
        _ policies: ServerPolicies
    ) throws(Problem) -> SanitizeCall {
        if let last = lastCall.withLock({ $0 }), last.job.demand == job.demand, last.job.material == job.material {
            return last.call
        }
        let call = try SanitizeCall(order, policies: policies)
        lastCall.withLock { $0 = (job, call) }
        return call
    }
}

extension WorkResult {
    /// The result of a job that took more memory than it may.
    fileprivate var lackingMemory: WorkResult {
        if case .refused = outcome {
            WorkResult(.refused(RedactionError.outOfMemory(.unknown).sentence), reading: reading, kept: kept)
        } else {
            WorkResult(.problem(.tooExpensive(.memory)), reading: reading, kept: kept)
        }
    }
}
