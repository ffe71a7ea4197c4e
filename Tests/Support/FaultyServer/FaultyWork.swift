import Containment
import RedactionJobs
import SecureMemory
import Synchronization

/// The work of workers, which commits a fault where a body orders it.
final class FaultyWork: ContainedWork {
    private let work: RedactionWork
    private let count = Atomic<UInt64>(0)
    private let withholdsVerdicts = Atomic(false)

    var lateFiles: [String] { work.lateFiles }

    init(setup: SecureBytes) throws {
        work = try RedactionWork(setup: setup)
    }

    func warmUp() {
        work.warmUp()
    }

    func load(_ material: SecureBytes, _ number: MaterialNumber) -> SecureBytes {
        if withholdsVerdicts.load(ordering: .relaxed) { Fault.sleep.commit(in: 0) }
        return work.load(material, number)
    }

    func perform(_ content: SecureBytes, _ input: SecureBytes, _ terms: JobTerms) -> JobResult {
        let job = count.add(1, ordering: .relaxed).newValue
        let fault = Fault(input)
        fault?.commit(in: job)
        if fault == .withholdVerdicts { withholdsVerdicts.store(true, ordering: .relaxed) }
        let isLate = fault == .late
        let result = work.perform(content, isLate ? input[Fault.late.order.utf8.count..<input.count] : input, terms)
        if fault == .answerTwice { Forgery(repeating: result, job).send() }
        return result
    }
}
