import Glibc

/// A bound on what a process may have, in the unit of `setrlimit`.
enum ResourceLimit {
    /// Bytes that are mapped.
    case addressSpace
    /// Bytes of a core dump.
    case core
    /// One more than the highest descriptor.
    case descriptors
    /// Bytes of a file that is written.
    case fileSize

    /// Lowers the bound to `value` for good, or leaves it where it is lower.
    ///
    /// - Returns: 0, or the value of `errno` that says why the bound cannot be set.
    func lower(to value: Int) -> Int32 {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return errno }
        limit.rlim_max = min(limit.rlim_max, rlim_t(value))
        limit.rlim_cur = limit.rlim_max
        return setrlimit(resource, &limit) == 0 ? 0 : errno
    }

    /// Raises the bound as far as the system lets this process, which may be not at all.
    func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// The most that the bound can be raised to.
    var maximum: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_max)
    }

    private var resource: __rlimit_resource_t {
        switch self {
        case .addressSpace: __rlimit_resource_t(RLIMIT_AS.rawValue)
        case .core: __rlimit_resource_t(RLIMIT_CORE.rawValue)
        case .descriptors: __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        case .fileSize: __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        }
    }
}
