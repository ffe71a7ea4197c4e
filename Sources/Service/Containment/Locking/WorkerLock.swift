import CContainment
import Glibc

/// Locks a worker process, which reads bytes from strangers: it can open no file and no socket, start no program, and reach no
/// other process. Open files stay open.
///
/// ```swift
/// let report = WorkerLock.apply(WorkerLock.Terms(files: fonts, addressSpace: 2 << 30))
/// guard report.isComplete else { ... }
/// ```
public enum WorkerLock {
    /// The resources that a worker keeps.
    public struct Terms: Sendable {
        /// The paths of regular files, from the root on, that can still be opened for reading, by these very paths.
        public var files: [String]
        /// Bytes of memory that may be mapped, with those that are mapped already; nil bounds nothing.
        public var addressSpace: Int?
        /// Descriptors that may be open besides those that are open already.
        public var spareDescriptors: Int
        /// Bytes without which a process that crashes is taken to have run out of memory.
        public var probeBytes: Int
        /// Measures that are not taken.
        public var leavingOut: Set<LockMeasure>

        /// The resources of a worker: by default no file, and 64 descriptors that are not open yet.
        public init(
            files: [String] = [],
            addressSpace: Int? = nil,
            spareDescriptors: Int = 64,
            probeBytes: Int = 64 << 20,
            leavingOut: Set<LockMeasure> = []
        ) {
            self.files = files
            self.addressSpace = addressSpace
            self.spareDescriptors = spareDescriptors
            self.probeBytes = probeBytes
            self.leavingOut = leavingOut
        }
    }

    /// The exit status of a worker that crashed when it had run out of memory.
    public static let outOfMemoryStatus: Int32 = 86

    /// Locks this process for good, but for measures that the system lacks or forbids.
    ///
    /// Called once, while there is one thread: Landlock and capabilities are a thread's own, and threads have those of the one that
    /// starts them. Standard error should not be a file, because no file can be written to any more.
    public static func apply(_ terms: Terms) -> LockReport {
        var report = LockReport()
        report.landlockVersion = Int(lock_landlock_version())
        report.threadCount = ProcessState.threadCount
        let filter = prepareFilter(terms, &report)
        // Each comes while its own needs are still met; the one that forbids most comes last.
        report.take(.lastWords, unlessIn: terms.leavingOut) { last_words_install(terms.probeBytes, outOfMemoryStatus) }
        report.take(.noNewPrivileges, unlessIn: terms.leavingOut) { lock_refuse_new_privileges() }
        report.take(.noCapabilities, unlessIn: terms.leavingOut) { lock_drop_capabilities() }
        report.take(.resourceLimits, unlessIn: terms.leavingOut) { limitResources(terms) }
        report.take(.hiddenMemory, unlessIn: terms.leavingOut) { lock_hide_memory() }
        report.take(.landlock, unlessIn: terms.leavingOut) { landlock(terms.files, hasDoor: filter != nil).enforce() }
        if let filter { report.note(.seccomp, error: lock_filter_enforce(filter)) }
        return report
    }

    /// The filter of system calls, for a process with a door; nil, and noted as missing, if there can be none.
    private static func prepareFilter(_ terms: Terms, _ report: inout LockReport) -> OpaquePointer? {
        guard !terms.leavingOut.contains(.seccomp) else {
            report.note(missing: .seccomp, LockReport.leftOut)
            return nil
        }
        var error = lock_filter_available()
        if error == 0 { error = openDoor(terms.files, &report) }
        if error == 0, let filter = lock_worker_filter() { return filter }
        report.note(.seccomp, error: error == 0 ? errno : error)
        return nil
    }

    /// Makes files available to a process whose attempts to open them are trapped; 0, or the value of `errno`.
    private static func openDoor(_ files: [String], _ report: inout LockReport) -> Int32 {
        // The files may be more than the common bound on descriptors.
        ResourceLimit.descriptors.raise()
        let paths = files.map { strdup($0) }
        defer { for path in paths { free(path) } }
        guard !paths.contains(nil) else { return ENOMEM }
        let opened = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer {
            door_prepare($0.baseAddress, $0.count)
        }
        guard opened >= 0 else { return errno }
        report.unopenedFileCount = files.count - Int(opened)
        return door_install()
    }

    private static func limitResources(_ terms: Terms) -> Int32 {
        // A write that goes too far fails, instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        var errors = [
            ResourceLimit.core.lower(to: 0),
            ResourceLimit.fileSize.lower(to: 0),
            ResourceLimit.descriptors.lower(to: ProcessState.highestDescriptor + 1 + terms.spareDescriptors),
        ]
        if let bytes = terms.addressSpace { errors.append(ResourceLimit.addressSpace.lower(to: bytes)) }
        return errors.first { $0 != 0 } ?? 0
    }

    /// No rule where there is a door; without one the process opens its files by itself.
    private static func landlock(_ files: [String], hasDoor: Bool) -> LandlockRules {
        var rules = LandlockRules(denials: [.networks, .others])
        if !hasDoor { rules.rules = (files + ["/proc"]).map { .init(path: $0, access: .read) } }
        return rules
    }
}
