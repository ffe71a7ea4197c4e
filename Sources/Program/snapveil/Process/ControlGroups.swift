import Foundation

/// The control groups that hold a process (cgroups(7)), and what they let it have: in a container, its limits.
struct ControlGroups {
    private let memory: [Directory]
    private let processor: [Directory]

    /// Those of this process.
    static let own = ControlGroups(
        listing: (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? "",
        root: "/sys/fs/cgroup"
    )

    /// A group's files.
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

    /// - Parameters:
    ///   - listing: The text of `/proc/PID/cgroup`.
    ///   - root: Where the groups are mounted. Inside of a container that is mostly the process's own group already.
    init(listing: String, root: String) {
        memory = Self.directories(of: "memory", in: listing, root)
        processor = Self.directories(of: "cpu", in: listing, root)
    }

    /// Bytes of memory; nil if there is no limit.
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

    /// The group of the process and all that hold it.
    ///
    /// - Parameter controller: What the limit is one of in version 1.
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
