public import BoundedWork
public import SecureMemory

/// Work on what strangers send, as a worker does it: in a process of its own, or in this one.
///
/// It is told everything by bytes, and tells everything by bytes, so that the result is the same in both.
public protocol ContainedWork: Sendable {
    /// Gets ready: reads from the disk all that will be needed, as there is no disk once the worker is locked.
    ///
    /// - Parameter setup: ``WorkerSetup/content``.
    /// - Throws: An error whose description is a sentence for whoever set up the work: there will be no worker.
    init(setup: SecureBytes) throws

    /// Paths of files that may be opened for reading, and no others, once the worker is locked.
    var lateFiles: [String] { get }

    /// Does once what would make the first job take longer, when the worker is locked.
    func warmUp()

    /// Takes material for jobs to come. Once there are more than ``materialCapacity``, the one that came first is forgotten.
    ///
    /// - Returns: What the front has to know of it.
    func load(_ material: SecureBytes, _ number: MaterialNumber) -> SecureBytes

    /// Does a job. Never fails: what goes wrong is a result, too.
    ///
    /// - Parameters:
    ///   - content: What is to be done.
    ///   - input: What it is done to.
    ///   - terms: What the job may use, and whether it is still wanted.
    func perform(_ content: SecureBytes, _ input: SecureBytes, _ terms: JobTerms) -> JobResult
}

/// Materials that a worker remembers: the one in force, and the one before, which jobs may still need.
public let materialCapacity = 2

/// What a job may use, and whether it is still wanted.
public struct JobTerms: Sendable {
    /// With how many threads the job may be done, and whether it is still wanted.
    public let work: WorkContext
    private let request: @Sendable (Int) -> Bool

    /// Makes the terms of a job.
    ///
    /// - Parameters:
    ///   - work: With how many threads the job may be done, and whether it is still wanted.
    ///   - request: Waits for a number of bytes of the memory that all jobs share; whether they were had.
    public init(work: WorkContext, request: @escaping @Sendable (Int) -> Bool) {
        self.work = work
        self.request = request
    }

    /// Waits for `byteCount` bytes of the memory that all jobs share, which the job has until it is done. To be asked once.
    ///
    /// - Returns: Whether there are so many; if there are not, the job is not wanted any more.
    public func takeMemory(_ byteCount: Int) -> Bool { request(byteCount) }
}

/// What became of a job.
public struct JobResult: Sendable {
    /// What the result is: short.
    public var content: SecureBytes
    /// The large part of the result.
    public var body: SecureBytes

    /// Puts a result together.
    public init(content: SecureBytes, body: SecureBytes) {
        self.content = content
        self.body = body
    }
}
