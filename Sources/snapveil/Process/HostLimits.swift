import Foundation
import Glibc

/// What this process may take: of the machine, or of its container if that has less.
enum HostLimits {
    /// Bytes of memory.
    static let memoryByteCount =
        [machine, ControlGroups.own.memoryByteCount, addressSpace].compactMap(\.self).min() ?? 1 << 30

    /// Processors that can be used at a time, 1 or more. Part of one counts as one, as work on a picture is shared out by whole
    /// threads.
    static let processorCount: Int = {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        guard let quota = ControlGroups.own.processors, quota < Double(cores) else { return max(cores, 1) }
        return max(Int(quota.rounded(.up)), 1)
    }()

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
