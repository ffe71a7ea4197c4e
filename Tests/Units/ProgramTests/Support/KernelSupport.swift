import CContainment

/// What the kernel offers that the tests run on.
enum KernelSupport {
    /// Whether all measures of a lock can be taken.
    static let isComplete = hasLandlock && hasSeccomp
    static let hasLandlock = lock_landlock_version() > 0
    static let hasSeccomp = lock_filter_available() == 0
}
