import CContainment
import Foundation

/// A host that lacks something which workers are contained by, or forbids it.
enum Host: String, CaseIterable {
    case landlock, seccomp, memfd, processes, workers

    /// What runs a program as on such a host.
    var launcher: [String] {
        [ServerProcess.program.deletingLastPathComponent().appending(path: "RestrictedHost").path, rawValue]
    }

    /// What the log says of it.
    var words: [String] {
        let nothing = "not contained: "
        return switch self {
        case .landlock: ["contained in part: ", "missing: Landlock (", "Landlock needs Linux 5.13 or newer"]
        case .seccomp: ["contained in part: ", "missing: seccomp (", "seccomp needs a kernel with CONFIG_SECCOMP_"]
        case .memfd: [nothing, "memory cannot be shared with workers (memfd_create): Operation not permitted"]
        case .processes: [nothing, "the launcher of workers cannot be started: no more processes are allowed"]
        case .workers: [nothing, "a worker process cannot be started: no more processes are allowed"]
        }
    }

    /// Whether bodies are worked on in processes of their own all the same.
    var hasWorkers: Bool { self == .landlock || self == .seccomp }
}

/// What the kernel offers that the tests run on.
enum KernelSupport {
    /// Whether all measures of a lock can be taken.
    static let isComplete = hasLandlock && hasSeccomp
    static let hasLandlock = lock_landlock_version() > 0
    static let hasSeccomp = lock_filter_available() == 0
}

/// How far a server is to keep apart what reads uploads, as `--isolation` says it.
enum Isolation: String, CaseIterable {
    case auto
    case none
}
