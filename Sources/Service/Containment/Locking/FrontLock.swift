import CContainment
import Glibc

/// Locks the front of a server, which talks with clients and leaves all else to workers: it reads its files and those
/// that the C library needs, writes no file, and starts no program and no process.
///
/// It can still listen and connect, wait for its children and end them, share memory, and hand descriptors on.
public enum FrontLock {
    /// Locks this process for good; called once, while there is one thread. Measures that the system lacks or forbids are left out.
    ///
    /// - Parameters:
    ///   - paths: Files and directories that are read from now on. With a file, which may be replaced, all of its directory can
    ///     be read, unless that is the root.
    ///   - removable: A file that is removed at the end; nil for none. All files of its directory can be removed, unless that
    ///     is the root.
    ///   - leavingOut: Measures that are not taken.
    public static func apply(
        readable paths: [String],
        removable: String? = nil,
        leavingOut: Set<LockMeasure> = []
    ) -> LockReport {
        var report = LockReport()
        report.landlockVersion = Int(lock_landlock_version())
        report.threadCount = ProcessState.threadCount
        report.take(.noNewPrivileges, unlessIn: leavingOut) { lock_refuse_new_privileges() }
        report.take(.landlock, unlessIn: leavingOut) { rules(readable: paths, removable: removable).enforce() }
        report.take(.seccomp, unlessIn: leavingOut) { filter() }
        return report
    }

    private static func filter() -> Int32 {
        let error = lock_filter_available()
        guard error == 0 else { return error }
        return lock_front_filter().map { lock_filter_enforce($0) } ?? errno
    }

    /// Directories that the C library reads names of hosts and users, time zones, languages, the number of processors and the
    /// bounds on memory from, and libraries.
    private static let systemDirectories = [
        "/etc", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo",
        "/usr/share/locale",
        "/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup",
    ]

    /// Files of those directories that often are links to other places.
    private static let systemFiles = ["/etc/resolv.conf", "/etc/hosts", "/etc/hostname", "/etc/localtime"]

    private static let writableFiles = ["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr"]

    private static func rules(readable paths: [String], removable: String?) -> LandlockRules {
        var rules = LandlockRules()
        rules.rules += systemDirectories.map { .init(path: $0, access: [.read, .list]) }
        rules.rules += writableFiles.map { .init(path: $0, access: [.read, .write]) }
        rules.rules += ["/dev/urandom"].map { .init(path: $0, access: .read) }
        rules.rules += (paths + systemFiles).flatMap { ReadablePath(path: $0).rules }
        if let removable { rules.rules += ReadablePath(path: removable).parentRules(of: removable, .remove) }
        return rules
    }
}
