import Glibc

/// The reason why work cannot be contained.
public enum ContainmentError: Error, Equatable {
    /// A failure of the system, with a phrase and the value of `errno`.
    case system(String, Int32)
    /// The system allows only so many of the threads that are needed.
    case tooFewThreads(Int, needed: Int)
    /// The setup of the workers cannot be used, for a reason that the work itself gives.
    case unusableSetup(String)
    /// A process was started and ended before it was ready, with a reason if it gave one.
    case endedEarly(String)
}

extension ContainmentError {
    /// The failure of the last call for memory that processes share.
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
        case .system(let failure, EFBIG): "\(failure): the file is too long (RLIMIT_FSIZE, LimitFSIZE of systemd)"
        case .system(let failure, let code): "\(failure): \(String(cString: strerror(code)))"
        case .tooFewThreads(let count, let needed):
            "only \(count) more threads and processes are allowed, and \(needed) are needed: raise RLIMIT_NPROC, or the container's "
                + "limit of pids"
        case .unusableSetup(let reason): reason
        case .endedEarly(let reason): "a worker process ended before it was ready: \(reason)"
        }
    }
}
