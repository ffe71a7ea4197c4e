import BinaryCoding
public import SecureMemory

/// An order of a front to a worker, one after the other. Word about the job at hand is a ``Notice``.
enum Order {
    /// The setup of the worker, before anything hostile, with the descriptors of its region, the board and the socket for notices.
    case setUp(WorkerSetup)
    /// In place of a setup: the process becomes a program that is not this one, with the descriptors of the terms.
    case become(ProgramTerms)
    /// Material for jobs to come, in a descriptor of its own.
    case load(MaterialNumber, byteCount: Int)
    /// A job, with a share of the memory of all jobs, unless it asks for more. The block of its input comes as a descriptor at
    /// first, and the job's streams behind it. The results of the jobs in `released` were sent: their memory is the worker's again.
    case job(
        JobNumber,
        content: SecureBytes,
        input: Place?,
        streamCount: Int,
        grantedByteCount: Int,
        released: [JobNumber]
    )
    /// Whether the job was granted its question's bytes.
    case answer(Bool)

    /// The place of a job's input: the start of a block of memory.
    struct Place {
        let block: SharedMemory.ID
        let blockByteCount: Int
        let byteCount: Int
    }
}

package typealias JobNumber = UInt64

/// The setup of a worker, before it locks itself.
public struct WorkerSetup: Sendable {
    /// The setup of the work itself, for ``ContainedWork/init(setup:)``.
    public var content: SecureBytes
    /// Bytes of large memory that the worker may take at a time.
    public var regionByteLimit: Int
    /// Bytes that the worker may take besides its region.
    public var otherByteCount: Int
    /// Bytes of memory to keep for later jobs.
    public var idleByteCount: Int
    /// Whether core dumps and debuggers may show the memory.
    public var allowsInspection: Bool

    /// Puts the setup of a worker together.
    public init(
        content: SecureBytes,
        regionByteLimit: Int,
        otherByteCount: Int,
        idleByteCount: Int,
        allowsInspection: Bool = false
    ) {
        self.content = content
        self.regionByteLimit = regionByteLimit
        self.otherByteCount = otherByteCount
        self.idleByteCount = idleByteCount
        self.allowsInspection = allowsInspection
    }

    /// Bytes of the region for large memory. Nothing in it is ever moved, so it has room for gaps, which takes no memory.
    var regionByteCount: Int { regionByteLimit * 2 }
}

extension Order {
    private enum Kind: UInt8 {
        case setUp, become, load, job, answer
    }

    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        switch self {
        case .setUp(let setup):
            writer.write(Kind.setUp)
            writer.write(setup.content)
            writer.write(setup.regionByteLimit)
            writer.write(setup.otherByteCount)
            writer.write(setup.idleByteCount)
            writer.write(setup.allowsInspection)
        case .become(let terms):
            writer.write(Kind.become)
            terms.write(to: &writer)
        case .load(let number, let byteCount):
            writer.write(Kind.load)
            writer.write(number)
            writer.write(byteCount)
        case .job(let number, let content, let input, let streamCount, let grantedByteCount, let released):
            writer.write(Kind.job)
            writer.write(number)
            writer.write(content)
            writer.write(optional: input) { $1.write(to: &$0) }
            writer.write(streamCount)
            writer.write(grantedByteCount)
            writer.write(array: released) { $0.write($1) }
        case .answer(let isGranted):
            writer.write(Kind.answer)
            writer.write(isGranted)
        }
        return try writer.finish()
    }

    init(decoding packet: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(packet)
        switch try reader.value(of: Kind.self) {
        case .setUp:
            self = .setUp(
                WorkerSetup(
                    content: try reader.bytes(),
                    regionByteLimit: try reader.int(),
                    otherByteCount: try reader.int(),
                    idleByteCount: try reader.int(),
                    allowsInspection: try reader.bool()
                )
            )
        case .become: self = .become(try ProgramTerms(reading: &reader))
        case .load: self = .load(try reader.uint64(), byteCount: try reader.int())
        case .job:
            self = .job(
                try reader.uint64(),
                content: try reader.bytes(),
                input: try reader.optional { (reader) throws(BinaryError) in try Place(reading: &reader) },
                streamCount: try reader.int(),
                grantedByteCount: try reader.int(),
                released: try reader.array(maximumCount: Notice.mostJobs) { (reader) throws(BinaryError) in
                    try reader.uint64()
                }
            )
        case .answer: self = .answer(try reader.bool())
        }
        try reader.finish()
    }
}

extension Order.Place {
    init(_ memory: SharedMemory, byteCount: Int) {
        self.init(block: memory.id, blockByteCount: memory.byteCount, byteCount: byteCount)
    }

    fileprivate init(reading reader: inout BinaryReader) throws(BinaryError) {
        self.init(block: try reader.uint64(), blockByteCount: try reader.int(), byteCount: try reader.int())
    }

    fileprivate func write(to writer: inout BinaryWriter) {
        writer.write(block)
        writer.write(blockByteCount)
        writer.write(byteCount)
    }
}

/// Word to a worker at any time, on a socket of its own.
enum Notice {
    /// Nobody waits for the job any more.
    case cancel(JobNumber)
    /// The results of the jobs were sent; their memory is the worker's again. Sent without an order for a while.
    case release([JobNumber])
    /// No job will come in this block any more.
    case forget(SharedMemory.ID)

    static let mostJobs = 1024
}

extension Notice {
    private enum Kind: UInt8 {
        case cancel, release, forget
    }

    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        switch self {
        case .cancel(let number):
            writer.write(Kind.cancel)
            writer.write(number)
        case .release(let numbers):
            writer.write(Kind.release)
            writer.write(array: numbers) { $0.write($1) }
        case .forget(let block):
            writer.write(Kind.forget)
            writer.write(block)
        }
        return try writer.finish()
    }

    init(decoding packet: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(packet)
        switch try reader.value(of: Kind.self) {
        case .cancel: self = .cancel(try reader.uint64())
        case .release:
            self = .release(
                try reader.array(maximumCount: Self.mostJobs) { (reader) throws(BinaryError) in try reader.uint64() }
            )
        case .forget: self = .forget(try reader.uint64())
        }
        try reader.finish()
    }
}
