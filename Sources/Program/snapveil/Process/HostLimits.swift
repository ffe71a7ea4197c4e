import Foundation
import Glibc

/// What this process may take: of the machine, or of its container if that has less.
enum HostLimits {
    /// Bytes of memory.
    static let memoryByteCount = [machine, memoryLimit].compactMap(\.self).min() ?? 1 << 30

    /// Bytes of memory that somebody has set as a limit; nil if nobody has, or the machine has less.
    static let memoryLimit: Int? = {
        let limit = [ControlGroups.own.memoryByteCount, addressSpace].compactMap(\.self).min()
        return limit.flatMap { limit in limit < machine ?? .max ? limit : nil }
    }()

    /// Processors whose time can be had.
    static let processors: Double = {
        let cores = Double(max(ProcessInfo.processInfo.activeProcessorCount, 1))
        return min(ControlGroups.own.processors ?? cores, cores)
    }()

    /// Processors that can be used at a time, 1 or more. Part of one counts as one, as work on a picture is shared out by whole
    /// threads.
    static var processorCount: Int { max(Int(processors.rounded(.up)), 1) }

    private static var machine: Int? {
        let bytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        return bytes > 0 ? bytes : nil
    }

    private static var addressSpace: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
        return Int(exactly: limit.rlim_cur)
    }
}
