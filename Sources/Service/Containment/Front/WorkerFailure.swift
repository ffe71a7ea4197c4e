/// Why a job came to nothing, for which it, and not the worker, is gone without a trace.
public enum WorkerFailure: Error, Equatable, Sendable {
    /// The process ended: by a signal, or with an exit status.
    case crashed(String)
    /// Somebody else killed the process: mostly the kernel, for lack of memory.
    case killed(String)
    /// The process made a system call that it may not make, which ended it.
    case trespassed(String)
    /// The process took more memory than it may.
    case outOfMemory
    /// The job took longer than it may.
    case overran
    /// Nobody waits for the job any more.
    case cancelled
    /// The process said what no worker says.
    case babbled
    /// There is no worker, and none could be started.
    case unavailable
}

extension WorkerFailure: CustomStringConvertible {
    /// A phrase for a log.
    public var description: String {
        switch self {
        case .crashed(let ending), .killed(let ending), .trespassed(let ending): "ended \(ending)"
        case .outOfMemory: "took more memory than it may"
        case .overran: "took longer than it may"
        case .cancelled: "did not stop when its client had gone"
        case .babbled: "broke the protocol"
        case .unavailable: "could not be started"
        }
    }
}
