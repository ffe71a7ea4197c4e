/// One way in which a process limits for good what it can do.
public enum LockMeasure: String, Sendable, Hashable, CaseIterable {
    /// No program that the process starts gets rights that it lacks.
    case noNewPrivileges
    /// The process has no capabilities.
    case noCapabilities
    /// The memory, the descriptors and the files that the process may have are bounded.
    case resourceLimits
    /// No other process of the user can read the memory, and a crash leaves no core dump.
    case hiddenMemory
    /// A crash tells whether the memory had run out.
    case lastWords
    /// Landlock: which files, networks and processes the process reaches.
    case landlock
    /// Seccomp: which system calls the process makes.
    case seccomp

    /// What the measure is called in a log.
    var name: String {
        switch self {
        case .noNewPrivileges: "no new privileges"
        case .noCapabilities: "no capabilities"
        case .resourceLimits: "resource limits"
        case .hiddenMemory: "hidden memory"
        case .lastWords: "last words"
        case .landlock: "Landlock"
        case .seccomp: "seccomp"
        }
    }
}
