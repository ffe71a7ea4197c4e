import Foundation
import Glibc

/// The memory that this process may take.
enum MemoryLimit {
    /// Bytes: of the machine, or of the container or the address space if those are smaller.
    static let byteCount = [machine, controlGroup, addressSpace].compactMap { $0 }.min() ?? 1 << 30

    private static var machine: Int? {
        let bytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        return bytes > 0 ? bytes : nil
    }

    private static var addressSpace: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
        return Int(exactly: limit.rlim_cur)
    }

    /// The smallest limit of the process's control group and of those that hold it (cgroups(7)): version 2, else 1. Inside of
    /// a container the group mostly is the root of what is mounted.
    private static var controlGroup: Int? {
        guard let groups = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8) else { return nil }
        var limits: [Int] = []
        for line in groups.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let isUnified = parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
            let root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
            let file = isUnified ? "memory.max" : "memory.limit_in_bytes"
            var path = String(parts[2])
            while true {
                if let limit = number(in: "\(root)\(path == "/" ? "" : path)/\(file)") { limits.append(limit) }
                guard let slash = path.lastIndex(of: "/"), path != "/" else { break }
                path = slash == path.startIndex ? "/" : String(path[..<slash])
            }
        }
        return limits.min()
    }

    /// The number that a file holds; nil if it says `max` or is not there.
    private static func number(in path: String) -> Int? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
