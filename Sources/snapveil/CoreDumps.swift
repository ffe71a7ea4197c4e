import Glibc

/// Dumps of this process's memory, which would hold snapshots.
enum CoreDumps {
    /// Lets no crash write one, and nothing raise the limit again.
    static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
