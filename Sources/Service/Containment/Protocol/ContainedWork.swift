public import BoundedWork
public import SecureMemory

/// Work on bytes from strangers, done by a worker: in a process of its own, or in this one.
///
/// All that goes in and out is bytes, so that the result is the same in both.
public protocol ContainedWork: Sendable {
    /// Gets ready: reads from the disk all that will be needed, for there is no disk once the worker is locked.
    ///
    /// - Parameter setup: ``WorkerSetup/content``.
    /// - Throws: An error whose description is a sentence for the operator: there will be no worker.
    init(setup: SecureBytes) throws

    /// Paths of files that may be opened for reading, and no others, once the worker is locked.
    var lateFiles: [String] { get }

    /// Does work once that would slow the first job down, when the worker is locked.
    func warmUp()

    /// Takes material for jobs to come. Once there are more than ``materialCapacity``, the one that came first is forgotten.
    ///
    /// - Returns: A verdict for the front.
    func load(_ material: SecureBytes, _ number: MaterialNumber) -> SecureBytes

    /// Does a job. Never fails: an error is a result, too.
    ///
    /// - Parameters:
    ///   - content: The order.
    ///   - input: The bytes that the order is about.
    ///   - terms: The memory and the threads that the job may use, and whether it is still wanted.
    func perform(_ content: SecureBytes, _ input: SecureBytes, _ terms: JobTerms) -> JobResult
}

/// Materials that a worker remembers: the one in force, and the one before, which jobs may still need.
public let materialCapacity = 2

/// The memory and the threads that a job may use, and whether it is still wanted.
public struct JobTerms: Sendable {
    /// The number of threads for the job, and whether it is still wanted.
    public let work: WorkContext
    private let request: @Sendable (Int) -> Bool

    /// Makes the terms of a job; `request` waits for a number of bytes of the memory that all jobs share, and returns whether
    /// they were had.
    public init(work: WorkContext, request: @escaping @Sendable (Int) -> Bool) {
        self.work = work
        self.request = request
    }

    /// Waits for `byteCount` bytes of the memory that all jobs share, which the job has until it is done. To be asked once.
    ///
    /// - Returns: Whether there are so many; if there are not, the job is not wanted any more.
    public func takeMemory(_ byteCount: Int) -> Bool { request(byteCount) }
}

/// The result of a job.
public struct JobResult: Sendable {
    /// The result itself, which is short.
    public var content: SecureBytes
    /// The large part of the result.
    public var body: SecureBytes

    /// Puts a result together.
    public init(content: SecureBytes, body: SecureBytes) {
        self.content = content
        self.body = body
    }
}
