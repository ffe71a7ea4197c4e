import CContainment
import Glibc

/// Locks a process that is about to become a program which reads bytes from strangers: it can open no file but its libraries and its
/// own descriptors, reach no network and no other process, and start none.
enum ProgramLock {
    /// Locks this process for good, but for measures that the system lacks or forbids. Called once, while there is one thread, when the
    /// descriptors are the program's already.
    ///
    /// - Returns: The measures that will be in force, and the filter of system calls, which is to be put in force yet: it does not let
    ///   the process send packets. Nil if there is none.
    static func apply(_ terms: ProgramTerms) -> (report: LockReport, filter: OpaquePointer?) {
        var report = LockReport()
        var filter: OpaquePointer?
        report.landlockVersion = Int(lock_landlock_version())
        report.threadCount = ProcessState.threadCount
        report.take(.noNewPrivileges, unlessIn: terms.leavingOut) { lock_refuse_new_privileges() }
        report.take(.noCapabilities, unlessIn: terms.leavingOut) { lock_drop_capabilities() }
        report.take(.resourceLimits, unlessIn: terms.leavingOut) { limitResources(terms) }
        report.take(.landlock, unlessIn: terms.leavingOut) { landlock(terms).enforce() }
        report.take(.seccomp, unlessIn: terms.leavingOut) {
            let error = lock_filter_available()
            guard error == 0 else { return error }
            filter = lock_program_filter()
            return filter == nil ? errno : 0
        }
        return (report, filter)
    }

    /// Descriptors that the program may open besides those that it gets.
    private static let spareDescriptors = 256

    /// All but the address space, of which this process has more than the program may have.
    private static func limitResources(_ terms: ProgramTerms) -> Int32 {
        let errors = [
            // With a bound of 0 the kernel would hand a dump to a program for dumps all the same (core(5)).
            ResourceLimit.core.lower(to: 1),
            ResourceLimit.fileSize.lower(to: terms.fileSize),
            ResourceLimit.descriptors.lower(to: terms.descriptors.count + Self.spareDescriptors),
            terms.processorTime.map { ResourceLimit.processorTime.lower(to: $0) } ?? 0,
        ]
        return errors.first { $0 != 0 } ?? 0
    }

    /// Directories of libraries, and the index of them.
    private static let libraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"]

    /// Loaders of programs that have libraries, on any architecture.
    private static var loaders: [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob("/lib*/ld-*", 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { index in paths[index].map { String(cString: $0) } }
    }

    private static let sources = ["/dev/zero", "/dev/random", "/dev/urandom"]

    /// The C library counts the processors by it.
    private static let processors = "/sys/devices/system/cpu"

    private static func landlock(_ terms: ProgramTerms) -> LandlockRules {
        var rules = LandlockRules(denials: [.networks, .others])
        rules.rules += ([terms.path] + loaders).map { .init(path: $0, access: [.read, .execute]) }
        rules.rules += (libraries + terms.libraries + sources).map { .init(path: $0, access: .read) }
        rules.rules.append(.init(path: processors, access: [.read, .list]))
        rules.rules.append(.init(path: "/dev/null", access: [.read, .write]))
        rules.openFiles += terms.reopenedToRead.map { ($0, .read) }
        rules.openFiles += terms.reopenedToWrite.map { ($0, .write) }
        return rules
    }
}
