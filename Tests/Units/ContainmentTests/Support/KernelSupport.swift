import CContainment

/// What the kernel offers that the tests run on.
enum KernelSupport {
    /// Whether all measures of a lock can be taken, those of Landlock that are about networks and signals, too.
    static let isComplete = lock_landlock_version() >= 6 && lock_filter_available() == 0
}
