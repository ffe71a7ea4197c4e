public import BoundedWork
public import SecureMemory
import Synchronization

/// A worker that does one job at a time in a process of its own, which is replaced when it ends or has to be ended.
///
/// All but ``isAlive``, ``processID``, ``watch(_:)``, ``noteReplacements(by:)`` and ``forget(_:)`` is called by one thread at a time,
/// which waits.
public final class ContainedWorker: Sendable {
    private let supply: WorkerSupply
    private let wake: WakeEvent
    private let state = Mutex(State())

    private struct State {
        var process: WorkerProcess?
        var isStarting = false
        /// Hears of an end of the process while there is nothing to do.
        var watch: Watch?
        var onEnd: (@Sendable () -> Void)?
        var onReplacement: (@Sendable (WorkerFailure?) -> Void)?
    }

    /// The time for a worker to go on with a job that nobody waits for any more.
    private static let grace = Duration.milliseconds(250)

    init(_ supply: WorkerSupply, _ process: WorkerProcess) throws(ContainmentError) {
        self.supply = supply
        wake = try WakeEvent()
        state.withLock { $0.process = process }
    }

    // MARK: - The process

    func awaitReady() throws(ContainmentError) -> LockReport {
        guard let process = state.withLock(\.process) else { throw .endedEarly("it was stopped") }
        return try process.awaitReady()
    }

    /// Gets a process that is ready, in place of the one before.
    public func start() throws(ContainmentError) {
        state.withLock { $0.isStarting = true }
        defer { state.withLock { $0.isStarting = false } }
        let process = try supply.take()
        state.withLock { state in
            state.process = process
            state.watch = state.onEnd.flatMap { Watch(process.endDescriptor(), $0) }
        }
    }

    /// Whether there is a process that has not been given up, or one is on its way.
    public var isAlive: Bool { state.withLock { $0.isStarting || $0.process?.isBroken == false } }

    /// The number of the process; nil if there is none.
    public var processID: Int32? { state.withLock { $0.process?.id } }

