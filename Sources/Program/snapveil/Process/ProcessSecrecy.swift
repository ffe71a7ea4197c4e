import CProcessControl
import Glibc

/// What others can see of this process's memory, which holds snapshots.
enum ProcessSecrecy {
    /// From now on no crash leaves a core dump, and nobody but root can attach a debugger or read the memory through
    /// `/proc`, whose files of this process become root's.
    ///
    /// - Throws: `ExitCode`, after the reason was printed: the system does not allow it.
    static func enforce() throws {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        guard setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0, process_set_dumpable(0) == 0 else {
            throw CommandFailure.configuration("the memory cannot be hidden: \(String(cString: strerror(errno)))")
        }
    }
}
