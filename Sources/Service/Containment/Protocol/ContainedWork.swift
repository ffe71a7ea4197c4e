public import BoundedWork
public import SecureMemory

/// Work on bytes from strangers, done by a worker in a process of its own, or in this one. Bytes alone go in and out, so that the
/// result is the same in both.
public protocol ContainedWork: Sendable {
    /// Reads from the disk all that will be needed, by ``WorkerSetup/content``: there is no disk once the worker is locked.
    ///
    /// - Throws: An error whose description is a sentence for the operator: there will be no worker.
    init(setup: SecureBytes) throws

    /// Paths of files that may still be opened for reading once the worker is locked.
    var lateFiles: [String] { get }

    /// Does work once that would slow the first job down, when the worker is locked.
    func warmUp()

    /// Takes material for jobs to come; a verdict for the front. Beyond ``materialCapacity``, the first to come is forgotten.
    func load(_ material: SecureBytes, _ number: MaterialNumber) -> SecureBytes

    /// Does the job that `content` orders on `input`, in the memory and the threads of `terms`. Never fails: an error is a result,
    /// too.
    func perform(_ content: SecureBytes, _ input: SecureBytes, _ terms: JobTerms) -> JobResult
}

/// Materials that a worker remembers: the one in force, and the one before, which jobs may still need.
public let materialCapacity = 2

/// The memory and the threads that a job may use, and whether it is still wanted.
public struct JobTerms: Sendable {
    /// The number of threads for the job, and whether it is still wanted.
    public let work: WorkContext
    /// The descriptors that came with the job, which are open until its result was sent. A worker may read regular files and pipes,
    /// and write to pipes alone.
    public let streams: [Int32]
    private let request: @Sendable (Int) -> Bool

    /// Makes the terms of a job; `request` waits for a number of bytes of the memory that all jobs share, and returns whether
    /// they were had.
    public init(work: WorkContext, streams: [Int32] = [], request: @escaping @Sendable (Int) -> Bool) {
        self.work = work
        self.streams = streams
        self.request = request
    }

    /// Waits for `byteCount` bytes of the memory that all jobs share, which the job has until it is done; false if there are fewer,
    /// and the job is not wanted any more. To be asked once.
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