    /// Calls `action` when the process, or one that takes its place, has ended.
    public func watch(_ action: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.onEnd = action
            state.watch = Watch(state.process?.endDescriptor(), action)
        }
    }

    /// Calls `action` when a job has got another process than the one that was there, which was not fit for it: it broke the
    /// protocol after an earlier job, or has ended, for which there is no failure. The thread is that of the job.
    public func noteReplacements(by action: @escaping @Sendable (WorkerFailure?) -> Void) {
        state.withLock { $0.onReplacement = action }
    }

    private func tellOfReplacement(_ failure: WorkerFailure?) {
        if let action = state.withLock(\.onReplacement) { action(failure) }
    }

    /// Ends the process. ``start()`` starts another.
    public func stop() {
        let process = state.withLock { state in
            state.watch = nil
            defer { state.process = nil }
            return state.process
        }
        process?.kill()
    }

    /// Whether the process can be given a job. One that cannot is ended.
    public var isFit: Bool { readyProcess() != nil }

    private func readyProcess() -> WorkerProcess? {
        guard let process = state.withLock(\.process), !process.isBroken else { return nil }
        // A process that speaks without being asked, or has ended, is replaced before it can harm a job.
        guard !process.hasSpokenUp else {
            process.kill()
            return nil
        }
        return process
    }

    private func process() throws(WorkerFailure) -> WorkerProcess {
        let last = state.withLock(\.process)
        // Whoever has seen a process fail knows of it.
        let isNews = last?.isBroken == false
        if let process = readyProcess() { return process }
        try mapError(start()) { (_: ContainmentError) in WorkerFailure.unavailable }
        guard let process = readyProcess() else { throw .unavailable }
        if isNews, let last { tellOfReplacement(last.hasEnded ? nil : .babbled) }
        return process
    }

    // MARK: - Jobs

    /// A job for a worker.
    public struct Job: Sendable {
        /// The order to the worker.
        public var content: SecureBytes
        /// The input: none, or memory that can be passed on.
        public var input: SharedInput?
        /// Descriptors of this process for the job, in ``JobTerms/streams`` there: 3 at most, open until the job has ended.
        public var streams: [Int32]
        /// Material that the job needs.
        public var material: Material?
        /// The time that the job may take, without that of ``request``.
        public var timeLimit: Duration
        /// Cancelled when nobody waits for the job any more.
        public var cancellation: Cancellation
        /// Bytes of the memory that all jobs share, if no other job had any.
        public var memoryLimit: Int
        /// Bytes of it that the job has from its start. A job that needs no more does not ask.
        public var grantedByteCount: Int
        /// Waits for all of those bytes that the job needs, in place of those from its start; whether they were had. Called
        /// at most once, before the job takes any.
        public var request: @Sendable (Int) -> Bool

        /// Puts a job together.
        public init(
            content: SecureBytes,
            input: SharedInput?,
            streams: [Int32] = [],
            material: Material?,
            timeLimit: Duration,
            cancellation: Cancellation,
            memoryLimit: Int,
            grantedByteCount: Int,
            request: @escaping @Sendable (Int) -> Bool
        ) {
            self.content = content
            self.input = input
            self.streams = streams
            self.material = material
            self.timeLimit = timeLimit
            self.cancellation = cancellation
            self.memoryLimit = memoryLimit
            self.grantedByteCount = grantedByteCount
            self.request = request
        }
    }

    /// Has the worker do a job, and waits for the result. A process that fails is gone when this returns; the next job, or
    /// ``start()``, gets another.
    ///
    /// The result is unchecked. Its body may lie in memory of the worker, which another process may change while it is read.
    public func perform(_ job: Job) throws(WorkerFailure) -> JobResult {
        let process = try process()
        do throws(WorkerFailure) {
            return try Self.use(process) { (process) throws(WorkerFailure) in try perform(job, process) }
        } catch {
            // The fault of an earlier job, and none of this one.
            guard process.hasRepeatedItself else { throw error }
        }
        let next = try self.process()
        tellOfReplacement(.babbled)
        return try Self.use(next) { (process) throws(WorkerFailure) in try perform(job, process) }
    }

    /// Has the worker forget a block of memory in which no job will come any more, so that its pages are free. On any thread.
    public func forget(_ block: SharedMemory.ID) {
        state.withLock(\.process)?.forget(block)
    }

    /// Has the worker take `material` for jobs to come; its verdict, nil if it has the material already. It may take a minute,
    /// unless jobs wait.
    public func load(
        _ material: Material,
        within timeLimit: Duration = .seconds(60)
    ) throws(WorkerFailure) -> SecureBytes? {
        try Self.use(process()) { (process) throws(WorkerFailure) in
            try process.load(material, until: .now + timeLimit)
        }
    }

    /// Calls `body` with a process, which does not outlast its failure.
    private static func use<Result>(
        _ process: WorkerProcess,
        _ body: (WorkerProcess) throws(WorkerFailure) -> Result
    ) throws(WorkerFailure) -> Result {
        do throws(WorkerFailure) {
            return try body(process)
        } catch {
            process.kill()
            throw error
        }
    }

    private func perform(_ job: Job, _ process: WorkerProcess) throws(WorkerFailure) -> JobResult {
        if let material = job.material { _ = try process.load(material, until: .now + job.timeLimit) }
        let number = process.nextJob()
        job.cancellation.whenCancelled { [wake] in wake.signal() }
        let order = Order.job(
            number,
            content: job.content,
            input: job.input.map { Order.Place($0.memory, byteCount: $0.byteCount) },
            streamCount: job.streams.count,
            grantedByteCount: job.grantedByteCount,
            released: process.takeReleases()
        )
        // The worker keeps its mapped memory: to map a body anew takes longer than to cover a part of it.
        let unseen = job.input.flatMap { process.note(block: $0.memory.id) ? $0.memory : nil }
        guard process.send(order, unseen, passing: job.streams) else { throw process.failure() }
        // Until there is a result the worker reads the block, so that nobody else may have it.
        return try withExtendedLifetime(job.input) { () throws(WorkerFailure) in
            try result(of: job, number, process)
        }
    }

    private func result(
        of job: Job,
        _ number: JobNumber,
        _ process: WorkerProcess
    ) throws(WorkerFailure) -> JobResult {
        var deadline = ContinuousClock.now + job.timeLimit
        var hasAsked = false
        var isCalledOff = false
        while true {
            switch process.answer(or: isCalledOff ? nil : wake.descriptor, until: deadline) {
            case .report(.question(number, let byteCount))
            where !hasAsked && 0...job.memoryLimit ~= byteCount:
                hasAsked = true
                let asked = ContinuousClock.now
                guard process.send(.answer(job.request(byteCount))) else { throw process.failure() }
                deadline += .now - asked
            case .report(.done(number, let content, let body)):
                return JobResult(content: content, body: try self.body(body, number, process))
            case .event:
                // The event may be of an earlier job.
                wake.clear()
                guard job.cancellation.isCancelled else { continue }
                isCalledOff = true
                deadline = min(deadline, .now + Self.grace)
                process.callOff(number)
            case .deadline: throw isCalledOff ? .cancelled : .overran
            case .end: throw process.failure()
            case .report(.done(let earlier, _, _)) where earlier < number:
                process.noteRepetition()
                throw .babbled
            case .report, .babble: throw .babbled
            }
        }
    }

    private func body(
        _ body: Report.Body,
        _ number: JobNumber,
        _ process: WorkerProcess
    ) throws(WorkerFailure) -> SecureBytes {
        switch body {
        case .inline(let bytes): return bytes
        case .region(let offset, let count):
            guard offset >= 0, count >= 0, count <= process.region.byteCount,
                offset <= process.region.byteCount - count
            else { throw .babbled }
            let loan = MemoryLoan(of: process.region, range: offset..<offset + count) { _ in process.release(number) }
            return SecureBytes(reading: loan)
        }
    }
}
