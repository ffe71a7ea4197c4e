import BoundedWork
import SecureMemory
import Synchronization
import Testing

@testable import Containment

/// All that a worker may say before its answer is tried, up to two packets in a row, with the real sockets and processes: what a front
/// makes of a packet depends on what the kernel has queued, too.
@Suite("Workers that say what no worker says")
struct LyingWorkerTests {
    private static let setup = WorkerSetup(
        content: SecureBytes(),
        regionByteLimit: 1 << 20,
        otherByteCount: 1 << 28,
        idleByteCount: 0
    )

    /// Bytes that a job may ask for.
    private static let memoryLimit = 100
    /// The job in which the packets are sent.
    private static let job: JobNumber = 2
    private static let truth = "0 streams, 0 bytes of input"

    /// A packet, and what it is.
    private struct Lie: CustomStringConvertible {
        let description: String
        let packet: SecureBytes
        /// The result that the packet stands for, if it is an answer to the job.
        var answer: String?
        /// Whether it may be taken for something of the next job, which fails then or has a result that is made up.
        var spoilsNext = false

        init(_ description: String, _ report: Report, answer: String? = nil, spoilsNext: Bool = false) throws {
            self.init(description, try report.encoded(), answer: answer)
            self.spoilsNext = spoilsNext
        }

        init(_ description: String, _ packet: SecureBytes, answer: String? = nil) {
            (self.description, self.packet, self.answer) = (description, packet, answer)
        }
    }

    private static func lies() throws -> [Lie] {
        let (lie, nothing) = (try SecureBytes(copying: Array("lie".utf8)), SecureBytes())
        let region = setup.regionByteCount
        func done(_ number: JobNumber, _ body: Report.Body) -> Report { .done(number, content: lie, body) }
        return try [
            Lie("ready again", .ready(LockReport())), Lie("failed", .failed("lie")), Lie("refused", .refused("lie")),
            Lie("loaded", .loaded(1, lie)), Lie("a question", .question(job, byteCount: memoryLimit), spoilsNext: true),
            Lie("a question for too much", .question(job, byteCount: memoryLimit + 1)),
            Lie("a question for less than nothing", .question(job, byteCount: -1)),
            Lie("a question of the next job", .question(job + 1, byteCount: 1)),
            Lie("an answer", done(job, .inline(nothing)), answer: "lie", spoilsNext: true),
            Lie(
                "an answer in the region",
                done(job, .region(offset: region - 5, count: 5)),
                answer: "lie",
                spoilsNext: true
            ),
            Lie("an answer beyond the region", done(job, .region(offset: region - 5, count: 6))),
            Lie("an answer before the region", done(job, .region(offset: -1, count: 5))),
            Lie("an answer of fewer bytes than none", done(job, .region(offset: 5, count: -1))),
            Lie("an answer of too many bytes", done(job, .region(offset: .max, count: .max))),
            // The job goes to another process, of which it is the first.
            Lie("an answer to the job before", done(job - 1, .inline(nothing)), answer: "lie", spoilsNext: true),
            Lie("an answer to no job", done(0, .inline(nothing))),
            Lie("an answer to the next job", done(job + 1, .inline(nothing))),
            Lie("an answer to a job far off", done(.max, .inline(nothing))),
            Lie("garbage", SecureBytes(copying: [250, 1, 2])),
        ]
    }

    /// A worker, and what its front was asked and told.
    private final class Front: Sendable {
        let worker: ContainedWorker
        let questions = Atomic(0)

        init() throws {
            let supply = try WorkerSupply(launcher: ProgramRun.launcher.get(), setup: setup, board: Board())
            worker = try #require(try supply.workers(1).workers.first)
        }

        /// The content of the result of a job in which the worker sends packets first; nil if it failed.
        func result(_ lies: [Lie]) throws -> String? {
            let script = try SecureBytes(
                copying: lies.flatMap { lie in
                    lie.packet.withUnsafeBytes { [UInt8($0.count)] + Array($0) }
                }
            )
            let job = ContainedWorker.Job(
                content: script,
                input: nil,
                material: nil,
                timeLimit: .seconds(20),
                cancellation: Cancellation(),
                memoryLimit: memoryLimit,
                grantedByteCount: 0,
                request: { _ in self.questions.add(1, ordering: .relaxed).newValue < 100 }
            )
            let outcome = Result { () throws(WorkerFailure) in try worker.perform(job) }
            switch outcome {
            case .failure(.babbled), .failure(.crashed): return nil
            default: break
            }
            let result = try outcome.get()
            // All of it can be read.
            #expect(result.body.withUnsafeBytes { bytes in bytes.allSatisfy { $0 == 0 } })
            return result.content.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// All sequences of one and of two lies.
    private static func sequences() throws -> [[Lie]] {
        let lies = try lies()
        return lies.map { [$0] } + lies.flatMap { first in lies.map { [first, $0] } }
    }

    @Test("a job has an answer to it or none, the next one too, and what comes later is not touched")
    func answers() throws {
        let front = try Front()
        for lies in try Self.sequences() {
            // The job behind it is the second one of the process, so that the packets have the numbers that they say.
            front.worker.stop()
            try front.worker.start()
            #expect(try front.result([]) == Self.truth)
            let asked = front.questions.load(ordering: .relaxed)
            let result = try front.result(lies)
            let isAnswered = result == nil || result == Self.truth || lies.contains { $0.answer == result }
            #expect(isAnswered, "\(lies): \(result ?? "nothing")")
            #expect(front.questions.load(ordering: .relaxed) - asked <= 2, "\(lies)")
            let next = try front.result([])
            let isNextSound = next == Self.truth || lies.contains(where: \.spoilsNext)
            #expect(isNextSound, "\(lies): \(next ?? "nothing") to the next job")
            #expect(try front.result([]) == Self.truth, "\(lies)")
        }
    }
}
