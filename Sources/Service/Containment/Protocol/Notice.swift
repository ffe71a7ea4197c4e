import BinaryCoding
import SecureMemory

/// What a worker gets to know whatever it is doing, on a socket of its own.
enum Notice {
    /// Nobody waits for the job any more.
    case cancel(JobNumber)
    /// The results of the jobs were sent; their memory is the worker's again. Tells what no order has told for a while.
    case release([JobNumber])
    /// No job will come in this block any more.
    case forget(SharedMemory.ID)

    /// Most jobs whose results are released at a time.
    static let mostJobs = 1024
}

extension Notice {
    private enum Kind: UInt8 {
        case cancel, release, forget
    }

    /// The notice as a packet's bytes.
    ///
    /// - Throws: ``OutOfMemory``.
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

    /// Reads a notice.
    ///
    /// - Throws: ``BinaryError``.
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
