import Glibc

/// Why work cannot be contained.
public enum ContainmentError: Error, Equatable {
    /// The system refused something: what, and the value of `errno`.
    case system(String, Int32)
    /// The system lets there be so few threads, of those that are needed.
    case tooFewThreads(Int, needed: Int)
    /// What workers are set up with cannot be used: why, as the work itself says.
    case unusableSetup(String)
    /// A process was started and ended before it was ready, with a reason if it gave one.
    case endedEarly(String)
}

extension ContainmentError {
    /// Why memory that processes share could not be had just now.
    public static func lackOfSharedMemory() -> ContainmentError {
        .system("memory cannot be shared with workers (memfd_create)", errno)
    }
}

extension ContainmentError: CustomStringConvertible {
    /// A sentence for a log, without a full stop.
    public var description: String {
        switch self {
        case .system(let failure, EAGAIN):
            "\(failure): no more processes are allowed (RLIMIT_NPROC, or the container's limit of pids)"
        case .system(let failure, EFBIG): "\(failure): a file may not be so long (RLIMIT_FSIZE, LimitFSIZE of systemd)"
        case .system(let failure, let code): "\(failure): \(String(cString: strerror(code)))"
        case .tooFewThreads(let count, let needed):
            "there can be \(count) more threads and processes, and it takes \(needed): raise RLIMIT_NPROC, or the container's "
                + "limit of pids"
        case .unusableSetup(let reason): reason
        case .endedEarly(let reason): "a worker process ended before it was ready: \(reason)"
        }
    }
}
