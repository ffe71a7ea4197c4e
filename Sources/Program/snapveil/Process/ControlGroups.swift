import CProcessControl
import Foundation
import Glibc

/// The control groups that hold a process (cgroups(7)), with their limits: in a container, its own.
struct ControlGroups {
    private let memory: [Directory]
    private let processor: [Directory]

    static let own = ControlGroups(
        listing: (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? "",
        root: "/sys/fs/cgroup"
    )

    private struct Directory {
        let path: String
        /// Whether it is of version 2, in which one group has all limits.
        let isUnified: Bool

        /// The numbers that a file holds, up to the first word that is none; none if it is not there.
        func numbers(in file: String) -> [Int] {
            guard let text = try? String(contentsOfFile: "\(path)/\(file)", encoding: .utf8) else { return [] }
            return text.split(whereSeparator: \.isWhitespace).map { Int($0) }.prefix { $0 != nil }.compactMap(\.self)
        }
    }

    /// Reads the text of `/proc/PID/cgroup`, and the groups below `root`, which inside of a container is mostly the
    /// process's own group already.
    init(listing: String, root: String) {
        memory = Self.directories(of: "memory", in: listing, root)
        processor = Self.directories(of: "cpu", in: listing, root)
    }

    var memoryByteCount: Int? {
        memory.compactMap { group in
            group.numbers(in: group.isUnified ? "memory.max" : "memory.limit_in_bytes").first
        }.min()
    }

    /// Seconds of processor time in a second; nil if there is no limit.
    var processors: Double? {
        processor.compactMap { group in
            let files = group.isUnified ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
            let quota = files.flatMap(group.numbers)
            // Without a limit the first is `max` in version 2, and -1 in version 1.
            guard quota.count == 2, quota[0] > 0, quota[1] > 0 else { return nil }
            return Double(quota[0]) / Double(quota[1])
        }.min()
    }

    /// The group of the process and all that hold it. The limit is one of `controller` in version 1.
    private static func directories(of controller: String, in listing: String, _ root: String) -> [Directory] {
        listing.split(separator: "\n").flatMap { line -> [Directory] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            let isUnified = parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains(Substring(controller)) else { return [] }
            let mount = isUnified ? root : "\(root)/\(controller)"
            return branch(String(parts[2])).map { Directory(path: mount + $0, isUnified: isUnified) }
        }
    }

    /// A path and all those above it, the last one empty.
    private static func branch(_ path: String) -> [String] {
        var names = path.split(separator: "/")
        var paths: [String] = []
        while !names.isEmpty {
            paths.append("/" + names.joined(separator: "/"))
            names.removeLast()
        }
        return paths + [""]
    }
}

/// The resources of this process: those of the machine, or of its container if it has less.
enum HostLimits {
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

    /// Processors that can be used at a time, 1 or more. Part of one counts as one, because work on a picture is shared out
    /// by whole threads.
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

/// The view of others into this process's memory, which holds snapshots.
enum ProcessSecrecy {
    /// From now on no crash leaves a core dump, and nobody but root can attach a debugger or read the memory through
    /// `/proc`, whose files of this process become root's.
    static func enforce() throws {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        guard setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0, process_set_dumpable(0) == 0 else {
            throw CommandFailure.configuration("the memory cannot be hidden: \(String(cString: strerror(errno)))")
        }
    }
}
