/// One way in which a process limits what it can do from now on.
public enum LockMeasure: String, Sendable, Hashable, CaseIterable {
    /// No program that is started gives it rights that it lacks.
    case noNewPrivileges
    /// It has no capabilities, and cannot get any.
    case noCapabilities
    /// Bounds on memory, descriptors, files that it writes, and core dumps.
    case resourceLimits
    /// Nobody else can read its memory or attach a debugger.
    case secrecy
    /// Landlock: the files and networks that it reaches.
    case landlock
    /// Seccomp: the system calls that it makes.
    case seccomp
}
