import Glibc

/// The number of descriptors that this process may have open.
enum DescriptorLimit {
    /// Raises the soft limit as far as needed and possible.
    ///
    /// Its usual 1024 is there for programs that use select(2), which this is not.
    ///
    /// - Returns: The soft limit that holds now.
    static func raise(to needed: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return needed }
        let wanted = min(rlim_t(needed), limit.rlim_max)
        if wanted > limit.rlim_cur {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
